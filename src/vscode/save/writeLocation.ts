import { readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { PendingFile, temporaryName } from "../../store/wholeFile";

/** A file could not be written; nothing of it was left behind. */
export class WriteError extends Error {
  override readonly name = "WriteError";
}

/** Something has the name that a new file was to have. */
export class NameInUseError extends WriteError {}

/**
 * Writes a file whole or not at all, on disk or wherever the editor can. A file that is replaced keeps its permissions,
 * and a link stays one: what it leads to is replaced.
 *
 * @throws {@link WriteError}
 */
export async function writeLocation(location: vscode.Uri, bytes: Uint8Array): Promise<void> {
  await writeBlocks(location, [bytes]);
}

/** Writes a new file whole or not at all; nothing is ever replaced. @throws {@link NameInUseError}, {@link WriteError} */
export async function writeNewLocation(location: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const pending = await PendingLocation.create(location, { isNew: true });
  try {
    await pending.append(bytes);
    await pending.finish();
    await pending.commitNew();
  } catch (error) {
    // What counts is why.
    await Promise.allSettled([pending.discard()]);
    throw error;
  }
}

/**
 * Writes a file whole or not at all as its blocks come.
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
    // What counts is why.
    await Promise.allSettled([pending.discard()]);
    throw error;
  }
}

/** What {@link PendingFile} does, wherever. */
type Pending = Pick<PendingFile, "append" | "finish" | "commit" | "commitNew" | "discard">;

/** A file that is not there until it is whole, on disk or wherever the editor can write. All throw {@link WriteError}. */
export class PendingLocation {
  private constructor(
    readonly location: vscode.Uri,
    private readonly pending: Pending,
  ) {}

  /** @param isNew - Whether nothing at the location is to be replaced, so that it is not looked at. */
  static async create(location: vscode.Uri, { isNew = false } = {}): Promise<PendingLocation> {
    const pending = await reported(location, async (): Promise<Pending> => {
      if (location.scheme !== "file") return new PendingElsewhere(location);
      const { file, mode } = isNew ? { file: location.fsPath } : await replaced(location.fsPath);
      return PendingFile.create(file, mode);
    });
    return new PendingLocation(location, pending);
  }

  async append(block: Uint8Array): Promise<void> {
    await reported(this.location, () => this.pending.append(block));
  }

  /** Brings all of it beside its place. */
  async finish(): Promise<void> {
    await reported(this.location, () => this.pending.finish());
  }

  /** Gives the file its name, once it is finished. */
  async commit(): Promise<void> {
    await reported(this.location, () => this.pending.commit());
  }

  /** Gives the file its name unless something has it. @throws {@link NameInUseError} when something has */
  async commitNew(): Promise<void> {
    try {
      await this.pending.commitNew();
    } catch (error) {
      const isTaken = ["EEXIST", "FileExists"].some((code) => code === codeOf(error));
      if (!isTaken) throw writeProblem(error, this.location);
      const name = path.posix.basename(this.location.path);
      const words = vscode.l10n.t("another file already has the name {0}", name);
      throw new NameInUseError(words, { cause: error });
    }
  }

  /** Leaves nothing behind, unless the file has its name already. */
  async discard(): Promise<void> {
    await reported(this.location, () => this.pending.discard());
  }
}

/** The file that a path leads to, through links, and its permissions when it exists (KEEP-02). */
async function replaced(file: string): Promise<{ readonly file: string; readonly mode?: number }> {
  try {
    const real = await realpath(file);
    return { file: real, mode: (await stat(real)).mode & 0o777 };
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    // A link may lead to a file that does not exist yet.
    const target = await readlink(file).catch(() => undefined);
    return { file: target === undefined ? file : path.resolve(path.dirname(file), target) };
  }
}

/** The editor writes files of other schemes at once, so that all blocks are kept until then. */
class PendingElsewhere {
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
    // It may never have been made; what counts is why.
    await Promise.allSettled([vscode.workspace.fs.delete(this.temporary)]);
  }
}

/** What the file system did not do, in words that help. */
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
  switch (codeOf(error)) {
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

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
