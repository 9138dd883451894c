import * as vscode from "vscode";
import { tableMetadata } from "../../data/table/metadata";
import { tableName } from "../../data/table/name";
import { valuesDigest } from "../../data/valuesDigest";
import { type FileFormat } from "../../shared/wireFormat";
import { type FrameWorker } from "../../store/frameWorker";
import { type WriteOptions } from "../../store/tableBlocks";
import { type FailedSeries, type FetchedSeries } from "../../store/tables";
import { PendingLocation } from "./writeLocation";

/** A series and its file name. */
export interface NamedSeries {
  readonly series: FetchedSeries;
  readonly name: string;
}

/** Gives each series a unique file name, even if two services provide the same series. */
export function namedSeries(
  all: readonly FetchedSeries[],
  format: FileFormat,
): readonly NamedSeries[] {
  const taken = new Set<string>();
  return all.map((series) => {
    const table = { kind: "series", member: series } as const;
    const usual = tableName(table, {}, format);
    const name = taken.has(usual.toLowerCase())
      ? tableName(table, {}, format, valuesDigest(series.frame))
      : usual;
    taken.add(name.toLowerCase());
    return { series, name };
  });
}

/** The names that already exist in a folder, ignoring case. */
export async function takenNames(
  names: readonly string[],
  folder: vscode.Uri,
): Promise<ReadonlySet<string>> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const present = new Set(entries.map(([name]) => name.toLowerCase()));
  return new Set(names.filter((name) => present.has(name.toLowerCase())));
}

/**
 * Writes each series into its own file. All are complete in temporary files before the first gets its name, so a
 * cancellation or a full disk leaves none.
 *
 * @returns The series whose names could not be taken.
 * @throws WriteError, or the signal's reason when it aborts.
 */
export async function writeFiles(
  worker: FrameWorker,
  named: readonly NamedSeries[],
  folder: vscode.Uri,
  format: FileFormat,
  { signal, onProgress }: WriteOptions = {},
): Promise<readonly FailedSeries[]> {
  const own = worker.fork();
  const pending: { series: FetchedSeries; file: PendingLocation }[] = [];
  try {
    for (const [done, { series, name }] of named.entries()) {
      onProgress?.(done, named.length);
      const metadata = tableMetadata({ kind: "series", member: series });
      const bytes = await own.encode(series.frame, format, metadata, signal);
      signal?.throwIfAborted();
      const file = await PendingLocation.create(vscode.Uri.joinPath(folder, name));
      pending.push({ series, file });
      await file.append(bytes);
      await file.finish();
    }
    signal?.throwIfAborted();
  } catch (error) {
    await Promise.allSettled(pending.map(({ file }) => file.discard()));
    throw error;
  } finally {
    own.dispose();
  }
  const failed: FailedSeries[] = [];
  for (const { series, file } of pending) {
    try {
      await file.commit();
    } catch (error) {
      // Report the original failure.
      await Promise.allSettled([file.discard()]);
      failed.push({ target: series.target, error });
    }
  }
  return failed;
}
