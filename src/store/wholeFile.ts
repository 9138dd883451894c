import { randomBytes } from "node:crypto";
import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import path from "node:path";

const temporaryForm = /^\.macro-signals-[0-9a-f]{16}\.part$/;

/** A new temporary name for an incomplete file; short, whatever the file's name. */
export function temporaryName(): string {
  return `.macro-signals-${randomBytes(8).toString("hex")}.part`;
}

/** Whether this is the name of an incomplete file, which may be left over from a killed process. */
export function isTemporaryName(name: string): boolean {
  return temporaryForm.test(name);
}

/**
 * A file that appears only when it is complete: written beside its destination, then renamed. A previous file of that
 * name stays until then.
 */
export class PendingFile {
  private isOpen = true;

  private constructor(
    private readonly file: string,
    private readonly temporary: string,
    private readonly handle: FileHandle,
  ) {}

  /** @param mode - Permissions of the file, regardless of the process's umask; the default permissions if absent. */
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

  /** In one go where the system does so: `writeFile` writes large data in small pieces. */
  async append(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    for (let written = 0; written < bytes.byteLength;) {
      written += (await this.handle.write(bytes, written)).bytesWritten;
    }
  }

  /** Flushes to disk and closes the file. */
  async finish(): Promise<void> {
    await this.handle.sync();
    await this.close();
  }

  /** Closes without flushing: the file is damaged if power fails before the system writes it. */
  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await this.handle.close();
  }

  /** Renames the finished file to its name. */
  async commit(): Promise<void> {
    await rename(this.temporary, this.file);
  }

  /**
   * Renames the finished file to its name, unless that exists.
   *
   * @throws with the code `EEXIST` if it exists; the existing file is unchanged.
   */
  async commitNew(): Promise<void> {
    try {
      await link(this.temporary, this.file);
    } catch (error) {
      if (!isLinkless(error)) throw error;
      await this.claim();
      return;
    }
    // The file has its name; the temporary one may stay.
    await Promise.allSettled([rm(this.temporary, { force: true })]);
  }

  /** Without hard links, an empty file reserves the name until this one replaces it. */
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

  /** Deletes the temporary file, unless it has been renamed already. */
  async discard(): Promise<void> {
    try {
      await this.close();
    } finally {
      await rm(this.temporary, { force: true });
    }
  }
}

/** Whether an error means that the file system does not support hard links. */
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

export interface WholeFileOptions {
  /** Permissions of the file; the default permissions if absent. */
  readonly mode?: number;
  /** Flushes to disk before the file appears; needed for data that cannot be fetched again. */
  readonly isFlushed?: boolean;
}

/**
 * Writes a file atomically: first under another name beside its destination, then renames it. A previous file stays until
 * then.
 *
 * @param data - The content, or its parts in order.
 * @throws as the file system does; then nothing is left behind.
 */
export async function writeWholeFile(
  file: string,
  data: string | Uint8Array | readonly Uint8Array[],
  { mode, isFlushed = false }: WholeFileOptions = {},
): Promise<void> {
  const pending = await PendingFile.create(file, mode);
  try {
    const parts: readonly (string | Uint8Array)[] = Array.isArray(data) ? data : [data];
    for (const part of parts) await pending.append(part);
    await (isFlushed ? pending.finish() : pending.close());
    await pending.commit();
  } catch (error) {
    // The original error matters, not this one.
    await Promise.allSettled([pending.discard()]);
    throw error;
  }
}
