import { mkdir, readdir, rename, stat } from "node:fs/promises";
import path from "node:path";
import { type Log } from "../shared/log";
import { AnswerArchive } from "./answerArchive";
import { deleteFile, type WriteFile, writeCheckedFile } from "./checkedFile";
import { clearOwners } from "./clearFolder";
import { keptAnswerNamed } from "./keptAnswer";
import { isTemporaryName } from "./wholeFile";

/** Identifies a service and an account without revealing the key; used in folder names. */
export interface ArchiveOwner {
  readonly service: string;
  readonly account: string;
}

/** What an archive holds. */
export interface ArchiveSize {
  readonly answers: number;
  readonly bytes: number;
  /** When the oldest answer was fetched, milliseconds since 1970-01-01 UTC. */
  readonly oldestMs: number;
}

export interface ArchiveFolderOptions {
  /** For all services and accounts together; read for each answer. 0 stops archiving and deletes nothing. */
  readonly capacityBytes: () => number;
  readonly log: Pick<Log, "warn">;
  readonly now?: () => number;
}

/** No write takes this long: the process that wrote the file was killed. */
const abandonedAfterMs = 60 * 60 * 1000;

interface ArchivedFile {
  readonly file: string;
  readonly bytes: number;
  readonly fetchedAtMs: number;
}

/**
 * The archives of all services and accounts, in the extension's folder on this computer, shared by all windows. Not a cache:
 * nothing in it can be fetched again. Reads and creates nothing before first use.
 */
export class ArchiveFolder {
  private readonly path: string;
  private readonly writes = new Set<Promise<unknown>>();

  constructor(
    storageFolder: string,
    private readonly options: ArchiveFolderOptions,
  ) {
    this.path = path.join(storageFolder, "archive");
  }

  of(owner: ArchiveOwner): AnswerArchive {
    const { capacityBytes, log, now = Date.now } = this.options;
    const writeFile: WriteFile = (file, content) => this.awaited(writeCheckedFile(file, content));
    return new AnswerArchive(this.folderOf(owner), {
      isOn: () => capacityBytes() > 0,
      onWritten: (file) => this.limit(file),
      writeFile,
      log,
      now,
    });
  }

  /** Undefined if these services have no archive. */
  async size(isCounted: (service: string) => boolean): Promise<ArchiveSize | undefined> {
    const services = (await namesIn(this.path)).filter(isCounted);
    const files = await Promise.all(services.map((each) => this.filesOf(each)));
    return sizeOf(files.flat());
  }

  /**
   * Deletes the archives of some services, for all accounts.
   *
   * @returns The folders that could not be deleted completely.
   */
  async clear(isCleared: (service: string) => boolean): Promise<readonly string[]> {
    await Promise.allSettled(this.writes);
    return clearOwners(this.path, isCleared);
  }

  /**
   * The most recently used other account with an archive of the same service; undefined if the owner already has an archive
   * or a folder for one.
   */
  async earlierAccount({ service, account }: ArchiveOwner): Promise<string | undefined> {
    const accounts = await namesIn(path.join(this.path, service));
    if (accounts.includes(account)) return undefined;
    const used = accounts.map(async (each) => {
      const files = await filesIn(this.folderOf({ service, account: each }));
      return { each, usedAtMs: Math.max(...files.map(({ fetchedAtMs }) => fetchedAtMs)) };
    });
    const known = (await Promise.all(used)).filter(({ usedAtMs }) => usedAtMs > -Infinity);
    return known.sort((a, b) => b.usedAtMs - a.usedAtMs)[0]?.each;
  }

  /** Moves the archive of another account of the same service to this one. @throws as the file system does. */
  async take(owner: ArchiveOwner, otherAccount: string): Promise<void> {
    const to = this.folderOf(owner);
    const from = this.folderOf({ ...owner, account: otherAccount });
    await mkdir(to, { recursive: true, mode: 0o700 });
    // File by file: another window may already write to the new folder.
    for (const { file } of await filesIn(from)) {
      await rename(file, path.join(to, path.basename(file)));
    }
    await clearOwners(path.dirname(from), (each) => each === otherAccount);
  }

  private folderOf({ service, account }: ArchiveOwner): string {
    return path.join(this.path, service, account);
  }

  private async filesOf(service: string): Promise<readonly ArchivedFile[]> {
    const accounts = await namesIn(path.join(this.path, service));
    const files = accounts.map((account) => filesIn(this.folderOf({ service, account })));
    return (await Promise.all(files)).flat();
  }

  /** Deletes the oldest answers while the archives are too large; none if the written answer alone is too large. */
  private async limit(written: string): Promise<void> {
    const capacity = this.options.capacityBytes();
    const services = await namesIn(this.path);
    const files = (await Promise.all(services.map((each) => this.filesOf(each)))).flat();
    const own = files.find(({ file }) => file === written);
    if (own !== undefined && own.bytes > capacity) return deleteFile(written);
    let total = sizeOf(files)?.bytes ?? 0;
    for (const { file, bytes } of files.sort((a, b) => a.fetchedAtMs - b.fetchedAtMs)) {
      if (total <= capacity) return;
      // If the clock went back, the newest answer may have the oldest date.
      if (file === written) continue;
      await deleteFile(file);
      total -= bytes;
    }
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

function sizeOf(files: readonly ArchivedFile[]): ArchiveSize | undefined {
  if (files.length === 0) return undefined;
  return {
    answers: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    oldestMs: files.reduce((oldest, { fetchedAtMs }) => Math.min(oldest, fetchedAtMs), Infinity),
  };
}

/** The answers in a folder. Deletes leftovers of killed processes. */
async function filesIn(folder: string): Promise<readonly ArchivedFile[]> {
  const found = (await namesIn(folder)).map(async (name) => {
    const file = path.join(folder, name);
    const answer = keptAnswerNamed(name);
    if (answer === undefined && !isTemporaryName(name)) return [];
    // Another window may have deleted it.
    const state = await stat(file).catch(() => undefined);
    if (state === undefined) return [];
    if (answer !== undefined) {
      return [{ file, bytes: state.size, fetchedAtMs: answer.fetchedAtMs }];
    }
    if (Date.now() - state.mtimeMs > abandonedAfterMs) await deleteFile(file);
    return [];
  });
  return (await Promise.all(found)).flat();
}

/** A path without a folder counts as empty. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
