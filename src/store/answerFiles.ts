import { mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import pLimit from "p-limit";
import { type Log } from "../shared/log";
import { messageOf } from "../shared/messageOf";
import {
  type CheckedContent,
  deleteFile,
  hasOwnForm,
  inspectFile,
  isAbsence,
  type WriteFile,
  writeLastingFile,
} from "./checkedFile";
import {
  type AnswerKind,
  byTime,
  damagedName,
  type KeptAnswer,
  keptAnswerName,
  keptAnswerNamed,
} from "./keptAnswer";

/** How many files are looked at concurrently. */
const atOnce = 16;

/** Checks whether files have the format version of this release. A file never changes its version, so each is read once. */
export class KnownForms {
  private readonly known = new Map<string, boolean>();
  private readonly limit = pLimit(atOnce);

  async isOwn(file: string): Promise<boolean> {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    try {
      const isOwn = await this.limit(() => hasOwnForm(file));
      this.known.set(file, isOwn);
      return isOwn;
    } catch {
      // The file cannot be read now, so only its name counts.
      return true;
    }
  }
}

export interface AnswerFilesOptions {
  readonly log: Log;
  readonly forms?: KnownForms;
  readonly writeFile?: WriteFile;
}

/**
 * The files of one archive, in a folder that other windows and other releases may also use. An answer is deleted only by
 * retention, to stay within the capacity, or by the user: a file of another release is left alone, a file that cannot be
 * read now is tried again later, and a damaged file is renamed.
 */
export class AnswerFiles {
  private readonly forms: KnownForms;
  private readonly warned = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly options: AnswerFilesOptions,
  ) {
    this.forms = options.forms ?? new KnownForms();
  }

  /** Creates the folder; no other method does. @throws as the file system does. */
  async begin(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
  }

  /** The answers of this release, oldest first; undefined if there is no folder. @throws as the file system does. */
  async list(kind: AnswerKind): Promise<readonly KeptAnswer[] | undefined> {
    try {
      const entries = await readdir(this.folder, { withFileTypes: true });
      const found = entries.map(async (entry) => {
        const answer = entry.isFile() ? keptAnswerNamed(entry.name) : undefined;
        if (answer?.kind !== kind) return [];
        return (await this.forms.isOwn(this.pathOf(answer))) ? [answer] : [];
      });
      return (await Promise.all(found)).flat().sort(byTime);
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  /** Writes an answer; false if the folder is gone, because the archive was deleted. @throws as the file system does. */
  async write(answer: KeptAnswer, content: CheckedContent): Promise<boolean> {
    const { writeFile = writeLastingFile } = this.options;
    try {
      await writeFile(this.pathOf(answer), content);
      return true;
    } catch (error) {
      if (isAbsence(error)) return false;
      throw error;
    }
  }

  /** Reads an answer; undefined if it is damaged, gone, or cannot be read now. */
  async read(answer: KeptAnswer): Promise<CheckedContent | undefined> {
    const file = this.pathOf(answer);
    const found = await inspectFile(file);
    switch (found.is) {
      case "sound":
        return found.content;
      case "absent":
        return this.readRenamed(answer);
      case "damaged":
        // Read twice: the fault may have been in the transfer from the disk.
        if ((await inspectFile(file)).is === "damaged") await this.setAside(answer);
        return undefined;
      case "other version":
        this.warnOnce(answer, "it has the format of another release");
        return undefined;
      case "unreadable":
        this.warnOnce(answer, found.problem);
        return undefined;
    }
  }

  /**
   * Renames an answer; returns its actual new name, since another window may rename it too.
   *
   * @throws as the file system does.
   */
  async rename(from: KeptAnswer, to: KeptAnswer): Promise<KeptAnswer> {
    if (keptAnswerName(from) === keptAnswerName(to)) return from;
    try {
      await rename(this.pathOf(from), this.pathOf(to));
      return to;
    } catch (error) {
      if (isAbsence(error)) return (await this.renamed(from)) ?? from;
      throw error;
    }
  }

  /** Deletes an answer; only retention may do so. */
  async delete(answer: KeptAnswer): Promise<void> {
    await deleteFile(this.pathOf(answer));
  }

  /** Renames a damaged file, and logs it once. */
  async setAside(answer: KeptAnswer): Promise<void> {
    const name = damagedName(keptAnswerName(answer));
    try {
      await rename(this.pathOf(answer), path.join(this.folder, name));
      this.options.log.warn(`an archived answer is damaged and is no longer used: ${name}`);
    } catch (error) {
      // Another window may have renamed it.
      if (!isAbsence(error)) this.warnOnce(answer, `it is damaged: ${messageOf(error)}`);
    }
  }

  /** Logs once why an answer is not used. */
  warnOnce(answer: KeptAnswer, problem: string): void {
    const name = keptAnswerName(answer);
    if (!this.warned.has(name))
      this.options.log.warn(`could not open the archived ${name}: ${problem}`);
    this.warned.add(name);
  }

  pathOf(answer: KeptAnswer): string {
    return path.join(this.folder, keptAnswerName(answer));
  }

  private async readRenamed(answer: KeptAnswer): Promise<CheckedContent | undefined> {
    const renamed = await this.renamed(answer);
    const found = renamed && (await inspectFile(this.pathOf(renamed)));
    return found?.is === "sound" ? found.content : undefined;
  }

  /** The answer, under its present name, with the same records. */
  private async renamed({ kind, digest }: KeptAnswer): Promise<KeptAnswer | undefined> {
    const all = await this.list(kind).catch(() => undefined);
    return all?.findLast((each) => each.digest === digest);
  }
}
