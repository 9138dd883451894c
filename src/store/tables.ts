import { type TableContent, type TableOf } from "../data/table/content";
import { tableMetadata } from "../data/table/metadata";
import { type Instant } from "../shared/instant";
import { type PanelRef, type SeriesRef } from "../shared/reference";
import { type Slice } from "../shared/slice";
import { type FileFormat } from "../shared/wireFormat";
import { type DatedSeries, type DatedSeriesSource, datedSeries } from "./datedSeries";
import { isLatest, newestOf } from "./latest";
import { type Panel } from "./panel";
import { prefetchPanel } from "./prefetchPanel";
import { type KnownPanels } from "./panels";
import { instantOfLatest, seriesBatch, withAsOf } from "./seriesBatch";
import { type TableWorker, type WrittenAhead } from "./tableBlocks";
import { type Target } from "../shared/place";

/** What gives the series and panels of a connection. */
interface TableSource extends DatedSeriesSource {
  readonly panels: Pick<KnownPanels, "panel" | "retry" | "frames" | "latestInstant">;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
}

export interface TableSources {
  /** @throws what makes a connection unknown or unusable; then all that it would give has failed. */
  get(connectionId: string): Promise<TableSource>;
}

interface Fetched<R extends SeriesRef | PanelRef> {
  readonly target: Target<R>;
  readonly service: string;
  readonly isSample: boolean;
}

/** A series that came. */
export interface FetchedSeries extends Fetched<SeriesRef>, DatedSeries {}

/** What came of a panel, which may be nothing. Its frames come one by one. */
export interface FetchedPanel extends Fetched<PanelRef> {
  readonly panel: Panel;
  readonly panels: Pick<KnownPanels, "frames">;
  /** Its long table in the wanted part, where that was begun as the series came. */
  readonly ahead?: WrittenAhead | undefined;
}

/** A series that could not be had, and why. */
export interface FailedSeries {
  readonly target: Target<SeriesRef>;
  readonly error: unknown;
}

/** What came of a table, of latest as of one instant; a set in the order that was asked for. */
export type Table = TableOf<FetchedSeries, FetchedPanel> & {
  /** What a panel does not have (404) is none of it: that is coverage. */
  readonly failed: readonly FailedSeries[];
};

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Told how many series have been fetched or have failed. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  /** Asks the service even for what is kept; latest becomes another instant. */
  readonly isRefresh?: boolean | undefined;
  /** The long table that is to be written of a panel, begun as its series come; it ends when the signal aborts. */
  readonly ahead?: TableAhead | undefined;
}

export interface TableAhead {
  readonly format: FileFormat;
  readonly worker: TableWorker;
  readonly slice?: Slice | undefined;
}

/**
 * All of a table. What was to be latest has one instant, which goes with every request, so that it can be asked for again.
 *
 * @param before - What came of the same content before: only what failed of it is asked for, as of its instant.
 * @throws the failure of a series alone, or of a panel of which nothing came; and the signal's reason when it aborts.
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
      // The table of one is none of the joined one.
      return fetchJoin(sources, content.members, { ...options, ahead: undefined }, panels);
    }
  }
}

/**
 * A series that can be asked for again.
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

/** Series as of one instant, whatever gives them. */
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

/** What latest became for series that came; undefined when none of them was asked for as the latest. */
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
    return { ...target, reference: withAsOf(target.reference, asOf) };
  });
  const more = await fetchSet(sources, again, options);
  return { ...more, members: [...members, ...more.members] };
}

/**
 * A panel of which everything was asked for that there is; what failed was asked for once more.
 *
 * @param before - What came of it: only what failed is asked for, as of the same instant.
 * @throws as `Panels.panel` does.
 */
export async function fetchPanel(
  sources: TableSources,
  target: Target<PanelRef>,
  { ahead, ...watch }: FetchOptions = {},
  before?: Panel,
): Promise<FetchedPanel> {
  const { reference, connectionId } = target;
  const source = await sources.get(connectionId);
  const { panels } = source;
  const origin = fetchedOf(target, source);
  const { signal, onProgress, isRefresh = false } = watch;
  const options = { isRefresh, ...(signal && { signal }), ...(onProgress && { onProgress }) };
  const first =
    before !== undefined
      ? { panel: before }
      : ahead === undefined
        ? { panel: await panels.panel(reference, options) }
        : await prefetchPanel(
            panels,
            ahead.worker,
            {
              ...{ reference, slice: ahead.slice, format: ahead.format },
              metadata: (panel) =>
                tableMetadata({ kind: "panel", member: { panel, ...origin } }, ahead),
            },
            options,
          );
  return first.panel.failed.length === 0
    ? { ...origin, ...first, panels }
    : { ...origin, panel: await panels.retry(first.panel, options), panels };
}

/** One after another, all that are of latest as of the newest instant that is shown and fresh, else that of the first. */
async function fetchJoin(
  sources: TableSources,
  members: readonly Target<PanelRef>[],
  options: FetchOptions,
  before: readonly Panel[],
): Promise<Table> {
  const all: FetchedPanel[] = [];
  let latest = await latestOfPanels(sources, members);
  for (const [at, target] of members.entries()) {
    const dated = { ...target, reference: withAsOf(target.reference, latest) };
    const fetched = await fetchPanel(sources, dated, options, before[at]);
    if (isLatest(target.reference)) latest ??= fetched.panel.reference.asOf;
    all.push({ ...fetched, target });
  }
  return { kind: "join", members: all, failed: all.flatMap(failedOf) };
}

/** The newest instant as of which one of some panels is shown as the latest and fresh; undefined when none is. */
export async function latestOfPanels(
  sources: TableSources,
  members: readonly Target<PanelRef>[],
): Promise<Instant | undefined> {
  const instants: Instant[] = [];
  for (const { connectionId, reference } of members) {
    // One that cannot be had fails when it is asked for.
    const source = await sources.get(connectionId).catch(() => undefined);
    const instant = source?.panels.latestInstant(reference);
    if (instant !== undefined) instants.push(instant);
  }
  return newestOf(instants);
}

/** What failed of a panel, as series of their own. */
export function failedOf({ target, panel }: FetchedPanel): readonly FailedSeries[] {
  const { connectionId } = target;
  return panel.failed.map(({ reference, error }) => ({
    target: { connectionId, reference },
    error,
  }));
}

/** How many series a table stands for, those among them that failed or that a panel does not have. */
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
