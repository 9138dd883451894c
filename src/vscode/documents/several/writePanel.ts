import type * as vscode from "vscode";
import { tableMetadata } from "../../../data/table/metadata";
import { type FileFormat } from "../../../shared/wireFormat";
import { panelLayout, panelParts, panelWideFrame } from "../../../store/panelTable";
import { type TableWorker, tableBlocks } from "../../../store/tableBlocks";
import { formatOfLocation } from "../saveLocation";
import { writeBlocks } from "../writeLocation";
import { type FetchedPanel } from "./fetchPanel";
import { writeFrame } from "./writeFrame";
import { type WriteOptions } from "./writeTables";

/** Writes a panel's series one below the other, in the format that the location's ending asks for, whole or not at all. */
export async function writeLongPanel(
  fetched: FetchedPanel,
  location: vscode.Uri,
  worker: TableWorker,
  options: WriteOptions = {},
): Promise<void> {
  const blocks = longPanelBlocks(fetched, formatOfLocation(location), worker, options);
  await writeBlocks(location, blocks, options.signal);
}

/**
 * The same as blocks: of a table that has been written already, or one series in memory at a time, and one that is being
 * written.
 */
export async function* longPanelBlocks(
  fetched: FetchedPanel,
  format: FileFormat,
  worker: TableWorker,
  { signal, onProgress }: WriteOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  const { panel, table } = fetched;
  const ahead = table?.format === format ? await table.blocks : undefined;
  if (ahead !== undefined) {
    for (const block of ahead) {
      signal?.throwIfAborted();
      yield block;
    }
    return;
  }
  async function* counted(): ReturnType<typeof panelParts> {
    let done = 0;
    for await (const part of panelParts(fetched, signal)) {
      onProgress?.(done++, panel.variants.length);
      yield part;
    }
  }
  const layout = panelLayout(fetched);
  const metadata = (): ReturnType<typeof tableMetadata> =>
    tableMetadata({ kind: "panel", member: fetched }, fetched);
  yield* tableBlocks(worker, { format, layout, metadata }, counted(), signal);
}

/** Writes one column of a panel's series side by side, whole or not at all. */
export async function writeWidePanel(
  fetched: FetchedPanel,
  wideColumn: string,
  location: vscode.Uri,
  worker: TableWorker,
  { signal }: WriteOptions = {},
): Promise<void> {
  const format = formatOfLocation(location);
  const frame = await panelWideFrame(fetched, wideColumn, signal);
  const view = { slice: fetched.slice, column: wideColumn };
  const metadata = tableMetadata({ kind: "panel", member: fetched }, view);
  await writeFrame({ frame, format, metadata }, location, worker, signal);
}
