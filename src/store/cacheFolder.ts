import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { DefinitionFiles } from "./definitionFiles";
import { ListingFiles } from "./listingFiles";
import { SeriesFiles } from "./seriesFiles";
import { SeriesFolder } from "./seriesFolder";
import { isTemporaryName } from "./wholeFile";

/** The kinds of what is kept, each in a folder of that name with a folder for each owner. */
const kinds = ["series", "definitions", "listings"] as const;

function folderOf(storageFolder: string, kind: (typeof kinds)[number], owner = ""): string {
  return path.join(storageFolder, kind, owner);
}

/** All that is kept of one owner: of what one key was given by one service. */
export interface OwnedFiles {
  readonly series: SeriesFiles;
  readonly definitions: DefinitionFiles;
  readonly listings: ListingFiles;
}

/** What was freed. */
export interface Cleared {
  /** How many there were, each in a file. */
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
    const added = (sizeBytes: number): Promise<void> => this.series.added(sizeBytes);
    return {
      series: new SeriesFiles(this.series, owner),
      definitions: new DefinitionFiles(folderOf(this.storageFolder, "definitions", owner), added),
      listings: new ListingFiles(folderOf(this.storageFolder, "listings", owner), added),
    };
  }

  /** Deletes all that is kept of one owner; a file that cannot be deleted stays. */
  async clear(owner: string): Promise<void> {
    for (const kind of kinds) await clearFolder(folderOf(this.storageFolder, kind, owner));
  }
}

/**
 * Deletes all that is kept of all services, and tells what that freed. A file that cannot be deleted stays and is not
 * counted; what is in memory stays, too.
 */
export async function clearCache(storageFolder: string): Promise<Cleared> {
  const cleared = { series: 0, definitions: 0, listings: 0, bytes: 0 };
  for (const kind of kinds) {
    const { files, bytes } = await clearFolder(folderOf(storageFolder, kind));
    cleared[kind] = files;
    cleared.bytes += bytes;
  }
  return cleared;
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
