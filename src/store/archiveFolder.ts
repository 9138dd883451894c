import { mkdir, readdir, rename, rmdir } from "node:fs/promises";
import path from "node:path";
import { type Log } from "../shared/log";
import { AnswerArchive } from "./answerArchive";
import { KnownForms } from "./answerFiles";
import { type ArchivedFile, filesOverCapacity } from "./answerRetention";
import { deleteFile } from "./checkedFile";
import { archivedAnswer } from "./keptAnswer";
import { clearOwners, type OwnForm, ownFiles } from "./ownFiles";

/** Identifies a service and an account without revealing the key; used in folder names. */
export interface ArchiveOwner {
  readonly service: string;
  readonly account: string;
}

/** What an archive holds. */
export interface ArchiveSize {
  readonly answers: number;
  /** How many of them are damaged. */
  readonly damaged: number;
  readonly bytes: number;
  /** When the oldest answer was fetched, milliseconds since 1970-01-01 UTC. */
  readonly oldestMs: number;
}

export interface ArchiveFolderOptions {
  /** For all services and accounts together; read for each answer. 0 stops archiving and deletes nothing. */
  readonly capacityBytes: () => number;
  readonly log: Log;
  readonly now?: () => number;
}

/** Files are in folders of accounts, which are in folders of services. */
const archiveForm: OwnForm = { depth: 2, isOwn: (name) => archivedAnswer(name) !== undefined };
const accountForm: OwnForm = { ...archiveForm, depth: 0 };

/**
 * The archives of all services and accounts, in the extension's folder on this computer, shared by all windows. Not a cache:
 * nothing in it can be fetched again. Reads and creates nothing before first use.
 */
export class ArchiveFolder {
  private readonly path: string;
  private readonly forms = new KnownForms();

  constructor(
    storageFolder: string,
    private readonly options: ArchiveFolderOptions,
  ) {
    this.path = path.join(storageFolder, "archive");
  }

  of(owner: ArchiveOwner): AnswerArchive {
    const { capacityBytes, log, now = Date.now } = this.options;
    return new AnswerArchive(this.folderOf(owner), {
      isOn: () => capacityBytes() > 0,
      onWritten: (file) => this.limit(file),
      forms: this.forms,
      log,
      now,
    });
  }

  /** Undefined if these services have no archive. */
  async size(isCounted: (service: string) => boolean): Promise<ArchiveSize | undefined> {
    const files = await this.filesIn(this.path, archiveForm);
    return sizeOf(files.filter(({ service }) => isCounted(service)));
  }

  /**
   * Deletes the archives of some services, for all accounts. Nothing is archived in their folders until an archive begins
   * again, not even an answer that is being written.
   *
   * @returns The folders that could not be deleted completely.
   */
  async clear(isCleared: (service: string) => boolean): Promise<readonly string[]> {
    return clearOwners(this.path, isCleared, archiveForm);
  }

  /**
   * The most recently used other account with an archive of the same service; undefined if the owner already has an archive
   * or a folder for one.
   */
  async earlierAccount({ service, account }: ArchiveOwner): Promise<string | undefined> {
    const accounts = await namesIn(path.join(this.path, service));
    if (accounts.includes(account)) return undefined;
    const { now = Date.now } = this.options;
    const used = accounts.map(async (each) => {
      const files = await this.filesIn(this.folderOf({ service, account: each }), accountForm);
      // A date in the future is wrong, so it counts as now.
      const times = files.map(({ fetchedAtMs }) => Math.min(fetchedAtMs, now()));
      return { each, usedAtMs: Math.max(...times) };
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
    for (const name of (await readdir(from)).filter(accountForm.isOwn)) {
      await rename(path.join(from, name), path.join(to, name));
    }
    // The folder stays if it contains anything else.
    await Promise.allSettled([rmdir(from)]);
  }

  private folderOf({ service, account }: ArchiveOwner): string {
    return path.join(this.path, service, account);
  }

  private async filesIn(folder: string, form: OwnForm): Promise<readonly ArchivedFile[]> {
    const files = await ownFiles(folder, form);
    return files.flatMap(({ file, name, bytes }) => {
      const answer = archivedAnswer(name);
      if (answer === undefined) return [];
      const [service = ""] = path.relative(this.path, file).split(path.sep);
      return [{ file, service, bytes, ...answer }];
    });
  }

  /** Deletes answers while the archives are too large. Each release counts and deletes only its own answers. */
  private async limit(written: string): Promise<void> {
    const files = await this.filesIn(this.path, archiveForm);
    const areOwn = await Promise.all(
      files.map(async ({ file, isDamaged }) => isDamaged || this.forms.isOwn(file)),
    );
    const own = files.filter((_, at) => areOwn[at] === true);
    const capacityBytes = this.options.capacityBytes();
    if (capacityBytes <= 0) return;
    const surplus = filesOverCapacity(own, capacityBytes, written);
    for (const { file } of surplus) await deleteFile(file);
  }
}

function sizeOf(files: readonly ArchivedFile[]): ArchiveSize | undefined {
  if (files.length === 0) return undefined;
  return {
    answers: files.length,
    damaged: files.filter(({ isDamaged }) => isDamaged).length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    oldestMs: files.reduce((oldest, { fetchedAtMs }) => Math.min(oldest, fetchedAtMs), Infinity),
  };
}

/** A path without a folder counts as empty. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
