import { type TableContent, type TableOf } from "../data/table/content";
import { tableMetadata } from "../data/table/metadata";
import { type Instant } from "../shared/instant";
import { type PanelRef, type SeriesRef } from "../shared/reference";
import { type Slice } from "../shared/slice";
import { type FileFormat } from "../shared/wireFormat";
import { type DatedSeries, datedSeries } from "./datedSeries";
import { isLatest, newestInstant, type LatestSource } from "./latest";
import { type Panel } from "./panel";
import { prefetchPanel } from "./prefetchPanel";
import { type KnownPanels } from "./panels";
import { instantOfLatest, seriesBatch, withResolvedAsOf } from "./seriesBatch";
import { type FrameWorker } from "./frameWorker";
import { type PrefetchedTable } from "./tableBlocks";
import { type Target } from "../shared/place";

/** The series and panels of a connection. */
export interface TableSource extends LatestSource {
  readonly panels: KnownPanels;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
}

export interface TableSources {
  /** @throws if a connection is unknown or unusable; then all of its members fail. */
  get(connectionId: string): Promise<TableSource>;
}

interface Fetched<R extends SeriesRef | PanelRef> {
  readonly target: Target<R>;
  readonly service: string;
  readonly isSample: boolean;
}

/** A fetched series. */
export interface FetchedSeries extends Fetched<SeriesRef>, DatedSeries {}

/** The fetched part of a panel, which may be empty. Its frames are read one by one. */
export interface FetchedPanel extends Fetched<PanelRef> {
  readonly panel: Panel;
  readonly panels: KnownPanels;
  /** Its long table in the requested slice, if writing began during the fetch. */
  readonly prefetched?: PrefetchedTable | undefined;
}

/** A series that could not be fetched, and why. */
export interface FailedSeries {
  readonly target: Target<SeriesRef>;
  readonly error: unknown;
}

/** The fetched part of a table, with one instant for all of latest; a set is in the requested order. */
export type Table = TableOf<FetchedSeries, FetchedPanel> & {
  /** Excludes what a panel does not have (404): that is coverage. */
  readonly failed: readonly FailedSeries[];
};

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of series that have been fetched or have failed. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  /** Ignores the cache; latest resolves to a new instant. */
  readonly isRefresh?: boolean | undefined;
  /** The long table of a panel to write during the fetch; writing ends when the signal aborts. */
  readonly prefetch?: PrefetchOptions | undefined;
}

export interface PrefetchOptions {
  readonly format: FileFormat;
  readonly worker: FrameWorker;
  readonly slice?: Slice | undefined;
}

/**
 * Fetches a whole table. Latest resolves to one instant, which goes with every request, so that the table can be
 * requested again.
 *
 * @param before - An earlier result for the same content: only its failed part is requested, as of its instant.
 * @throws the failure of a single series, or of a panel that failed completely; and the signal's reason when it aborts.
 */
export async function fetchTable(
  sources: TableSources,
  content: TableContent,
  options: FetchOptions = {},
  before?: Table,
): Promise<Table> {
  switch (content.kind) {
    case "series":
      return {
        kind: "series",
        member: await fetchSeries(sources, content.member, options),
        failed: [],
      };
    case "set":
      return before?.kind === "set"
        ? completedSet(sources, before, options)
        : fetchSet(sources, content.members, options);
    case "panel": {
      const panel = before?.kind === "panel" ? before.member.panel : undefined;
      const member = await fetchPanel(sources, content.member, options, panel);
      return { kind: "panel", member, failed: failedOf(member) };
    }
    case "join": {
      const panels = before?.kind === "join" ? before.members.map(({ panel }) => panel) : [];
      // The table of one panel is not part of the joined one.
      return fetchJoin(sources, content.members, { ...options, prefetch: undefined }, panels);
    }
  }
}

/**
 * A series with a fixed time, which can be requested again.
 *
 * @throws as `SeriesStore.series` does.
 */
export async function fetchSeries(
  sources: TableSources,
  target: Target<SeriesRef>,
  { signal, isRefresh = false }: FetchOptions = {},
): Promise<FetchedSeries> {
  const source = await sources.get(target.connectionId);
  const own = { isRefresh, ...(signal && { signal }) };
  const series = await datedSeries(source, target.reference, own);
  return { ...series, ...fetchedOf(target, source) };
}

/** Fetches series as of one instant, from any number of connections. */
export async function fetchSet(
  sources: TableSources,
  members: readonly Target<SeriesRef>[],
  { signal, onProgress, isRefresh = false }: FetchOptions = {},
): Promise<Extract<Table, { readonly kind: "set" }>> {
  const known = new Map<string, TableSource | { readonly error: unknown }>();
  const failed: FailedSeries[] = [];
  const items: { target: Target<SeriesRef>; source: TableSource; reference: SeriesRef }[] = [];
  for (const target of members) {
    const { connectionId, reference } = target;
    const source =
      known.get(connectionId) ??
      (await sources.get(connectionId).catch((error: unknown) => ({ error })));
    known.set(connectionId, source);
    if ("error" in source) failed.push({ target, error: source.error });
    else items.push({ target, source, reference });
  }
  const batch = await seriesBatch(items, {
    isRefresh,
    ...(signal && { signal }),
    ...(onProgress && { onProgress }),
  });
  return {
    kind: "set",
    members: batch.fetched.map(({ item, series }) => {
      return { ...series, ...fetchedOf(item.target, item.source) };
    }),
    failed: [...failed, ...batch.failed.map(({ item: { target }, error }) => ({ target, error }))],
  };
}

/** The instant of latest for fetched series; undefined if none of them requested it. */
export function latestOf(members: readonly FetchedSeries[]): Instant | undefined {
  return instantOfLatest(
    members.map(({ target, reference }) => ({ asked: target.reference, came: reference })),
  );
}

async function completedSet(
  sources: TableSources,
  { members, failed }: Extract<Table, { readonly kind: "set" }>,
  options: FetchOptions,
): Promise<Table> {
  const asOf = latestOf(members);
  const again = failed.map(({ target }) => {
    return { ...target, reference: withResolvedAsOf(target.reference, asOf) };
  });
  const more = await fetchSet(sources, again, options);
  return { ...more, members: [...members, ...more.members] };
}

/**
 * Fetches a panel and requests failures once more.
 *
 * @param before - An earlier result: only its failed part is requested, as of the same instant.
 * @throws as `Panels.panel` does; LaterThanAsOfError even if the panel is cached, because it leaves the editor.
 */
export async function fetchPanel(
  sources: TableSources,
  target: Target<PanelRef>,
  { prefetch, ...watch }: FetchOptions = {},
  before?: Panel,
): Promise<FetchedPanel> {
  const { reference, connectionId } = target;
  const source = await sources.get(connectionId);
  source.series.permit(reference);
  const { panels } = source;
  const origin = fetchedOf(target, source);
  const { signal, onProgress, isRefresh = false } = watch;
  const options = { isRefresh, ...(signal && { signal }), ...(onProgress && { onProgress }) };
  const first =
    before !== undefined
      ? { panel: before }
      : prefetch === undefined
        ? { panel: await panels.panel(reference, options) }
        : await prefetchPanel(
            panels,
            prefetch.worker,
            {
              ...{ reference, slice: prefetch.slice, format: prefetch.format },
              metadata: (panel) =>
                tableMetadata({ kind: "panel", member: { panel, ...origin } }, prefetch),
            },
            options,
          );
  return first.panel.failed.length === 0
    ? { ...origin, ...first, panels }
    : { ...origin, panel: await panels.retry(first.panel, options), panels };
}

/**
 * Fetches one panel after another; all of latest have the newest instant that is displayed and fresh, else that of the
 * first.
 */
async function fetchJoin(
  sources: TableSources,
  members: readonly Target<PanelRef>[],
  options: FetchOptions,
  before: readonly Panel[],
): Promise<Table> {
  const all: FetchedPanel[] = [];
  let latest = await latestOfPanels(sources, members);
  for (const [at, target] of members.entries()) {
    const dated = { ...target, reference: withResolvedAsOf(target.reference, latest) };
    const fetched = await fetchPanel(sources, dated, options, before[at]);
    if (isLatest(target.reference)) latest ??= fetched.panel.reference.asOf;
    all.push({ ...fetched, target });
  }
  return { kind: "join", members: all, failed: all.flatMap(failedOf) };
}

/** The newest instant at which one of some panels is displayed as the latest and fresh; undefined if there is none. */
export async function latestOfPanels(
  sources: TableSources,
  members: readonly Target<PanelRef>[],
): Promise<Instant | undefined> {
  const instants: Instant[] = [];
  for (const { connectionId, reference } of members) {
    // An unusable connection fails when its panel is requested.
    const source = await sources.get(connectionId).catch(() => undefined);
    const instant = source?.panels.latestInstant(reference);
    if (instant !== undefined) instants.push(instant);
  }
  return newestInstant(instants);
}

/** The failed variants of a panel, as separate series. */
export function failedOf({ target, panel }: FetchedPanel): readonly FailedSeries[] {
  const { connectionId } = target;
  return panel.failed.map(({ reference, error }) => ({
    target: { connectionId, reference },
    error,
  }));
}

/** The number of series that a table stands for, including those that failed or that a panel does not have. */
export function seriesCountOf(table: Table): number {
  switch (table.kind) {
    case "series":
      return 1;
    case "set":
      return table.members.length + table.failed.length;
    case "panel":
      return panelCountOf(table.member.panel);
    case "join":
      return table.members.reduce((sum, { panel }) => sum + panelCountOf(panel), 0);
  }
}

export function panelCountOf({ variants, missing, failed }: Panel): number {
  return variants.length + missing.length + failed.length;
}

function fetchedOf<R extends SeriesRef | PanelRef>(
  target: Target<R>,
  { service, isSample }: TableSource,
): Fetched<R> {
  return { target, service, isSample };
}
