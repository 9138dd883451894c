import * as vscode from "vscode";
import { temporaryName } from "../../store/wholeFile";
import { writeBlocks, writeProblem } from "./writeLocation";

/** A file of a folder. */
export interface FolderFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly blocks: AsyncIterable<Uint8Array>;
}

/**
 * Writes a folder of files, one after the other, completely or not at all: a folder of that name is replaced by the
 * finished one, with everything in it.
 *
 * @throws WriteError, as the source of the files does, and the signal's reason when it aborts.
 */
export async function writeFolder(
  location: vscode.Uri,
  files: AsyncIterable<FolderFile>,
  signal?: AbortSignal,
): Promise<void> {
  const { fs } = vscode.workspace;
  const staging = vscode.Uri.joinPath(location, "..", temporaryName());
  const made = vscode.Uri.joinPath(staging, "new");
  try {
    await reported(location, fs.createDirectory(made));
    for await (const { path, blocks } of files) {
      const file = vscode.Uri.joinPath(made, path);
      await reported(location, fs.createDirectory(vscode.Uri.joinPath(file, "..")));
      await writeBlocks(file, blocks, signal);
    }
    signal?.throwIfAborted();
    await reported(location, replace(location, made, vscode.Uri.joinPath(staging, "old")));
  } finally {
    // It may not exist; report the original failure.
    await Promise.allSettled([fs.delete(staging, { recursive: true })]);
  }
}

/** Whether something has this name. */
export async function isTaken(location: vscode.Uri): Promise<boolean> {
  const found = vscode.workspace.fs.stat(location);
  return Promise.resolve(found).then(
    () => true,
    () => false,
  );
}

/** Renames the new folder; an earlier one of that name keeps it if that fails. */
async function replace(location: vscode.Uri, made: vscode.Uri, old: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  const isReplaced = await isTaken(location);
  if (isReplaced) await fs.rename(location, old);
  try {
    await fs.rename(made, location);
  } catch (error) {
    if (isReplaced) await fs.rename(old, location);
    throw error;
  }
}

async function reported(location: vscode.Uri, work: Thenable<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw writeProblem(error, location);
  }
}
