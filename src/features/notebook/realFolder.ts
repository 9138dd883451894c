import { lstat, realpath } from "node:fs/promises";
import path from "node:path";
import { isUnresolved } from "../../editor/files/replacedFile";

/** A place on disk or elsewhere, as its URI tells. */
interface Place {
  readonly scheme: string;
  readonly fsPath: string;
}

/**
 * Whether an existing file or folder is a folder or lies in it, with all links resolved (SEC-20). Links exist only on
 * disk. On a drive that cannot resolve paths, they are compared as they are, and a link below the folder is refused.
 *
 * @param resolve - Resolves a path as the disk does.
 * @throws as the file system does for a missing entry.
 */
export async function isReallyWithin(
  location: Place,
  folder: Place,
  resolve: (path: string) => Promise<string> = realpath,
): Promise<boolean> {
  if (folder.scheme !== "file") return true;
  try {
    return isInside(await resolve(folder.fsPath), await resolve(location.fsPath));
  } catch (error) {
    if (!isUnresolved(error)) throw error;
    const isWithin = isInside(folder.fsPath, location.fsPath);
    return isWithin && !(await hasLinks(folder.fsPath, location.fsPath));
  }
}

function isInside(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return !path.isAbsolute(way) && way.split(path.sep)[0] !== "..";
}

/** Whether the path from a folder to a file in it passes through a link. */
async function hasLinks(folder: string, file: string): Promise<boolean> {
  let at = folder;
  for (const step of path.relative(folder, file).split(path.sep)) {
    at = path.join(at, step);
    if (at !== folder && (await lstat(at)).isSymbolicLink()) return true;
  }
  return false;
}
