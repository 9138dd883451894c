import { randomBytes } from "node:crypto";
import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import path from "node:path";

const temporaryForm = /^\.macro-signals-[0-9a-f]{16}\.part$/;

/** A new name beside a file, for what is not yet whole; short, whatever the file is called. */
export function temporaryName(): string {
  return `.macro-signals-${randomBytes(8).toString("hex")}.part`;
}

/** Whether a file with this name is not yet whole, or never became so because its writer was killed. */
export function isTemporaryName(name: string): boolean {
  return temporaryForm.test(name);
}

/**
 * A file that is not there until it is whole: written beside its place, then put under its name. What had that name before
 * stays until then.
 */
export class PendingFile {
  private isOpen = true;

  private constructor(
    private readonly file: string,
    private readonly temporary: string,
    private readonly handle: FileHandle,
  ) {}

  /** @param mode - Permissions of the file, whatever the process's mask; those of new files by default. */
  static async create(file: string, mode?: number): Promise<PendingFile> {
    const temporary = path.join(path.dirname(file), temporaryName());
    const pending = new PendingFile(file, temporary, await open(temporary, "wx", mode ?? 0o666));
    try {
      if (mode !== undefined) await pending.handle.chmod(mode);
      return pending;
    } catch (error) {
      await Promise.allSettled([pending.discard()]);
      throw error;
    }
  }

  async append(data: string | Uint8Array): Promise<void> {
    await this.handle.writeFile(data);
  }

  /** Brings what was written down to the disk; nothing more can be written then. */
  async finish(): Promise<void> {
    await this.handle.sync();
    await this.close();
  }

  /** Leaves it to the system when the disk has it: if power fails before, the file is damaged. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.handle.close();
  }

  /** Gives the file its name, once it is finished. */
  async commit(): Promise<void> {
    await rename(this.temporary, this.file);
  }

  /**
   * Gives the file its name, once it is finished, unless something has it.
   *
   * @throws with the code `EEXIST` when something has; then that is left alone.
   */
  async commitNew(): Promise<void> {
    try {
      await link(this.temporary, this.file);
    } catch (error) {
      if (!isLinkless(error)) throw error;
      await this.claim();
      return;
    }
    // The file has its name: the other one may stay.
    await Promise.allSettled([rm(this.temporary, { force: true })]);
  }

  /** Where files have one name each, an empty one keeps it until this one takes its place. */
  private async claim(): Promise<void> {
    const empty = await open(this.file, "wx");
    try {
      await empty.close();
      await this.commit();
    } catch (error) {
      await Promise.allSettled([rm(this.file, { force: true })]);
      throw error;
    }
  }

  /** Leaves nothing behind, unless the file has its name already. */
  async discard(): Promise<void> {
    try {
      await this.close();
    } finally {
      await rm(this.temporary, { force: true });
    }
  }
}

/** Whether a file system knows no second name of a file. */
function isLinkless(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && linklessCodes.has(code);
}

const linklessCodes: ReadonlySet<string> = new Set([
  "EACCES",
  "EINVAL",
  "EISDIR",
  "EMLINK",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
  "EPERM",
  "UNKNOWN",
]);

/**
 * Writes a file whole or not at all: beside it, then under its name. What had that name before stays until then. For what
 * tells when it is damaged, and can be had again.
 *
 * @param data - All of it, or its parts, which are written one after another.
 * @param mode - Permissions of the file; those that are usual for new files by default.
 * @throws as the file system does; then nothing is left behind.
 */
export async function writeWholeFile(
  file: string,
  data: string | Uint8Array | readonly Uint8Array[],
  mode?: number,
): Promise<void> {
  const pending = await PendingFile.create(file, mode);
  try {
    const parts: readonly (string | Uint8Array)[] = Array.isArray(data) ? data : [data];
    for (const part of parts) await pending.append(part);
    await pending.close();
    await pending.commit();
  } catch (error) {
    // What counts is why.
    await Promise.allSettled([pending.discard()]);
    throw error;
  }
}
