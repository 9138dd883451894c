import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { DefinitionFiles } from "./definitionFiles";
import { ListingFiles } from "./listingFiles";
import { SeriesFiles } from "./seriesFiles";
import { SeriesFolder } from "./seriesFolder";
import { isTemporaryName } from "./wholeFile";

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

/** What services gave, kept in the extension's folder of this computer for all windows. Nothing is read or made before it is used. */
export class CacheFolder {
  private readonly series: SeriesFolder;

  /** @param seriesCapacityBytes - Of the series of all owners together; asked for with each file. 0 keeps none. */
  constructor(
    private readonly storageFolder: string,
    seriesCapacityBytes: () => number,
  ) {
    this.series = new SeriesFolder(path.join(storageFolder, "series"), seriesCapacityBytes);
  }

  /** @param owner - Names a service and a key without telling the key; it names folders. */
  filesOf(owner: string): OwnedFiles {
    return {
      series: new SeriesFiles(this.series, owner),
      definitions: new DefinitionFiles(path.join(this.storageFolder, "definitions", owner)),
      listings: new ListingFiles(path.join(this.storageFolder, "listings", owner)),
    };
  }
}

/**
 * Deletes all that is kept of all services, and tells what that freed. A file that cannot be deleted stays and is not counted;
 * what is in memory stays, too.
 */
export async function clearCache(storageFolder: string): Promise<Cleared> {
  const series = await clearFolder(path.join(storageFolder, "series"));
  const definitions = await clearFolder(path.join(storageFolder, "definitions"));
  const listings = await clearFolder(path.join(storageFolder, "listings"));
  return {
    series: series.files,
    definitions: definitions.files,
    listings: listings.files,
    bytes: series.bytes + definitions.bytes + listings.bytes,
  };
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
