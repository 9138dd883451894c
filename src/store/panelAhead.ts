import { isDeepStrictEqual } from "node:util";
import { type LongPart } from "../data/longTable";
import { type PanelRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Slice } from "../shared/slice";
import { type WireFormat } from "../shared/wireFormat";
import {
  type FetchPanelOptions,
  type Panel,
  type PanelVariant,
  type PanelVariantFrame,
} from "./panel";
import { type Panels } from "./panels";
import { panelLayout, panelPart } from "./panelTable";
import { type TableWorker, tableBlocks } from "./tableBlocks";

/** A panel's long table, as `tableBlocks` gives it. */
export interface WrittenTable {
  readonly format: WireFormat;
  readonly blocks: readonly Uint8Array[];
}

/** What shall become of a panel once it has come. */
export interface PanelTable {
  readonly reference: PanelRef;
  readonly slice?: Slice;
  readonly format: WireFormat;
  /** For the footer of a Parquet file. */
  readonly metadata: (panel: Panel) => Readonly<Record<string, string>>;
}

export interface PanelAhead {
  readonly panel: Panel;
  /** Absent where it could not be written ahead: of what was kept, of large ones, and where something failed. */
  readonly table?: WrittenTable;
}

/** A table that is larger is written where it is to be, once it is known where. */
const mostBytes = 128 * 1024 * 1024;

/**
 * A panel, and its long table where that could be written while the panel was fetched: who saves it need not wait for both,
 * one after the other.
 *
 * @throws as `Panels.panel` does.
 */
export async function panelAhead(
  panels: Pick<Panels, "panel">,
  worker: TableWorker,
  wanted: PanelTable,
  options: FetchPanelOptions = {},
): Promise<PanelAhead> {
  const stopped = new AbortController();
  const { signal = stopped.signal } = options;
  const either = AbortSignal.any([signal, stopped.signal]);
  let writing: Promise<WrittenTable | undefined> | undefined;
  const onFrames = (frames: AsyncIterable<PanelVariantFrame>): void => {
    const write = writtenTable(worker, wanted, frames, () => fetching, either);
    // It is written anew where it is wanted, and a failure that stays is told there.
    writing = write.catch(() => undefined);
  };
  const fetching: Promise<Panel> = panels.panel(wanted.reference, { ...options, onFrames });
  try {
    const panel = await fetching;
    const table = panel.failed.length === 0 ? await writing : undefined;
    options.signal?.throwIfAborted();
    return { panel, ...(table === undefined ? {} : { table }) };
  } finally {
    stopped.abort();
  }
}

/**
 * The columns of the first variant are taken for those of all.
 *
 * @returns Undefined where there is nothing to write, or too much.
 * @throws RangeError where this is not the table of the panel that has come.
 */
async function writtenTable(
  worker: TableWorker,
  { reference, slice, format, metadata }: PanelTable,
  frames: AsyncIterable<PanelVariantFrame>,
  fetching: () => Promise<Panel>,
  signal: AbortSignal,
): Promise<WrittenTable | undefined> {
  const rest = frames[Symbol.asyncIterator]();
  const first = await rest.next();
  if (first.done === true) return undefined;
  const part = slice === undefined ? {} : { slice };
  const shown = { reference, variants: [first.value.variant] };
  const layout = panelLayout({ panel: shown, ...part });
  let said: Readonly<Record<string, string>> = {};
  async function* parts(): AsyncGenerator<LongPart, void, void> {
    const written: PanelVariant[] = [];
    for (let next = first; next.done !== true; next = await rest.next()) {
      written.push(next.value.variant);
      yield panelPart(reference, next.value, slice);
    }
    const panel = await fetching();
    const isWhole = isDeepStrictEqual(written.map(pathOf), panel.variants.map(pathOf));
    if (!isWhole || !isDeepStrictEqual(panelLayout({ panel, ...part }), layout)) {
      throw new RangeError("the panel has become another one than was written");
    }
    said = metadata(panel);
  }
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  const table = { format, layout, metadata: () => said };
  for await (const block of tableBlocks(worker, table, parts(), signal)) {
    blocks.push(block);
    bytes += block.length;
    if (bytes > mostBytes) return undefined;
  }
  return { format, blocks };
}

function pathOf({ reference }: PanelVariant): string {
  return referencePath(reference);
}
