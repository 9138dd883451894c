import { ForecastRows } from "../../src/catalog/forecastRows";
import { startSampleService } from "../../src/sample/sampleService";
import { type LatestForecasts } from "../../src/service/latestForecasts";
import { latestSignalListing } from "../../src/service/parseLatestSignals";
import { forecastListing } from "../../src/service/parseForecasts";
import { marketListing } from "../../src/service/parseMarkets";
import { signalListing } from "../../src/service/parseSignals";
import { type ChangesAnswer, type ForecastSides } from "../../src/features/latest/changes/protocol";
import {
  comparedForecasts,
  comparedSignals,
} from "../../src/features/latest/changes/host/comparedAnswers";
import { forecastDetails } from "../../src/features/latest/explorer/host/explorerAnswer";
import { listingOf, parsedListing } from "./parsedListing";
import { rowsInEnglish } from "./rows";
import { type WireSummary } from "./sampleForecasts";
import { connectedService } from "./connectedService";

/** A record as the service writes it. */
export interface WireSignal {
  readonly signal_code: string;
  readonly version?: number;
  readonly country_iso?: string;
  readonly sector_name?: string;
  readonly latest: Readonly<Record<"Level" | "Momentum" | "Aggregate", number | null>> & {
    readonly Date: string;
  };
  readonly point_in_time?: string;
}

/** The answers of the sample service at one time. */
interface Told {
  readonly signals: readonly WireSignal[];
  readonly forecasts: readonly WireSummary[];
  readonly listed: unknown;
  readonly markets: unknown;
}

export interface ToldChanges {
  readonly older: Told;
  readonly newer: Told;
  readonly answer: ChangesAnswer;
  details(summaries: Iterable<number>): readonly ForecastSides[];
}

const apiKey = "a key of the sample service";

/** The changes of the sample service between two times, with both of its answers. */
export async function sampleChanges(olderMs: number, newerMs: number): Promise<ToldChanges> {
  const [older, newer] = [await toldAt(olderMs), await toldAt(newerMs)];
  const { names } = rowsInEnglish;
  const { signal } = new AbortController();
  const listed = parsedListing(signalListing, newer.listed).items;
  const signalsOf = ({ signals }: Told) => listingOf(latestSignalListing, signals).items;
  const forecastsOf = ({ forecasts }: Told): LatestForecasts =>
    listingOf(forecastListing, forecasts).items;
  const [olderForecasts, newerForecasts] = [forecastsOf(older), forecastsOf(newer)];
  const signals = await comparedSignals(
    {
      older: { records: signalsOf(older), fetchedAtMs: olderMs },
      newer: { records: signalsOf(newer), fetchedAtMs: newerMs },
    },
    { listed, names, signal },
  );
  const markets = { ...parsedListing(marketListing, newer.markets), fetchedAtMs: newerMs };
  const forecasts = await comparedForecasts(
    {
      older: { records: olderForecasts, fetchedAtMs: olderMs },
      newer: { records: newerForecasts, fetchedAtMs: newerMs },
    },
    {
      catalog: connectedService({
        catalog: { availableMarkets: () => Promise.resolve({ value: markets }) },
      }).catalog,
      rows: new ForecastRows(rowsInEnglish),
      signal,
    },
  );
  const nameOf = (code: string): string => listed.find((each) => each.code === code)?.name ?? code;
  return {
    older,
    newer,
    answer: {
      generation: 1,
      pair: { sinceMs: olderMs, toMs: newerMs },
      isLastLook: true,
      newestMs: newerMs,
      signals,
      forecasts,
      keptSinceMs: olderMs,
      hasOlder: true,
      staleBecause: null,
      missing: null,
      notice: null,
    },
    details: (summaries) =>
      Array.from(summaries).flatMap((summary) => {
        const olderAt = forecasts.older[summary] ?? -1;
        const [before, now] = [olderForecasts.at(olderAt), newerForecasts.at(summary)];
        if (before === undefined || now === undefined) return [];
        const sides = {
          older: forecastDetails(olderAt, before, names, nameOf),
          newer: forecastDetails(summary, now, names, nameOf),
        };
        return [{ summary, ...sides }];
      }),
  };
}

async function toldAt(nowMs: number): Promise<Told> {
  const service = await startSampleService({ apiKey, now: () => nowMs });
  try {
    const get = async (route: string): Promise<unknown> => {
      const address = `${service.url}/api/v3/${route}/`;
      return (await fetch(address, { headers: { "X-API-KEY": apiKey } })).json();
    };
    return {
      signals: (await get("signal/latest")) as readonly WireSignal[],
      forecasts: (await get("forecast/latest")) as readonly WireSummary[],
      listed: await get("signal"),
      markets: await get("forecast/market"),
    };
  } finally {
    await service.close();
  }
}

/** Equal for the same variant in two answers. */
export function wireVariant({
  latest: _latest,
  point_in_time: _time,
  ...variant
}: WireSignal): string {
  return JSON.stringify(Object.entries(variant).sort());
}

/** Equal for the same forecast in two answers. */
export function wireForecast({ market_code, currency_iso, horizon, hedging }: WireSummary): string {
  return [market_code, currency_iso, horizon, hedging].join("|");
}
