import { coordinatesAt, matchedForecasts } from "../../../../catalog/changedForecasts";
import { changedRecords } from "../../../../catalog/changedRecords";
import { type ForecastRows } from "../../../../catalog/forecastRows";
import { type ReadableNames } from "../../../../catalog/readableNames";
import { type LatestForecasts } from "../../../../service/latestForecasts";
import { type LatestSignals } from "../../../../service/latestSignals";
import { type ListedSignal } from "../../../../service/parseSignals";
import { Slices } from "../../../../service/slices";
import { type SignalChanges } from "../../../../shared/changes";
import { type ChangesPair, type ForecastChanges, type LoneForecast } from "../protocol";
import { plainLine } from "../../../../shared/plainText";
import { type TagValues } from "../../../../shared/reference";
import { type AnswerArchive } from "../../../../store/answerArchive";
import { type AnswerKind } from "../../../../store/keptAnswer";
import { type LatestSignal } from "../../../../shared/latestColumns";
import { takeForecasts, variantText } from "../../explorer/host/explorerAnswer";
import { highestVersions } from "../../../../catalog/recordVersions";
import { type CatalogStore } from "../../../../store/catalogStore";

/** An answer and when it was fetched. */
export interface Dated<T> {
  readonly records: T;
  readonly fetchedAtMs: number;
}

/** An older and a newer answer. */
export interface AnswerPair<T> {
  readonly older: Dated<T>;
  readonly newer: Dated<T>;
}

/** The last archived answer at or before a time; answers that can no longer be opened are skipped. */
export async function signalsAt(
  archive: AnswerArchive,
  atMs: number,
): Promise<Dated<LatestSignals> | undefined> {
  return newestAt(archive, "signals", atMs, (kept) => archive.signals(kept));
}

export async function forecastsAt(
  archive: AnswerArchive,
  atMs: number,
): Promise<Dated<LatestForecasts> | undefined> {
  return newestAt(archive, "forecasts", atMs, (kept) => archive.forecasts(kept));
}

/** The newer answer of each kind. */
export interface NewerAnswers {
  readonly signals: Dated<LatestSignals>;
  /** Undefined if the service has none, or they could not be fetched. */
  readonly forecasts: Dated<LatestForecasts> | undefined;
}

/** The answers of a pair, from the archive; undefined if those after the older time are no longer archived. */
export async function newerAnswers(
  archive: AnswerArchive,
  { sinceMs, toMs }: ChangesPair,
): Promise<NewerAnswers | undefined> {
  const signals = await signalsAt(archive, toMs);
  const forecasts = await forecastsAt(archive, toMs);
  // The answer of one kind may be unchanged.
  const newestMs = Math.max(signals?.fetchedAtMs ?? 0, forecasts?.fetchedAtMs ?? 0);
  return signals !== undefined && newestMs > sinceMs ? { signals, forecasts } : undefined;
}

/** Times up to the newest answers' at which other answers are archived, latest first. */
export async function olderTimes(
  archive: AnswerArchive,
  newestMs: number,
): Promise<readonly number[]> {
  const kinds = [await archive.list("signals"), await archive.list("forecasts")];
  const older = kinds.flatMap((kept) =>
    kept.flatMap(({ fetchedAtMs }) => (fetchedAtMs <= newestMs ? [fetchedAtMs] : [])).slice(0, -1),
  );
  return [...new Set(older)].sort((a, b) => b - a);
}

async function newestAt<T>(
  archive: AnswerArchive,
  kind: AnswerKind,
  atMs: number,
  open: (kept: Awaited<ReturnType<AnswerArchive["list"]>>[number]) => Promise<T | undefined>,
): Promise<Dated<T> | undefined> {
  const before = (await archive.list(kind)).filter(({ fetchedAtMs }) => fetchedAtMs <= atMs);
  for (const kept of before.toReversed()) {
    const records = await open(kept);
    if (records !== undefined) return { records, fetchedAtMs: kept.fetchedAtMs };
  }
  return undefined;
}

export interface ComparisonParts {
  readonly listed: readonly ListedSignal[];
  readonly names: ReadableNames;
  readonly signal: AbortSignal;
}

/** The changes of signals, computed without blocking the editor. @throws the signal's reason when it aborts. */
export async function comparedSignals(
  { newer, older }: AnswerPair<LatestSignals>,
  { listed, names, signal }: ComparisonParts,
): Promise<SignalChanges> {
  const known = new Map(listed.map(({ code, version, name }) => [`${version} ${code}`, name]));
  const highest = highestVersions(listed);
  return new Slices(signal).run(
    changedRecords(newer, older, {
      // Records of version 0 may belong to the highest version.
      signal: (code, version) =>
        plainLine(known.get(`${version} ${code}`) ?? highest.get(code)?.name ?? code),
      variant: ({ tags }: LatestSignal) => variantText(ownTags(tags), names),
    }),
  );
}

export interface ForecastParts {
  readonly catalog: CatalogStore;
  readonly rows: ForecastRows;
  readonly signal: AbortSignal;
}

/** The changes of forecasts, computed without blocking the editor. @throws the signal's reason when it aborts. */
export async function comparedForecasts(
  { newer, older }: AnswerPair<LatestForecasts>,
  { catalog, rows, signal }: ForecastParts,
): Promise<ForecastChanges> {
  // Without the listing, codes replace names.
  const listed = await catalog.availableMarkets({ signal }).then(
    ({ value }) => value.items,
    () => [],
  );
  signal.throwIfAborted();
  const { records: items, fetchedAtMs } = newer;
  const listing = { items, unreadable: [], fetchedAtMs, isComplete: true };
  const { markets, currencies, horizons, hedgings, summaries } = await takeForecasts(listing, {
    ...{ generation: 0, markets: listed, hedgings: [], staleBecause: null, problems: [] },
    ...{ rows, signal },
  });
  const slices = new Slices(signal);
  const matched = await slices.run(matchedForecasts(newer.records, older.records));
  const before = Float64Array.from(matched.older, (at) => older.records.totalAt(at));
  const names = new Map(markets.map(({ code, name }) => [code, name]));
  const vanished = Array.from(matched.vanished.subarray(0, maxVanished), (at): LoneForecast => {
    const [market, ...others] = coordinatesAt(older.records, at);
    return {
      summary: at,
      market: names.get(market) ?? plainLine(market),
      detail: plainLine(others.join(" · ")),
      total: older.records.totalAt(at),
    };
  });
  return {
    olderMs: older.fetchedAtMs,
    newerMs: newer.fetchedAtMs,
    newer: { markets, currencies, horizons, hedgings, summaries },
    older: matched.older,
    before,
    vanished,
  };
}

/** 1,000: keeps the page readable whatever the service sends. */
const maxVanished = 1_000;

/** Drops the region that records carry beside a country: no request accepts both. */
function ownTags({ region_name: region, ...tags }: TagValues): TagValues {
  return region === undefined || "country_iso" in tags ? tags : { region_name: region, ...tags };
}
