import { type TableSeries } from "../../../data/wideTable";
import { type DatedSeries } from "../../../store/datedSeries";
import {
  type BatchOptions,
  instantOfLatest,
  seriesBatch,
  withAsOf,
} from "../../../store/seriesBatch";
import { serviceNameOf } from "../../connection/connection";
import { type Target } from "../../target";
import { type SeriesTarget } from "../../seriesTarget";
import { type SaveSubject, type SavedServices } from "../saveSubject";

/** A series of several that are saved. */
export interface SetSeries extends SaveSubject, TableSeries {
  /** What was asked for. */
  readonly target: SeriesTarget;
}

/** What was asked for in vain, and why. */
export interface FailedTarget<T extends Target = SeriesTarget> {
  readonly target: T;
  readonly error: unknown;
}

/** What became of the series, in the order in which they were asked for. */
export interface FetchedSet {
  readonly series: readonly SetSeries[];
  readonly failed: readonly FailedTarget[];
}

type Source = Awaited<ReturnType<SavedServices["get"]>>;

/** The series as of one instant, as they leave the editor. @throws the signal's reason when it aborts. */
export async function fetchSet(
  services: SavedServices,
  targets: readonly SeriesTarget[],
  options: BatchOptions,
): Promise<FetchedSet> {
  const sources = new Map<string, Source | { readonly error: unknown }>();
  for (const { connectionId } of targets) {
    if (!sources.has(connectionId))
      sources.set(connectionId, await sourceOf(services, connectionId));
  }
  const failed: FailedTarget[] = [];
  const items = targets.flatMap((target) => {
    const source = sources.get(target.connectionId);
    if (source !== undefined && "series" in source) {
      return [{ target, source, reference: target.reference }];
    }
    failed.push({ target, error: source?.error });
    return [];
  });
  const batch = await seriesBatch(items, options);
  return {
    series: batch.fetched.map(({ item, series }) => setSeriesOf(item.target, item.source, series)),
    failed: [...failed, ...batch.failed.map(({ item: { target }, error }) => ({ target, error }))],
  };
}

/** What is asked for as the latest, as of the instant of those that were fetched with it. */
export function asOfFetched(
  targets: readonly SeriesTarget[],
  fetched: readonly SetSeries[],
): readonly SeriesTarget[] {
  const asOf = instantOfLatest(
    fetched.map(({ target, reference }) => ({ asked: target.reference, came: reference })),
  );
  return targets.map((target) => ({ ...target, reference: withAsOf(target.reference, asOf) }));
}

async function sourceOf(
  services: SavedServices,
  connectionId: string,
): Promise<Source | { readonly error: unknown }> {
  try {
    return await services.get(connectionId);
  } catch (error) {
    return { error };
  }
}

function setSeriesOf(target: SeriesTarget, { connection }: Source, series: DatedSeries): SetSeries {
  const isSample = connection.kind === "sample";
  return { ...series, target, service: serviceNameOf(connection), isSample };
}
