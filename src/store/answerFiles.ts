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

/** Whether files have the format version of this release. They never change it, so each is read once. */
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
      // Unreadable for now: only its name tells what it is.
      return true;
    }
  }
}

export interface AnswerFilesOptions {
  readonly log: Pick<Log, "warn">;
  readonly forms?: KnownForms;
  readonly writeFile?: WriteFile;
}

/**
 * The files of one archive, in one folder that other windows and other releases may use, too. Only retention, the capacity
 * and the person delete an answer: a file of another release stays as it is, one that cannot be read for now is read another
 * time, and a damaged one gets another name.
 */
export class AnswerFiles {
  private readonly forms: KnownForms;
  private readonly told = new Set<string>();

  constructor(
    private readonly folder: string,
    private readonly options: AnswerFilesOptions,
  ) {
    this.forms = options.forms ?? new KnownForms();
  }

  /** Only this creates the folder. @throws as the file system does. */
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

  /** False if the folder is gone, because the archive has been deleted. @throws as the file system does. */
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

  /** Undefined if it is damaged, gone, or cannot be read for now. */
  async read(answer: KeptAnswer): Promise<CheckedContent | undefined> {
    const file = this.pathOf(answer);
    const found = await inspectFile(file);
    switch (found.is) {
      case "sound":
        return found.content;
      case "absent":
        return this.readRenamed(answer);
      case "damaged":
        // Read again: the fault may have been on the way from the disk.
        if ((await inspectFile(file)).is === "damaged") await this.setAside(answer);
        return undefined;
      case "other version":
        this.tell(answer, "it has the format of another release");
        return undefined;
      case "unreadable":
        this.tell(answer, found.problem);
        return undefined;
    }
  }

  /** @returns The answer as it is named now: another window may have renamed it, too. @throws as the file system does. */
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

  /** For retention only. */
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
      if (!isAbsence(error)) this.tell(answer, `it is damaged: ${messageOf(error)}`);
    }
  }

  /** Logs once why an answer is not used. */
  tell(answer: KeptAnswer, problem: string): void {
    const name = keptAnswerName(answer);
    if (!this.told.has(name))
      this.options.log.warn(`could not open the archived ${name}: ${problem}`);
    this.told.add(name);
  }

  pathOf(answer: KeptAnswer): string {
    return path.join(this.folder, keptAnswerName(answer));
  }

  private async readRenamed(answer: KeptAnswer): Promise<CheckedContent | undefined> {
    const renamed = await this.renamed(answer);
    const found = renamed && (await inspectFile(this.pathOf(renamed)));
    return found?.is === "sound" ? found.content : undefined;
  }

  /** The file that now holds these records. */
  private async renamed({ kind, digest }: KeptAnswer): Promise<KeptAnswer | undefined> {
    const all = await this.list(kind).catch(() => undefined);
    return all?.findLast((each) => each.digest === digest);
  }
}
