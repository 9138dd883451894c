import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { SingleFlight } from "./singleFlight";
import { isTemporaryName } from "./wholeFile";

interface CachedFile {
  readonly file: string;
  readonly sizeBytes: number;
  readonly usedAtMs: number;
}

/** What a file takes up on most disks, however small it is. */
const blockBytes = 4096;
/** Tidying up deletes down to this share of the capacity, so that the next file does not trigger it again. */
const tidyPart = 0.9;
/**
 * The total is read again after writing this share of the capacity, so that it stays accurate even if other windows
 * write at the same rate.
 */
const unseenPart = 0.05;
/** No write takes this long: the process that wrote the file was killed. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * The folder of all owners' cached series, limited in size together with the folders beside it; the least recently used
 * files are deleted first. Several windows may share it. Reads nothing before the first write.
 */
export class SeriesFolder {
  private readonly looks = new SingleFlight<void>();
  /** Undefined before the folder was first read. */
  private knownBytes: number | undefined;
  private unseenBytes = 0;

  /**
   * @param capacityBytes - Read for each file; 0 disables the cache.
   * @param others - Folders of the same structure, which share the capacity.
   */
  constructor(
    readonly path: string,
    private readonly capacityBytes: () => number,
    private readonly others: readonly string[] = [],
  ) {}

  /** Whether a file of this size may be written. */
  takes(sizeBytes: number): boolean {
    return onDisk(sizeBytes) <= this.capacityBytes() * tidyPart;
  }

  /** Records that a file was written, and tidies up if necessary. Never rejects. */
  async added(sizeBytes: number): Promise<void> {
    this.unseenBytes += onDisk(sizeBytes);
    const capacity = this.capacityBytes();
    const known = this.knownBytes;
    const isFull = known === undefined || known + this.unseenBytes > capacity;
    if (isFull || this.unseenBytes > capacity * unseenPart) {
      await this.looks.join("tidy", () => this.tidy());
    }
  }

  private async tidy(): Promise<void> {
    this.unseenBytes = 0;
    const folders = [this.path, ...this.others];
    const files = (await Promise.all(folders.map(filesBelow))).flat();
    let total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const goal = this.capacityBytes() * tidyPart;
    if (total > this.capacityBytes()) {
      const leastRecentFirst = files.sort((a, b) => a.usedAtMs - b.usedAtMs);
      for (const { file, sizeBytes } of leastRecentFirst) {
        if (total <= goal) break;
        if (await isGone(file)) total -= sizeBytes;
      }
    }
    this.knownBytes = total;
  }
}

function onDisk(sizeBytes: number): number {
  return Math.ceil(sizeBytes / blockBytes) * blockBytes;
}

/** All cached files. Deletes leftovers of killed processes; ignores files that are being written. */
async function filesBelow(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for (const owner of await namesIn(folder)) {
    for (const name of await namesIn(path.join(folder, owner))) {
      const file = await cachedFile(path.join(folder, owner, name));
      if (file === undefined) continue;
      if (!isTemporaryName(name)) files.push(file);
      else if (Date.now() - file.usedAtMs > abandonedAfterMs) await isGone(file.file);
    }
  }
  return files;
}

async function namesIn(folder: string): Promise<string[]> {
  // Another window may have deleted it; anything but a folder contains nothing.
  return readdir(folder).catch(() => []);
}

async function cachedFile(file: string): Promise<CachedFile | undefined> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { file, sizeBytes: onDisk(size), usedAtMs: mtimeMs };
  } catch {
    // Another window has deleted it.
    return undefined;
  }
}

/** Deletes a file. Returns false if that is not possible, for example because another window is reading it. */
async function isGone(file: string): Promise<boolean> {
  return rm(file, { force: true }).then(
    () => true,
    () => false,
  );
}
