import type * as vscode from "vscode";
import { arrangedSeries } from "../../../data/coordinates";
import { longLayout } from "../../../data/longTable";
import { tableMetadata } from "../../../data/table/metadata";
import { toWideFrame } from "../../../data/wideTable";
import { type TableWorker, tableBlocks } from "../../../store/tableBlocks";
import { formatOfLocation } from "../saveLocation";
import { writeBlocks } from "../writeLocation";
import { type SetSeries } from "./fetchSet";
import { writeFrame } from "./writeFrame";

export interface WriteOptions {
  readonly signal?: AbortSignal;
  /** Told how many series have been written. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** Writes the series one below the other, in the format that the location's ending asks for, whole or not at all. */
export async function writeLong(
  fetched: readonly SetSeries[],
  location: vscode.Uri,
  worker: TableWorker,
  { signal, onProgress }: WriteOptions = {},
): Promise<void> {
  const { names, series } = arrangedSeries(fetched);
  const shapes = series.map(({ item }) => item.frame.columns);
  const spec = {
    format: formatOfLocation(location),
    layout: longLayout(names, shapes),
    metadata: () => tableMetadata({ kind: "set", members: series.map(({ item }) => item) }),
  };
  function* parts(): Generator<{
    coordinates: (typeof series)[number]["coordinates"];
    frame: SetSeries["frame"];
  }> {
    for (const [done, { item, coordinates }] of series.entries()) {
      onProgress?.(done, series.length);
      yield { coordinates, frame: item.frame };
    }
  }
  await writeBlocks(location, tableBlocks(worker, spec, parts(), signal), signal);
}

/** Writes one column of the series side by side, in the format that the location's ending asks for, whole or not at all. */
export async function writeWide(
  fetched: readonly SetSeries[],
  wideColumn: string,
  location: vscode.Uri,
  worker: TableWorker,
  { signal }: WriteOptions = {},
): Promise<void> {
  const format = formatOfLocation(location);
  const arranged = arrangedSeries(fetched);
  const members = arranged.series.map(({ item }) => item);
  const metadata = tableMetadata({ kind: "set", members }, { column: wideColumn });
  const frame = toWideFrame(arranged, wideColumn);
  await writeFrame({ frame, format, metadata }, location, worker, signal);
}
