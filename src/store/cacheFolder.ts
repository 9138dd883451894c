import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import { isAbsence, type WriteFile, writeCheckedFile } from "./checkedFile";
import { DefinitionJournal } from "./definitionJournal";
import { type GuardWrite } from "./journal";
import { ListingFiles } from "./listingFiles";
import { SeriesFiles } from "./seriesFiles";
import { SeriesFolder } from "./seriesFolder";
import { isTemporaryName } from "./wholeFile";

/** The kinds of what is kept, each in a folder of that name with a folder for each owner. */
const kinds = ["series", "definitions", "listings"] as const;

function folderOf(storageFolder: string, kind: (typeof kinds)[number], owner = ""): string {
  return path.join(storageFolder, kind, owner);
}

function journalOf(folder: string): string {
  return path.join(folder, "definitions.journal");
}

/** All that is kept of one owner: of what one key was given by one service. */
export interface OwnedFiles {
  readonly series: SeriesFiles;
  readonly definitions: DefinitionJournal;
  readonly listings: ListingFiles;
  /** From now on nothing is written through these; a write that has begun still ends. */
  close(): void;
}

/** What was freed. */
export interface Cleared {
  /** How many there were of each. */
  readonly series: number;
  readonly definitions: number;
  readonly listings: number;
  readonly bytes: number;
}

/**
 * What services gave, kept in the extension's folder of this computer for all windows. Nothing is read or made before
 * it is used.
 */
export class CacheFolder {
  private readonly series: SeriesFolder;
  private readonly writes = new Set<Promise<unknown>>();
  /** Two deletions of one folder would each mistake what the other has yet to delete for something that stays. */
  private readonly oneDeletion = pLimit(1);

  /** @param capacityBytes - Of all kinds and owners together; asked for with each file. 0 keeps none. */
  constructor(
    private readonly storageFolder: string,
    capacityBytes: () => number,
  ) {
    const others = kinds.filter((kind) => kind !== "series");
    this.series = new SeriesFolder(
      folderOf(storageFolder, "series"),
      capacityBytes,
      others.map((kind) => folderOf(storageFolder, kind)),
    );
  }

  /** @param owner - Names a service and a key without telling the key; it names folders. */
  filesOf(owner: string): OwnedFiles {
    let isOpen = true;
    const guard: GuardWrite = async (write) => {
      if (isOpen) await this.series.added(await this.awaited(write()));
    };
    const write: WriteFile = (file, content) => guard(() => writeCheckedFile(file, content));
    return {
      series: new SeriesFiles(this.series, owner, write),
      definitions: new DefinitionJournal(
        journalOf(folderOf(this.storageFolder, "definitions", owner)),
        guard,
      ),
      listings: new ListingFiles(folderOf(this.storageFolder, "listings", owner), write),
      close: () => void (isOpen = false),
    };
  }

  /**
   * Deletes all that is kept of some owners, once the writes that are under way have ended. Their files should be
   * closed before.
   *
   * @returns The folders that could not be deleted, or not entirely.
   */
  async clear(isCleared: (owner: string) => boolean): Promise<readonly string[]> {
    return this.oneDeletion(async () => {
      await Promise.allSettled(this.writes);
      const left: string[] = [];
      for (const kind of kinds) {
        left.push(...(await clearOwners(folderOf(this.storageFolder, kind), isCleared)));
      }
      return left;
    });
  }

  private async awaited<T>(write: Promise<T>): Promise<T> {
    this.writes.add(write);
    try {
      return await write;
    } finally {
      this.writes.delete(write);
    }
  }
}

/**
 * Deletes all that is kept of all services, and tells what that freed. A file that cannot be deleted stays and is not
 * counted; what is in memory stays, too.
 */
export async function clearCache(storageFolder: string): Promise<Cleared> {
  const cleared = { series: 0, definitions: 0, listings: 0, bytes: 0 };
  const definitions = await definitionCount(folderOf(storageFolder, "definitions"));
  for (const kind of kinds) {
    const { files, bytes } = await clearFolder(folderOf(storageFolder, kind));
    cleared[kind] = files;
    cleared.bytes += bytes;
  }
  return { ...cleared, definitions: cleared.definitions === 0 ? 0 : definitions };
}

/** Of all owners. */
async function definitionCount(folder: string): Promise<number> {
  let count = 0;
  for (const owner of await readdir(folder).catch(() => [])) {
    const journal = new DefinitionJournal(journalOf(path.join(folder, owner)));
    await journal.update();
    count += journal.size;
  }
  return count;
}

/** Deletes the folders of some owners; the paths of those that are still there. */
async function clearOwners(
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

interface Freed {
  readonly files: number;
  readonly bytes: number;
}

async function clearFolder(folder: string): Promise<Freed> {
  let [files, bytes] = [0, 0];
  // Neither a folder nor a file that another window has deleted meanwhile is left to free.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const size = await freed(path.join(entry.parentPath, entry.name));
    bytes += size ?? 0;
    if (size !== undefined && !isTemporaryName(entry.name)) files += 1;
  }
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  return { files, bytes };
}

/** How many bytes a file had that could be deleted. */
async function freed(file: string): Promise<number | undefined> {
  try {
    const { size } = await stat(file);
    await rm(file);
    return size;
  } catch {
    // It is gone already, or another program holds it.
    return undefined;
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (error: unknown) => !isAbsence(error),
  );
}
