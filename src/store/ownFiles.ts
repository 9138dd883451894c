import { type Dirent } from "node:fs";
import { lstat, readdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { errorCodeOf } from "../service/errorCode";
import { deleteFile, isAbsence } from "./checkedFile";
import { isTemporaryName, temporaryName } from "./wholeFile";

// Our folders may contain other files or be replaced by links, so only regular files with our own forms of names, in
// folders that are not links, are listed or deleted.

/** Which files of a folder are ours. */
export interface OwnForm {
  /** The number of folder levels between the folder and the files. */
  readonly depth: number;
  readonly isOwn: (name: string) => boolean;
}

export interface OwnFile {
  readonly file: string;
  readonly name: string;
  readonly bytes: number;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly modifiedAtMs: number;
}

/** The age of an abandoned temporary file: no write takes this long, so its process was killed. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Lists our files below a folder, and deletes leftovers of killed processes. A folder that cannot be read counts as empty. */
export async function ownFiles(folder: string, form: OwnForm): Promise<readonly OwnFile[]> {
  // Another window may have deleted it.
  const entries = (await entriesIn(folder).catch(() => undefined)) ?? [];
  const found = entries.map(async (entry) => {
    const below = path.join(folder, entry.name);
    if (form.depth === 0) return ownFile(below, entry, form);
    return entry.isDirectory() ? ownFiles(below, { ...form, depth: form.depth - 1 }) : [];
  });
  return (await Promise.all(found)).flat();
}

async function ownFile(
  file: string,
  entry: Dirent,
  { isOwn }: OwnForm,
): Promise<readonly OwnFile[]> {
  const { name } = entry;
  const isTemporary = isTemporaryName(name);
  if (!entry.isFile() || !(isTemporary || isOwn(name))) return [];
  const state = await lstat(file).catch(() => undefined);
  if (state === undefined) return [];
  const { size: bytes, mtimeMs: modifiedAtMs } = state;
  if (!isTemporary) return [{ file, name, bytes, modifiedAtMs }];
  if (Date.now() - modifiedAtMs > abandonedAfterMs) await deleteFile(file);
  return [];
}

/** The files and bytes that a deletion freed. */
export interface Freed {
  readonly files: number;
  readonly bytes: number;
  /** Whether files of ours are left, or may be left because a folder could not be read. */
  readonly isLeft: boolean;
}

const nothing: Freed = { files: 0, bytes: 0, isLeft: false };

/** The most passes of a deletion: another window that keeps writing must not make it endless. */
const maxRounds = 100;

/**
 * Deletes our files below a folder, and then the folder, so that later writes to it fail. If the folder contains other
 * files, it is renamed instead. A file that cannot be deleted stays and is not counted.
 */
export async function clearFolder(folder: string, form: OwnForm): Promise<Freed> {
  let total = nothing;
  for (let round = 0; round < maxRounds; round++) {
    const { freed, isFinal } = await clearOnce(folder, form);
    total = sum(total, freed);
    if (isFinal || freed.isLeft) return total;
  }
  return { ...total, isLeft: true };
}

/** Deletes the folders of some owners; returns the paths of those that remain. */
export async function clearOwners(
  folder: string,
  isCleared: (owner: string) => boolean,
  form: OwnForm,
): Promise<readonly string[]> {
  const entries = await entriesIn(folder).catch((error: unknown) =>
    isAbsence(error) ? [] : undefined,
  );
  // A folder that cannot be read may still contain answers.
  if (entries === undefined) return [folder];
  const left: string[] = [];
  for (const { name } of entries.filter((each) => !each.isFile() && isCleared(each.name))) {
    const own = path.join(folder, name);
    const { isLeft } = await clearFolder(own, { ...form, depth: form.depth - 1 });
    if (isLeft) left.push(own);
  }
  return left;
}

interface Round {
  readonly freed: Freed;
  readonly isFinal: boolean;
}

async function clearOnce(folder: string, form: OwnForm): Promise<Round> {
  let entries: readonly Dirent[] | undefined;
  try {
    entries = await entriesIn(folder);
  } catch (error) {
    return { freed: { ...nothing, isLeft: !isAbsence(error) }, isFinal: true };
  }
  if (entries === undefined) return { freed: { ...nothing, isLeft: true }, isFinal: true };
  let freed = nothing;
  for (const entry of entries) freed = sum(freed, await clearEntry(folder, entry, form));
  const removal = await removed(folder);
  if (freed.isLeft || removal !== "not empty") return { freed, isFinal: true };
  const hasOthers = form.depth > 0 || entries.some((entry) => !isOurs(entry, form));
  if (hasOthers && !isTemporaryName(path.basename(folder))) {
    const aside = path.join(path.dirname(folder), temporaryName());
    // If renaming is not allowed, the folder keeps its name.
    const isAside = form.depth === 0 && (await isRenamed(folder, aside));
    if (isAside) freed = sum(freed, await clearFolder(aside, form));
  }
  return { freed, isFinal: hasOthers };
}

async function clearEntry(folder: string, entry: Dirent, form: OwnForm): Promise<Freed> {
  const below = path.join(folder, entry.name);
  if (form.depth > 0) {
    if (entry.isSymbolicLink()) return { ...nothing, isLeft: true };
    return entry.isDirectory() ? clearFolder(below, { ...form, depth: form.depth - 1 }) : nothing;
  }
  if (!isOurs(entry, form)) return nothing;
  try {
    const { size: bytes } = await lstat(below);
    await rm(below);
    return { files: isTemporaryName(entry.name) ? 0 : 1, bytes, isLeft: false };
  } catch (error) {
    return { ...nothing, isLeft: !isAbsence(error) };
  }
}

function isOurs(entry: Dirent, { isOwn }: OwnForm): boolean {
  return entry.isFile() && (isTemporaryName(entry.name) || isOwn(entry.name));
}

function sum(one: Freed, other: Freed): Freed {
  return {
    files: one.files + other.files,
    bytes: one.bytes + other.bytes,
    isLeft: one.isLeft || other.isLeft,
  };
}

/** The entries of a folder; undefined for a link or anything else. @throws as the file system does. */
async function entriesIn(folder: string): Promise<readonly Dirent[] | undefined> {
  const state = await lstat(folder);
  return state.isDirectory() ? readdir(folder, { withFileTypes: true }) : undefined;
}

/** Deletes a folder if it is empty. If deletion is refused, the folder stays; it contains nothing of ours. */
async function removed(folder: string): Promise<"removed" | "not empty" | "refused"> {
  try {
    await rmdir(folder);
    return "removed";
  } catch (error) {
    const code = errorCodeOf(error);
    return code === "ENOTEMPTY" || code === "EEXIST" ? "not empty" : "refused";
  }
}

async function isRenamed(from: string, to: string): Promise<boolean> {
  return rename(from, to).then(
    () => true,
    () => false,
  );
}
