import { isDeepStrictEqual } from "node:util";
import { type LongLayout, type LongPart, panelLayout } from "../data/table/long";
import { type PanelRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Slice } from "../shared/slice";
import { type FileFormat } from "../shared/wireFormat";
import {
  type FetchPanelOptions,
  type Panel,
  type PanelVariant,
  type PanelVariantFrame,
} from "./panel";
import { type Panels } from "./panels";
import { type FrameWorker } from "./frameWorker";
import { type PrefetchedTable, longBlocks, panelPart } from "./tableBlocks";

/** How to write a panel once it is complete. */
export interface WantedTable {
  readonly reference: PanelRef;
  readonly slice?: Slice | undefined;
  readonly format: FileFormat;
  /** For the footer of a Parquet file. */
  readonly metadata: (panel: Panel) => Readonly<Record<string, string>>;
  /** A larger table is written later, directly to its destination; 128 MiB by default. */
  readonly maxBytes?: number;
}

export interface PrefetchedPanel {
  readonly panel: Panel;
  /** Absent for a cached panel, and if some of it failed. */
  readonly prefetched?: PrefetchedTable;
}

const defaultMostBytes = 128 * 1024 * 1024;

/**
 * A panel, and its long table, which is written from the first frame on, so that saving does not have to wait for one
 * after the other. Writing continues after the panel is complete, until the signal aborts.
 *
 * @throws as `Panels.panel` does.
 */
export async function prefetchPanel(
  panels: Panels,
  worker: FrameWorker,
  wanted: WantedTable,
  options: FetchPanelOptions = {},
): Promise<PrefetchedPanel> {
  const stopped = new AbortController();
  const signals = [stopped.signal, ...(options.signal === undefined ? [] : [options.signal])];
  const signal = AbortSignal.any(signals);
  let blocks: PrefetchedTable["blocks"] | undefined;
  const onFrames = (frames: AsyncGenerator<PanelVariantFrame, void, void>): void => {
    const written = writtenBlocks(worker, wanted, frames, () => fetching, signal);
    // It is written again at its destination, where a persistent failure is reported.
    blocks = written.catch(() => undefined);
  };
  const fetching: Promise<Panel> = panels.panel(wanted.reference, { ...options, onFrames });
  const panel = await fetching;
  if (blocks !== undefined && panel.failed.length === 0) {
    return { panel, prefetched: { format: wanted.format, blocks } };
  }
  stopped.abort();
  return { panel };
}

/**
 * Takes the columns of the first variant for those of all.
 *
 * @returns Undefined if there is nothing to write, or too much.
 * @throws RangeError if this is not the table of the completed panel.
 */
async function writtenBlocks(
  worker: FrameWorker,
  { reference, slice, format, metadata, maxBytes = defaultMostBytes }: WantedTable,
  frames: AsyncGenerator<PanelVariantFrame, void, void>,
  fetching: () => Promise<Panel>,
  signal: AbortSignal,
): Promise<readonly Uint8Array[] | undefined> {
  const first = await frames.next();
  if (first.done === true) return undefined;
  const opening = first.value.variant;
  const layoutWith = (variants: readonly PanelVariant[]): LongLayout =>
    panelLayout({ reference, variants }, slice);
  const layout = layoutWith([opening]);
  let footer: Readonly<Record<string, string>> = {};
  async function* parts(): AsyncGenerator<LongPart, void, void> {
    const written: PanelVariant[] = [];
    try {
      let next: IteratorResult<PanelVariantFrame, void> = first;
      for (; next.done !== true; next = await frames.next()) {
        const { variant } = next.value;
        written.push(variant);
        expectSame(layoutWith([opening, variant]), layout);
        yield panelPart(reference, next.value, slice);
      }
    } finally {
      // Not awaited after an abort.
      await frames.return();
    }
    const panel = await fetching();
    expectSame(written.map(pathOf), panel.variants.map(pathOf));
    footer = metadata(panel);
  }
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  const table = { format, layout, metadata: () => footer };
  for await (const block of longBlocks(worker, table, parts(), signal)) {
    blocks.push(block);
    bytes += block.length;
    if (bytes > maxBytes) return undefined;
  }
  return blocks;
}

function expectSame(written: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(written, wanted)) return;
  throw new RangeError("the panel has become another one than was written");
}

function pathOf({ reference }: PanelVariant): string {
  return referencePath(reference);
}
