import { createHash } from "node:crypto";
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { parsedJson } from "../shared/jsonText";
import { writeWholeFile } from "../store/wholeFile";
import { isAbsence } from "../store/checkedFile";
import { DatasetPathError } from "./errors";
import { expectDataPath, isDataPath } from "./outputName";

/** The bytes of a file. */
export interface StagedFile {
  readonly sha256: string;
  readonly bytes: number;
}

/** A file below the root, as it was written. */
interface WrittenFile {
  readonly path: string;
  /** The digest of its bytes, hexadecimal. */
  readonly sha256: string;
}

/**
 * A folder beside the output in which files wait until all of them are complete. Every path is relative to the root, with
 * `/`, and none leads through a link.
 */
export class Staging {
  /** By path: where the file waits. */
  private readonly waiting = new Map<string, string>();
  private readonly made: string[] = [];
  private count = 0;
  /** Whether the last commit is neither complete nor undone: {@link clean} ends it. */
  private isCommitOpen = false;

  private constructor(
    /** Without links. */
    readonly root: string,
    private readonly output: string,
    private readonly folder: string,
  ) {}

  /**
   * @param output - The folder of the output below the root; created if it is missing.
   * @param name - A new name for the folder of the waiting files.
   * @throws {@link DatasetPathError} if the output is reached through a link.
   */
  static async create(root: string, output: string, name: string): Promise<Staging> {
    const real = await realpath(root);
    const staging = new Staging(real, output, path.join(real, output, name));
    await staging.makeFolders(output === "." ? [] : output.split("/"));
    await mkdir(staging.folder);
    return staging;
  }

  /** Deletes what another process left in an output folder, and undoes or completes the commit that it had begun. */
  static async clean(root: string, output: string, name: string): Promise<void> {
    const real = await realpath(root);
    await expectNoLink(real, output === "." ? [] : output.split("/"));
    const folder = path.join(real, output, name);
    const journal = v.safeParse(
      journalSchema,
      parsedJson(await readFile(path.join(folder, journalName), "utf8").catch(() => "")),
    );
    if (journal.success) await endCommit(real, output, folder, journal.output);
    await deleteFolder(folder);
  }

  /** Writes a file that waits for {@link commit}. */
  async write(
    target: string,
    blocks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<StagedFile> {
    expectDataPath(target);
    await expectNoLink(this.root, target.split("/"));
    const file = path.join(this.folder, `${this.count++}`);
    const hash = createHash("sha256");
    let bytes = 0;
    const handle = await open(file, "wx");
    try {
      for await (const block of blocks) {
        hash.update(block);
        bytes += block.byteLength;
        for (let written = 0; written < block.byteLength;) {
          written += (await handle.write(block, written)).bytesWritten;
        }
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    this.waiting.set(target, file);
    return { sha256: hash.digest("hex"), bytes };
  }

  /**
   * Gives all files their names, writes the last one, and deletes those that are obsolete; restores the previous files
   * if a file cannot be written.
   *
   * @param lastPath - Below the root: what names the other files.
   * @param obsolete - Files of an earlier commit; deleted if they are as it wrote them.
   * @returns The obsolete files that could not be deleted; the next holder of the dataset tries again.
   */
  async commit(
    lastPath: string,
    lastText: string,
    obsolete: readonly WrittenFile[] = [],
  ): Promise<readonly string[]> {
    const targets = [...this.waiting].map(
      ([target, file]) => [target, path.basename(file)] as const,
    );
    try {
      await this.writeJournal(targets, lastPath, lastText, obsolete);
      for (const [target, file] of this.waiting) await this.replace(target, file);
      const segments = lastPath.split("/");
      await this.makeFolders(segments.slice(0, -1));
      await expectNoLink(this.root, segments);
      await writeWholeFile(this.pathOf(lastPath), lastText, { isFlushed: true });
      this.waiting.clear();
    } catch (error) {
      // The first error matters. The folder has the previous files that could not be restored.
      this.isCommitOpen = !(await isDone(restoreTargets(this.root, this.folder, targets)));
      throw error;
    }
    const left = await deleteUnchanged(this.root, this.output, obsolete);
    this.isCommitOpen = left.length > 0;
    return left;
  }

  /**
   * Deletes the waiting files, and the folders of the output that were created for nothing. Never rejects.
   *
   * @returns Whether nothing is left for {@link clean}.
   */
  async dispose(): Promise<boolean> {
    if (this.isCommitOpen) return false;
    const isGone = await isDone(deleteFolder(this.folder));
    for (const folder of this.made.reverse()) await isDone(rmdir(folder));
    return isGone;
  }

  /** The journal lets the next process end what a killed one began. */
  private async writeJournal(
    targets: readonly Replaced[],
    lastPath: string,
    lastText: string,
    obsolete: readonly WrittenFile[],
  ): Promise<void> {
    const sha256 = createHash("sha256").update(lastText).digest("hex");
    const text = JSON.stringify({
      ...{ last: { path: lastPath, sha256 }, targets },
      obsolete: obsolete.map((each) => ({ path: each.path, sha256: each.sha256 })),
    });
    await writeWholeFile(path.join(this.folder, journalName), text, { isFlushed: true });
  }

  /** Keeps the previous file beside the waiting one, whose place the new file leaves. */
  private async replace(target: string, file: string): Promise<void> {
    const segments = target.split("/");
    await this.makeFolders(segments.slice(0, -1));
    await expectNoLink(this.root, segments);
    const own = this.pathOf(target);
    await keepPrevious(own, `${file}.before`);
    await rename(file, own);
  }

  private async makeFolders(segments: readonly string[]): Promise<void> {
    await expectNoLink(this.root, segments);
    let folder = this.root;
    for (const segment of segments) {
      folder = path.join(folder, segment);
      try {
        await mkdir(folder);
        this.made.push(folder);
      } catch (error) {
        const state = await lstat(folder).catch(() => undefined);
        if (state?.isDirectory() !== true) throw error;
      }
    }
  }

  private pathOf(target: string): string {
    return path.join(this.root, ...target.split("/"));
  }
}

/** In the folder of the waiting files: what a commit replaces. */
const journalName = "commit.json";
const dataPath = v.pipe(v.string(), v.check(isDataPath));
const journalSchema = v.object({
  last: v.object({
    path: v.pipe(
      v.string(),
      v.check((text) => !text.split("/").includes("..")),
    ),
    sha256: v.string(),
  }),
  /** As {@link Replaced}. */
  targets: v.array(v.tuple([dataPath, v.pipe(v.string(), v.digits())])),
  obsolete: v.array(v.object({ path: dataPath, sha256: v.string() })),
});

/** A path below the root, and the name under which its new file waits. */
type Replaced = readonly [target: string, name: string];

/** Restores the files before a commit, or, if it was complete, deletes those that it made obsolete. */
async function endCommit(
  root: string,
  output: string,
  folder: string,
  { last, targets, obsolete }: v.InferOutput<typeof journalSchema>,
): Promise<void> {
  await expectNoLink(root, last.path.split("/"));
  const isComplete = (await digestOfFile(path.join(root, ...last.path.split("/")))) === last.sha256;
  // A file that cannot be deleted was reported when the commit ended.
  if (isComplete) await deleteUnchanged(root, output, obsolete);
  else await restoreTargets(root, folder, targets);
}

/**
 * Deletes files that are as they were written, and folders of the output that are then empty.
 *
 * @returns The paths of those that could not be deleted.
 */
async function deleteUnchanged(
  root: string,
  output: string,
  files: readonly WrittenFile[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { path: target, sha256 } of files) {
    try {
      await deleteIfUnchanged(path.join(root, output), root, expectDataPath(target), sha256);
    } catch (error) {
      // A link is not as it was written.
      if (!(error instanceof DatasetPathError)) left.push(target);
    }
  }
  return left;
}

async function deleteIfUnchanged(
  output: string,
  root: string,
  target: string,
  sha256: string,
): Promise<void> {
  await expectNoLink(root, target.split("/"));
  const file = path.join(root, ...target.split("/"));
  if ((await digestOfFile(file)) !== sha256) return;
  await rm(file, { force: true });
  // A folder that has other files stays.
  for (let folder = path.dirname(file); folder.length > output.length;) {
    if (!(await isDone(rmdir(folder)))) break;
    folder = path.dirname(folder);
  }
}

/**
 * Restores all that can be restored.
 *
 * @throws the first error.
 */
async function restoreTargets(
  root: string,
  folder: string,
  targets: readonly Replaced[],
): Promise<void> {
  const errors: unknown[] = [];
  for (const [target, name] of targets) {
    try {
      await restoreTarget(root, target, path.join(folder, name));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

async function restoreTarget(root: string, target: string, waiting: string): Promise<void> {
  await expectNoLink(root, target.split("/"));
  const own = path.join(root, ...target.split("/"));
  const before = `${waiting}.before`;
  const isReplaced = !(await isThere(waiting));
  if (!(await isThere(before))) {
    // No file had that name before.
    if (isReplaced) await rm(own, { force: true });
    return;
  }
  // An empty file waits again, so that another attempt does not take the restored file for the new one and delete it.
  if (isReplaced) await writeFile(waiting, "").catch(() => undefined);
  await rename(before, own);
}

/** The journal goes first: without the waiting files, it would be taken for that of a commit that had replaced all. */
async function deleteFolder(folder: string): Promise<void> {
  await rm(path.join(folder, journalName), { force: true });
  await rm(folder, { recursive: true, force: true });
}

async function isThere(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** The digest of a file's bytes; undefined if there is none. */
export async function digestOfFile(file: string): Promise<string | undefined> {
  try {
    const hash = createHash("sha256");
    const handle = await open(file);
    try {
      for await (const block of handle.createReadStream({ autoClose: false })) {
        hash.update(block as Uint8Array);
      }
    } finally {
      await handle.close();
    }
    return hash.digest("hex");
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/**
 * The text of a file below the root; undefined if there is none.
 *
 * @throws {@link DatasetPathError} for a link.
 */
export async function textBelow(root: string, target: string): Promise<string | undefined> {
  const real = await realpath(root);
  await expectNoLink(real, target.split("/"));
  try {
    // Without the byte order mark of some editors.
    return new TextDecoder().decode(await readFile(path.join(real, ...target.split("/"))));
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** @throws {@link DatasetPathError} if a folder on the way, or the file itself, is a link. */
export async function expectNoLink(root: string, segments: readonly string[]): Promise<void> {
  let place = root;
  for (const segment of segments) {
    place = path.join(place, segment);
    const state = await lstat(place).catch(() => undefined);
    if (state === undefined) return;
    if (state.isSymbolicLink()) throw new DatasetPathError(segments.join("/"));
  }
}

/** Keeps a file, if there is one, under a second name. */
async function keepPrevious(file: string, copy: string): Promise<void> {
  try {
    await link(file, copy);
  } catch (error) {
    if (isAbsence(error)) return;
    // A file system without hard links.
    await copyFile(file, copy);
  }
}

async function isDone(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
