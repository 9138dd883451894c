import { randomBytes } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
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
 * Writes a file whole or not at all: beside it, down to the disk, then under its name. What had that name before stays until then.
 *
 * @param data - All of it, or its parts, which are written one after another.
 * @param mode - Permissions of the file; those that are usual for new files by default.
 * @throws as the file system does; then nothing is left behind.
 */
export async function writeWholeFile(
  file: string,
  data: string | Uint8Array | readonly Uint8Array[],
  mode = 0o666,
): Promise<void> {
  const temporary = path.join(path.dirname(file), temporaryName());
  try {
    const handle = await open(temporary, "wx", mode);
    await fill(handle, Array.isArray(data) ? data : [data]);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function fill(handle: FileHandle, parts: readonly (string | Uint8Array)[]): Promise<void> {
  try {
    for (const part of parts) await handle.writeFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
