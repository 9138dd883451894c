import type * as vscode from "vscode";
import { panelMetadata } from "../../../data/panelMetadata";
import { type LongLayout } from "../../../data/longTable";
import { type WireFormat } from "../../../shared/wireFormat";
import { type FrameWorker } from "../../../store/frameWorker";
import { panelLayout, panelParts, panelWideFrame } from "../../../store/panelTable";
import { tableBlocks } from "../../../store/tableBlocks";
import { formatOfLocation } from "../saveLocation";
import { writeBlocks } from "../writeLocation";
import { type FetchedPanel } from "./fetchPanel";
import { writeFrame } from "./writeFrame";
import { type WriteOptions } from "./writeTables";

/** Writes a panel's series one below the other, in the format that the location's ending asks for, whole or not at all. */
export async function writeLongPanel(
  fetched: FetchedPanel,
  location: vscode.Uri,
  worker: Pick<FrameWorker, "fork">,
  options: WriteOptions = {},
): Promise<void> {
  const blocks = longPanelBlocks(fetched, formatOfLocation(location), worker, options);
  await writeBlocks(location, blocks, options.signal);
}

/** The same as blocks; one series is in memory at a time, and one that is being written. */
export function longPanelBlocks(
  fetched: FetchedPanel,
  format: WireFormat,
  worker: Pick<FrameWorker, "fork">,
  { signal, onProgress }: WriteOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
  const { variants } = fetched.panel;
  const layout: LongLayout = panelLayout(fetched);
  const spec = { format, layout, series: variants.length, metadata: metadataOf(fetched) };
  async function* counted(): ReturnType<typeof panelParts> {
    let done = 0;
    for await (const part of panelParts(fetched, signal)) {
      onProgress?.(done++, variants.length);
      yield part;
    }
  }
  return tableBlocks(worker, spec, counted(), signal);
}

/** Writes one column of a panel's series side by side, whole or not at all. */
export async function writeWidePanel(
  fetched: FetchedPanel,
  wideColumn: string,
  location: vscode.Uri,
  worker: Pick<FrameWorker, "fork">,
  { signal }: WriteOptions = {},
): Promise<void> {
  const format = formatOfLocation(location);
  const frame = await panelWideFrame(fetched, wideColumn, signal);
  const metadata = metadataOf(fetched, wideColumn);
  await writeFrame({ frame, format, metadata }, location, worker, signal);
}

function metadataOf(
  { panel, slice, service, isSample }: FetchedPanel,
  wideColumn?: string,
): Readonly<Record<string, string>> {
  const { reference, variants, staleBecause } = panel;
  return panelMetadata({
    reference,
    variants,
    service,
    isSample,
    isStale: staleBecause !== undefined,
    ...(slice === undefined ? {} : { slice }),
    ...(wideColumn === undefined ? {} : { wideColumn }),
  });
}
