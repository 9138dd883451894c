import path from "node:path";
import * as vscode from "vscode";
import { PendingFile, temporaryName } from "../../store/wholeFile";
import { fileErrorCode, replacedFile } from "./replacedFile";

/** A file could not be written; nothing of it was left behind. */
export class WriteError extends Error {
  override readonly name = "WriteError";
}

/** The name of a new file is already in use. */
export class NameInUseError extends WriteError {}

/**
 * Writes a file completely or not at all, on disk or wherever the editor can. A replaced file keeps its permissions;
 * for a link, its target is replaced.
 *
 * @throws {@link WriteError}
 */
export async function writeLocation(location: vscode.Uri, bytes: Uint8Array): Promise<void> {
  await writeBlocks(location, [bytes]);
}

/**
 * Writes a new file completely or not at all; never replaces one. @throws {@link NameInUseError}, {@link WriteError}
 */
export async function writeNewLocation(location: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const pending = await PendingLocation.create(location, { isNew: true });
  try {
    await pending.append(bytes);
    await pending.finish();
    await pending.commitNew();
  } catch (error) {
    // Report the original failure.
    await Promise.allSettled([pending.discard()]);
    throw error;
  }
}

/**
 * Writes a file block by block, completely or not at all.
 *
 * @throws {@link WriteError}, or as the source of the blocks does.
 */
export async function writeBlocks(
  location: vscode.Uri,
  blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  const pending = await PendingLocation.create(location);
  try {
    for await (const block of blocks) await pending.append(block);
    await pending.finish();
    signal?.throwIfAborted();
    await pending.commit();
  } catch (error) {
    // Report the original failure.
    await Promise.allSettled([pending.discard()]);
    throw error;
  }
}

/** A pending file on disk or elsewhere. */
interface Pending {
  append(block: Uint8Array): Promise<void>;
  finish(): Promise<void>;
  commit(): Promise<void>;
  commitNew(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * A file that appears only when it is complete, on disk or wherever the editor can write. All methods throw {@link
 * WriteError}.
 */
export class PendingLocation {
  private constructor(
    readonly location: vscode.Uri,
    private readonly pending: Pending,
  ) {}

  /** @param isNew - Whether nothing is replaced, so that the location need not be checked. */
  static async create(location: vscode.Uri, { isNew = false } = {}): Promise<PendingLocation> {
    const pending = await reported(location, async (): Promise<Pending> => {
      if (location.scheme !== "file") return new PendingElsewhere(location);
      const { file, mode } = isNew
        ? { file: location.fsPath }
        : await replacedFile(location.fsPath);
      return PendingFile.create(file, mode);
    });
    return new PendingLocation(location, pending);
  }

  async append(block: Uint8Array): Promise<void> {
    await reported(this.location, () => this.pending.append(block));
  }

  /** Completes the temporary file beside the location. */
  async finish(): Promise<void> {
    await reported(this.location, () => this.pending.finish());
  }

  /** Renames the finished file to its name. */
  async commit(): Promise<void> {
    await reported(this.location, () => this.pending.commit());
  }

  /** Renames the finished file unless the name is in use. @throws {@link NameInUseError} when it is */
  async commitNew(): Promise<void> {
    try {
      await this.pending.commitNew();
    } catch (error) {
      const isTaken = ["EEXIST", "FileExists"].some((code) => code === fileErrorCode(error));
      if (!isTaken) throw writeProblem(error, this.location);
      const name = path.posix.basename(this.location.path);
      const words = vscode.l10n.t("another file already has the name {0}", name);
      throw new NameInUseError(words, { cause: error });
    }
  }

  /** Deletes the temporary file, unless it already has its final name. */
  async discard(): Promise<void> {
    await reported(this.location, () => this.pending.discard());
  }
}

/** Collects all blocks in memory: files of other schemes are written in one call. */
class PendingElsewhere implements Pending {
  private readonly blocks: Uint8Array[] = [];
  private readonly temporary: vscode.Uri;

  constructor(private readonly location: vscode.Uri) {
    this.temporary = vscode.Uri.joinPath(location, "..", temporaryName());
  }

  append(block: Uint8Array): Promise<void> {
    this.blocks.push(block);
    return Promise.resolve();
  }

  async finish(): Promise<void> {
    await vscode.workspace.fs.writeFile(this.temporary, Buffer.concat(this.blocks));
  }

  async commit(): Promise<void> {
    await vscode.workspace.fs.rename(this.temporary, this.location, { overwrite: true });
  }

  async commitNew(): Promise<void> {
    await vscode.workspace.fs.rename(this.temporary, this.location, { overwrite: false });
  }

  async discard(): Promise<void> {
    // It may not exist; report the original failure.
    await Promise.allSettled([vscode.workspace.fs.delete(this.temporary)]);
  }
}

/** Explains a file system error. */
export function writeProblem(error: unknown, location: vscode.Uri): WriteError {
  return new WriteError(problemOf(error, location), { cause: error });
}

async function reported<T>(location: vscode.Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw writeProblem(error, location);
  }
}

function problemOf(error: unknown, location: vscode.Uri): string {
  const name = path.posix.basename(location.path);
  const folder = path.posix.dirname(location.path);
  switch (fileErrorCode(error)) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "NoPermissions":
      return vscode.l10n.t("the folder {0} is not writable", folder);
    case "ENOSPC":
    case "EDQUOT":
      return vscode.l10n.t("the disk of the folder {0} is full", folder);
    case "ENOTDIR":
    case "FileNotADirectory":
      return vscode.l10n.t("{0} is not a folder", folder);
    case "ENOENT":
    case "FileNotFound":
      return vscode.l10n.t("the folder {0} does not exist", folder);
    case "EISDIR":
    case "ENOTEMPTY":
    case "EEXIST":
    case "FileIsADirectory":
      return vscode.l10n.t("{0} is a folder", name);
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
