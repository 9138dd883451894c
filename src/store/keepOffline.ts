import pLimit from "p-limit";
import { Urgency } from "../service/urgency";
import { type PanelRef, type SeriesRef } from "../shared/reference";
import { type OfflineItem } from "./offlineCopies";
import { OfflineFullError } from "./offlineFolder";
import { type Panels } from "./panels";
import { type SeriesFiles } from "./seriesFiles";
import { type SeriesStore } from "./seriesStore";

/** Series or a panel that a person wants to keep offline. */
export interface OfflineRequest {
  /** The text that was pinned. */
  readonly name: string;
  readonly of: readonly SeriesRef[] | PanelRef;
}

export interface OfflineSource {
  readonly series: SeriesStore;
  readonly panels: Panels;
  readonly files: SeriesFiles;
}

export interface OfflineFetch {
  readonly signal?: AbortSignal;
  /** Requests everything again. */
  readonly isRefresh?: boolean;
  /** Called for each series that was copied or has failed. */
  readonly onSettled?: () => void;
}

/** The result of a fetch. */
export interface OfflineOutcome {
  readonly copies: number;
  readonly bytes: number;
  /** Why series could not be kept, one reason each. */
  readonly errors: readonly unknown[];
}

const atOnce = 8;

/**
 * Keeps something offline: fetches its series unless they are cached and current, and moves them from the cache to where
 * nothing is deleted to limit its size. Requests of clicks have priority. Stops when there is no room, and when the signal
 * aborts; what was copied until then stays.
 *
 * @throws as `Panels.panel` does, before anything is copied; as the file system does if the list of series cannot be
 * written; the signal's reason.
 */
export async function keepOffline(
  source: OfflineSource,
  request: OfflineRequest,
  options: OfflineFetch = {},
): Promise<OfflineOutcome> {
  const { signal, onSettled } = options;
  const fetched = await itemOf(source, request, options);
  await source.files.copies?.writeItem(fetched.item, Date.now());
  const fetching = {
    urgency: new Urgency("bulk"),
    // A panel has just been fetched.
    isRefresh: options.isRefresh === true && fetched.item.panel === undefined,
    ...(signal && { signal }),
  };
  const errors: unknown[] = [...fetched.errors];
  let copies = 0;
  let bytes = 0;
  let isFull = false;
  const isOver = (): boolean => isFull || signal?.aborted === true;
  const limit = pLimit(atOnce);
  const copy = async (reference: SeriesRef): Promise<void> => {
    if (isOver()) return;
    try {
      await source.series.keepOffline(reference, fetching);
      const size = (await source.files.copies?.sizeOf(reference)) ?? 0;
      copies++;
      bytes += size;
    } catch (error) {
      if (isOver()) return;
      isFull = error instanceof OfflineFullError;
      errors.push(error);
    }
    onSettled?.();
  };
  await Promise.all(fetched.item.series.map((each) => limit(() => copy(each))));
  signal?.throwIfAborted();
  return { copies, bytes, errors };
}

async function itemOf(
  { series: store, panels }: OfflineSource,
  { name, of }: OfflineRequest,
  { signal, isRefresh = false }: OfflineFetch,
): Promise<{ readonly item: OfflineItem; readonly errors: readonly unknown[] }> {
  if (!("family" in of)) return { item: { name, series: of }, errors: [] };
  store.permit(of);
  const panel = await panels.panel(of, { isRefresh, ...(signal && { signal }) });
  const errors: readonly unknown[] = panel.staleBecause === undefined ? [] : [panel.staleBecause];
  // A series that failed is missing among the copies until it is fetched.
  const series = [...panel.variants, ...panel.failed].map(({ reference }) => reference);
  return { item: { name, series, panel: of }, errors };
}
