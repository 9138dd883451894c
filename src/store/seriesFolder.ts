import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { SingleFlight } from "./singleFlight";
import { isTemporaryName } from "./wholeFile";

interface CachedFile {
  readonly file: string;
  readonly sizeBytes: number;
  readonly usedAtMs: number;
}

/** What a file takes on most disks, however little it holds. */
const blockBytes = 4096;
/** Down to this part of the capacity: whoever is over it by a file should not tidy up again for the next. */
const tidyPart = 0.9;
/**
 * What was written since the last look, here and at the same pace in other windows, stays a small part of the whole.
 */
const unseenPart = 0.05;
/** Nobody writes a file for so long: its writer was killed. */
const abandonedAfterMs = 60 * 60 * 1000;

/**
 * The folder of kept series of all owners, bounded in size together with what is kept beside it: what was used least
 * recently goes first. Several windows may share it. Nothing is looked at before the first file is written.
 */
export class SeriesFolder {
  private readonly looks = new SingleFlight<void>();
  /** Undefined before the first look. */
  private knownBytes: number | undefined;
  private unseenBytes = 0;

  /**
   * @param capacityBytes - Asked for with each file; 0 keeps nothing.
   * @param others - Folders of the same form, which share the capacity.
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

  /** Notes that a file was written, and tidies up when it is time to. Never rejects. */
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

/** All kept files; what killed writers left is deleted, what others are writing is nobody's yet. */
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
  // Another window may have deleted it, and what is no folder holds nothing.
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

/** Deletes a file. False when that is not possible, for example because another window reads it just now. */
async function isGone(file: string): Promise<boolean> {
  return rm(file, { force: true }).then(
    () => true,
    () => false,
  );
}
