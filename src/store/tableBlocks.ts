import { arrangedSeries } from "../data/coordinates";
import { type Frame } from "../data/frame";
import { partOf, sliceFrame } from "../data/sliceFrame";
import {
  type HeldPanel,
  type HeldSeries,
  type TableOf,
  type TableView,
} from "../data/table/content";
import { type JoinMismatch, PanelJoin, panelPrefixes } from "../data/table/join";
import {
  type LongLayout,
  type LongPart,
  type LongSpec,
  longLayout,
  panelLayout,
  tagValuesOf,
} from "../data/table/long";
import { tableMetadata } from "../data/table/metadata";
import { type VariantFrame } from "../data/table/pairedVariants";
import { type TableSeries, toWideFrame } from "../data/table/wide";
import { type PanelRef } from "../shared/reference";
import { type Slice } from "../shared/slice";
import { type FileFormat } from "../shared/wireFormat";
import { type FrameWorker } from "./frameWorker";
import { type Panel, type PanelVariantFrame } from "./panel";
import { type Panels } from "./panels";

/** A panel and the source of its frames. */
export interface PanelFrames {
  readonly panel: Panel;
  readonly panels: Panels;
}

/** A panel's long table, from {@link longBlocks}. */
export interface PrefetchedTable {
  readonly format: FileFormat;
  /**
   * Resolves with undefined if the table was not written ahead because it is too large or something failed. Never
   * rejects.
   */
  readonly blocks: Promise<readonly Uint8Array[] | undefined>;
}

/** A panel that may have been written while it was fetched. */
interface WritablePanel extends PanelFrames {
  readonly prefetched?: PrefetchedTable | undefined;
}

/** A table with its values, and where they come from. */
export type WritableTable = TableOf<HeldSeries & TableSeries, HeldPanel & WritablePanel>;

export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of series that have been written; not for a wide table. */
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  /** Called with the mismatch of joined panels, with the last block. */
  readonly onMismatch?: ((mismatch: JoinMismatch) => void) | undefined;
}

/**
 * A table in a format, as consecutive blocks. One series of each panel is in memory at a time; further ones wait until
 * the blocks are consumed.
 *
 * @throws as the frames of a panel do, and the signal's reason when it aborts.
 */
export async function* tableBlocks(
  worker: FrameWorker,
  table: WritableTable,
  view: TableView,
  format: FileFormat,
  { signal, onProgress, onMismatch }: WriteOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  const held = arranged(table);
  const frame = await frameOf(held, view, signal);
  if (frame !== undefined) {
    yield await worker.encode(frame, format, tableMetadata(held, view), signal);
    return;
  }
  if (held.kind === "series") return;
  const prefetched = held.kind === "panel" ? held.member.prefetched : undefined;
  const written = prefetched?.format === format ? await prefetched.blocks : undefined;
  if (written !== undefined) {
    for (const block of written) {
      signal?.throwIfAborted();
      yield block;
    }
    return;
  }
  const long = longTable(held, view.slice);
  async function* counted(): AsyncGenerator<LongPart, void, void> {
    let done = 0;
    for await (const part of long.parts(signal)) {
      onProgress?.(done++, long.series);
      yield part;
    }
  }
  const metadata = (): ReturnType<typeof tableMetadata> => tableMetadata(held, view);
  yield* longBlocks(worker, { format, layout: long.layout, metadata }, counted(), signal);
  const mismatch = long.mismatch?.();
  if (mismatch !== undefined) onMismatch?.(mismatch);
}

/** Sorts the series of a set as in its table. */
function arranged(table: WritableTable): WritableTable {
  if (table.kind !== "set") return table;
  const { series } = arrangedSeries(table.members);
  return { kind: "set", members: series.map(({ item }) => item) };
}

/** A table that is a single frame: a series, or a wide layout. Undefined for a long table. */
async function frameOf(
  table: WritableTable,
  { slice, column }: TableView,
  signal: AbortSignal | undefined,
): Promise<Frame | undefined> {
  switch (table.kind) {
    case "series":
      return sliceFrame(table.member.frame, slice);
    case "set":
      return column === undefined ? undefined : toWideFrame(arrangedSeries(table.members), column);
    case "panel":
      return column === undefined
        ? undefined
        : panelWideFrame(table.member, { slice, column }, signal);
    case "join":
      return undefined;
  }
}

/** The wide layout of one column of a panel; the other columns are discarded. */
export async function panelWideFrame(
  { panel, panels }: PanelFrames,
  { slice, column }: TableView & { readonly column: string },
  signal: AbortSignal | undefined,
): Promise<Frame> {
  const series: TableSeries[] = [];
  for await (const { variant, frame } of panels.frames(panel, signal)) {
    const wanted = partOf(frame, { ...slice, columns: [column] });
    series.push({ reference: variant.reference, service: "", frame: wanted });
  }
  return toWideFrame(arrangedSeries(series), column);
}

/** Series in the long layout. */
interface LongTable {
  readonly layout: LongLayout;
  /** The number of series. */
  readonly series: number;
  /** In the order of the table; one of each panel is in memory at a time. */
  parts(signal?: AbortSignal): Iterable<LongPart> | AsyncIterable<LongPart>;
  /** The mismatch of joined panels, once all parts have been consumed. */
  mismatch?(): JoinMismatch;
}

/**
 * The parts of a long table.
 *
 * @param slice - The requested part of a panel.
 */
export function longTable(
  table: Exclude<TableOf<TableSeries, PanelFrames>, { readonly kind: "series" }>,
  slice?: Slice,
): LongTable {
  switch (table.kind) {
    case "set":
      return longSet(table.members);
    case "panel":
      return longPanel(table.member, slice);
    case "join":
      return joinedPanels(table.members);
  }
}

function longSet(members: readonly TableSeries[]): LongTable {
  const { names, series } = arrangedSeries(members);
  const shapes = series.map(({ item }) => item.frame.columns);
  const parts = series.map(({ item: { frame }, coordinates }) => ({ coordinates, frame }));
  return { layout: longLayout(names, shapes), series: series.length, parts: () => parts };
}

function longPanel({ panel, panels }: PanelFrames, slice: Slice | undefined): LongTable {
  async function* parts(signal?: AbortSignal): AsyncGenerator<LongPart, void, void> {
    for await (const each of panels.frames(panel, signal)) {
      yield panelPart(panel.reference, each, slice);
    }
  }
  return { layout: panelLayout(panel, slice), series: panel.variants.length, parts };
}

/** The rows of one variant in a panel's long table. */
export function panelPart(
  reference: PanelRef,
  { variant, frame }: PanelVariantFrame,
  slice: Slice | undefined,
): LongPart {
  const coordinates = tagValuesOf(reference, variant.reference.tags);
  return { coordinates, frame: partOf(frame, slice) };
}

function joinedPanels(members: readonly PanelFrames[]): LongTable {
  const prefixes = panelPrefixes(members.map(({ panel }) => panel.reference));
  const join = new PanelJoin(
    members.map(({ panel }, at) => ({
      prefix: prefixes[at] ?? "",
      tagKinds: Object.keys(panel.reference.tags),
      columns: panelLayout(panel).columns,
    })),
  );
  async function* framesOf(
    { panel, panels }: PanelFrames,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<VariantFrame, void, void> {
    for await (const { variant, frame } of panels.frames(panel, signal)) {
      yield { values: join.valuesOf(variant.reference.tags), frame };
    }
  }
  const variants = members.flatMap(({ panel }) => panel.variants);
  const keys = variants.map(({ reference }) => JSON.stringify(join.valuesOf(reference.tags)));
  return {
    layout: join.layout,
    series: new Set(keys).size,
    parts: (signal) => join.parts(members.map((member) => framesOf(member, signal))),
    mismatch: () => join.mismatch,
  };
}

/** A long table with its metadata. */
interface DescribedLong extends LongSpec {
  /** Whether the numbers of each part move to the thread that writes it. */
  readonly movesParts?: boolean;
  /** Keys and values for the footer of a Parquet file; called after all parts. */
  readonly metadata?: () => Readonly<Record<string, string>>;
}

/**
 * A long table as consecutive blocks, while its parts arrive. Written in a thread of its own, so that clicks do not
 * wait for it. The thread ends with an incomplete table, and holds at most one further part while it writes one.
 *
 * @throws the signal's reason when it aborts.
 */
export async function* longBlocks(
  worker: FrameWorker,
  { metadata = () => ({}), movesParts = false, ...spec }: DescribedLong,
  parts: Iterable<LongPart> | AsyncIterable<LongPart>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const own = worker.fork();
  let isDone = false;
  try {
    let written = own.writeTable({ kind: "begin", spec }, signal);
    // The parts may throw before it is awaited.
    written.catch(() => undefined);
    for await (const part of parts) {
      const next = own.writeTable({ kind: "add", part, moves: movesParts }, signal);
      // Its error is reported when its turn comes, unless an earlier one fails.
      next.catch(() => undefined);
      yield await written;
      written = next;
    }
    yield await written;
    const last = await own.writeTable({ kind: "end", metadata: metadata() }, signal);
    isDone = true;
    yield last;
  } finally {
    if (isDone) worker.takeBack(own);
    else own.dispose();
  }
}
