import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { isAbsence } from "./checkedFile";
import { isTemporaryName } from "./wholeFile";

/** Deletes the folders of some owners; returns the paths of those that remain. */
export async function clearOwners(
  folder: string,
  isCleared: (owner: string) => boolean,
): Promise<readonly string[]> {
  const left: string[] = [];
  try {
    for (const owner of (await readdir(folder)).filter(isCleared)) {
      const own = path.join(folder, owner);
      await clearFolder(own);
      if (await isThere(own)) left.push(own);
    }
  } catch (error) {
    // A folder that cannot be read may still hold answers.
    if (!isAbsence(error)) left.push(folder);
  }
  return left;
}

/** What a deletion freed. */
export interface Freed {
  readonly files: number;
  readonly bytes: number;
}

/** Deletes a folder. A file that cannot be deleted stays and is not counted. */
export async function clearFolder(folder: string): Promise<Freed> {
  let [files, bytes] = [0, 0];
  // A folder or file that another window has deleted in the meantime needs no deleting.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const size = await freed(path.join(entry.parentPath, entry.name));
    bytes += size ?? 0;
    if (size !== undefined && !isTemporaryName(entry.name)) files += 1;
  }
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  return { files, bytes };
}

/** The size in bytes of a file that was deleted; undefined if it could not be. */
async function freed(file: string): Promise<number | undefined> {
  try {
    const { size } = await stat(file);
    await rm(file);
    return size;
  } catch {
    // Already deleted, or locked by another program.
    return undefined;
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => !isAbsence(error),
  );
}
