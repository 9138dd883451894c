import { ForecastRows } from "../../src/catalog/forecastRows";
import { startSampleService } from "../../src/sample/sampleService";
import { forecastListing } from "../../src/service/parseForecasts";
import { hedgingListing } from "../../src/service/parseHedgings";
import { marketListing } from "../../src/service/parseMarkets";
import {
  type ExplorerAnswer,
  type ForecastDetails,
} from "../../src/features/latest/explorer/protocol";
import {
  forecastDetails,
  takeForecasts,
} from "../../src/features/latest/explorer/host/explorerAnswer";
import { listingOf, parsedListing } from "./parsedListing";
import { rowsInEnglish } from "./rows";

/** A node as the service writes it. */
export interface WireNode {
  readonly kind: string;
  readonly forecast: number;
  readonly exposure_adjustment: number;
  readonly drivers: readonly WireNode[];
}

/** A summary as the service writes it. */
export interface WireSummary {
  readonly market_code: string;
  readonly currency_iso: string;
  readonly horizon: string;
  readonly hedging: string;
  readonly latest: WireNode;
  readonly attributions: readonly {
    readonly signal_code: string;
    readonly variant: Readonly<Record<string, string>>;
    readonly forecast: number;
  }[];
}

/** Forecasts and what the editor tells the page of the explorer about them. */
export interface ToldForecasts {
  readonly wire: readonly WireSummary[];
  readonly answer: ExplorerAnswer;
  details(summaries: Iterable<number>): readonly ForecastDetails[];
}

const apiKey = "a key of the sample service";

/** The latest forecasts of the sample service on a Monday noon. */
export async function sampleForecasts(): Promise<ToldForecasts> {
  const now = (): number => Date.parse("2024-07-01T12:00:00Z");
  const service = await startSampleService({ apiKey, now });
  try {
    const get = async (route: string): Promise<unknown> => {
      const address = `${service.url}/api/v3/forecast/${route}/`;
      return (await fetch(address, { headers: { "X-API-KEY": apiKey } })).json();
    };
    const wire = (await get("latest")) as readonly WireSummary[];
    return await toldForecasts(wire, await get("market"), await get("hedging"));
  } finally {
    await service.close();
  }
}

/** @param wire - Entries of the listings of forecasts, markets and hedging modes, as the service writes them. */
export async function toldForecasts(
  wire: readonly WireSummary[],
  markets: unknown = [],
  hedgings: unknown = [],
): Promise<ToldForecasts> {
  const listing = listingOf(forecastListing, wire);
  const answer = await takeForecasts(
    { ...listing, fetchedAtMs: Date.parse("2024-07-01T12:00:00Z") },
    {
      generation: 1,
      markets: parsedListing(marketListing, markets).items,
      hedgings: parsedListing(hedgingListing, hedgings).items,
      staleBecause: null,
      problems: [],
      rows: new ForecastRows(rowsInEnglish),
      signal: new AbortController().signal,
    },
  );
  const { names } = rowsInEnglish;
  const details = (summaries: Iterable<number>): readonly ForecastDetails[] =>
    Array.from(summaries).flatMap((at) => {
      const summary = listing.items.at(at);
      return summary === undefined ? [] : [forecastDetails(at, summary, names, (code) => code)];
    });
  return { wire, answer, details };
}
