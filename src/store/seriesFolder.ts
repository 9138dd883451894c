import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type OwnForm, ownFiles } from "./ownFiles";
import { SingleFlight } from "./singleFlight";

/** The files of the cache: series, listings, definitions and absent series, each below its owner. */
const fileForm = /^(?:[0-9a-f]{64}\.series|[a-zA-Z]+\.listing|(?:definitions|absences)\.journal)$/;
export const cacheForm: OwnForm = { depth: 1, isOwn: (name) => fileForm.test(name) };

/** The name of a series' file: a digest, since a reference can contain any text. */
export function seriesFileName(reference: SeriesRef): string {
  return `${createHash("sha256").update(referencePath(reference)).digest("hex")}.series`;
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
    const files = (await Promise.all(folders.map((each) => ownFiles(each, cacheForm)))).flat();
    let total = files.reduce((sum, { bytes }) => sum + onDisk(bytes), 0);
    const goal = this.capacityBytes() * tidyPart;
    if (total > this.capacityBytes()) {
      const leastRecentFirst = files.toSorted((a, b) => a.modifiedAtMs - b.modifiedAtMs);
      for (const { file, bytes } of leastRecentFirst) {
        if (total <= goal) break;
        if (await isGone(file)) total -= onDisk(bytes);
      }
    }
    this.knownBytes = total;
  }
}

function onDisk(sizeBytes: number): number {
  return Math.ceil(sizeBytes / blockBytes) * blockBytes;
}

/** Deletes a file. Returns false if that is not possible, for example because another window is reading it. */
async function isGone(file: string): Promise<boolean> {
  return rm(file, { force: true }).then(
    () => true,
    () => false,
  );
}
