import { readdir } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import { Absences } from "./absences";
import { type WriteFile, writeCheckedFile } from "./checkedFile";
import { DefinitionJournal } from "./definitionJournal";
import { type GuardWrite } from "./journal";
import { ListingFiles } from "./listingFiles";
import { OfflineCopies } from "./offlineCopies";
import { OfflineFolder, type OfflineSize } from "./offlineFolder";
import { clearFolder, clearOwners } from "./ownFiles";
import { SeriesFiles } from "./seriesFiles";
import { cacheForm, SeriesFolder } from "./seriesFolder";

/** The kinds of cached content, each a folder of that name with a subfolder per owner. */
const kinds = ["series", "definitions", "listings"] as const;

function folderOf(storageFolder: string, kind: (typeof kinds)[number], owner = ""): string {
  return path.join(storageFolder, kind, owner);
}

function journalOf(folder: string): string {
  return path.join(folder, "definitions.journal");
}

/** The cache of one owner: what one service returned for one key. */
export interface OwnedFiles {
  readonly series: SeriesFiles;
  readonly definitions: DefinitionJournal;
  readonly listings: ListingFiles;
  /** Stops further writes; a write in progress still completes. */
  close(): void;
}

/** What was deleted. */
export interface Cleared {
  /** The number of entries of each kind. */
  readonly series: number;
  readonly definitions: number;
  readonly listings: number;
  readonly bytes: number;
}

/**
 * The disk cache of what services returned, in the extension's folder on this computer, shared by all windows. Reads
 * and creates nothing before first use.
 */
export class CacheFolder {
  /** The series that people keep offline: beside the cache, and not limited with it. */
  readonly offline: OfflineFolder;
  private readonly series: SeriesFolder;
  private readonly writes = new Set<Promise<unknown>>();
  /** Two concurrent deletions of one folder would report each other's remaining files as left over. */
  private readonly oneDeletion = pLimit(1);

  /**
   * @param capacityBytes - For all kinds and owners together; read for each file. 0 disables the cache.
   * @param offlineBytes - For what is kept offline; unlimited by default.
   */
  constructor(
    private readonly storageFolder: string,
    capacityBytes: () => number,
    offlineBytes: () => number = () => Number.MAX_SAFE_INTEGER,
  ) {
    this.offline = new OfflineFolder(path.join(storageFolder, "offline"), offlineBytes);
    const others = kinds.filter((kind) => kind !== "series");
    this.series = new SeriesFolder(
      folderOf(storageFolder, "series"),
      capacityBytes,
      others.map((kind) => folderOf(storageFolder, kind)),
    );
  }

  /** @param owner - Identifies a service and a key without revealing the key; used in folder names. */
  filesOf(owner: string): OwnedFiles {
    let isOpen = true;
    const guard: GuardWrite = async (write) => {
      if (isOpen) await this.series.added(await this.awaited(write()));
    };
    const write: WriteFile = (file, content) => guard(() => writeCheckedFile(file, content));
    const writeCopy: WriteFile = async (file, content) => {
      if (isOpen) await this.awaited(writeCheckedFile(file, content));
    };
    const copies = new OfflineCopies(this.offline, owner, writeCopy);
    const definitions = folderOf(this.storageFolder, "definitions", owner);
    const absences = new Absences(path.join(definitions, "absences.journal"), guard);
    return {
      series: new SeriesFiles(this.series, owner, write, copies, absences),
      definitions: new DefinitionJournal(journalOf(definitions), guard),
      listings: new ListingFiles(folderOf(this.storageFolder, "listings", owner), write),
      close: () => void (isOpen = false),
    };
  }

  /**
   * Deletes the cache of some owners, and what they keep offline, once pending writes have ended. Close their files first.
   *
   * @returns The folders that could not be deleted completely.
   */
  async clear(isCleared: (owner: string) => boolean): Promise<readonly string[]> {
    return this.deletion(async () => {
      const left = [...(await this.offline.clearOwners(isCleared))];
      for (const kind of kinds) {
        const folder = folderOf(this.storageFolder, kind);
        left.push(...(await clearOwners(folder, isCleared, cacheForm)));
      }
      return left;
    });
  }

  /**
   * Deletes the cache of all services once pending writes have ended, and returns what was freed. A file that cannot be
   * deleted stays and is not counted. Does not affect what is in memory, or what is kept offline.
   */
  async clearAll(): Promise<Cleared> {
    return this.deletion(async () => {
      const cleared = { series: 0, definitions: 0, listings: 0, bytes: 0 };
      const definitions = await definitionCount(folderOf(this.storageFolder, "definitions"));
      for (const kind of kinds) {
        const { files, bytes } = await clearFolder(folderOf(this.storageFolder, kind), cacheForm);
        cleared[kind] = files;
        cleared.bytes += bytes;
      }
      return { ...cleared, definitions: cleared.definitions === 0 ? 0 : definitions };
    });
  }

  /** Deletes what is kept offline, of all services. */
  async clearOffline(): Promise<OfflineSize> {
    return this.deletion(() => this.offline.clear());
  }

  /** Runs a deletion once pending writes, and other deletions, have ended. */
  private deletion<T>(run: () => Promise<T>): Promise<T> {
    return this.oneDeletion(async () => {
      await Promise.allSettled(this.writes);
      return run();
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

/** For all owners together. */
async function definitionCount(folder: string): Promise<number> {
  let count = 0;
  for (const owner of await readdir(folder).catch(() => [])) {
    const journal = new DefinitionJournal(journalOf(path.join(folder, owner)));
    await journal.update();
    count += journal.size;
  }
  return count;
}
