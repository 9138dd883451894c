import { readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";

/** What network drives and RAM disks that cannot resolve paths answer to `realpath`. */
const unresolved: ReadonlySet<unknown> = new Set(["EISDIR", "ENOSYS", "ENOTSUP", "UNKNOWN"]);

/** As many links as Linux follows for one path. */
const maxLinks = 40;

/** Whether a drive cannot resolve paths at all. */
export function isUnresolved(error: unknown): boolean {
  return unresolved.has(fileErrorCode(error));
}

/**
 * The file that a path leads to with links resolved, and its permissions if it exists (KEEP-02). Where the drive cannot
 * resolve paths, and where nothing exists yet, the links of the file itself are followed.
 *
 * @param resolve - The disk's own resolution of a path.
 */
export async function replacedFile(
  file: string,
  resolve: (path: string) => Promise<string> = realpath,
): Promise<{ readonly file: string; readonly mode?: number }> {
  const real = await resolve(file).catch((error: unknown) => {
    if (fileErrorCode(error) !== "ENOENT" && !isUnresolved(error)) throw error;
    return linkedFile(file);
  });
  try {
    return { file: real, mode: (await stat(real)).mode & 0o777 };
  } catch (error) {
    if (fileErrorCode(error) !== "ENOENT") throw error;
    return { file: real };
  }
}

async function linkedFile(file: string, links = maxLinks): Promise<string> {
  // It is no link, or does not exist.
  const target = await readlink(file).catch(() => undefined);
  if (target === undefined || links === 0) return file;
  return linkedFile(path.resolve(path.dirname(file), target), links - 1);
}

/** The code of a file system error, of Node.js or of the editor. */
export function fileErrorCode(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
