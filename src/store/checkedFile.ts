import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import { isWireRecord, type WireRecord } from "../service/wireRecord";
import { parsedJson } from "../shared/jsonText";
import { messageOf } from "../shared/messageOf";
import { sharedMemory } from "../shared/sharedMemory";
import { writeWholeFile } from "./wholeFile";

/** Writes a file of the cache. */
export type WriteFile = (file: string, content: CheckedContent) => Promise<unknown>;

/** The content of a cache file. */
export interface CheckedContent {
  readonly metadata: WireRecord;
  /** If read from a file, in shared memory if its limit allows. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, if it is already known. */
  readonly bytesDigest?: Uint8Array;
}

/** The version of the file format; a file of any other version is a miss. */
const form = 4;

const lineFeed = 10;
/** The length of a SHA-256 digest in hexadecimal digits. */
const digestLength = 64;
/**
 * Uses within this interval are not recorded again: the file's time only has to show which files have not been used for
 * long.
 */
const usedAgainMs = 60_000;

/**
 * Writes a file that detects damage: a digest of everything after it, the format version and the metadata on one line
 * each, then the bytes. Atomic, so that readers, in other windows too, see all of it or nothing. Only the user may read
 * it.
 *
 * @returns The file's size in bytes.
 * @throws as the file system does; the previous file then remains.
 */
export async function writeCheckedFile(file: string, content: CheckedContent): Promise<number> {
  const parts = await partsOf(content);
  const write = (): Promise<void> => writeWholeFile(file, parts, { mode: 0o600 });
  try {
    await write();
  } catch (error) {
    if (!isAbsence(error)) throw error;
    // Create the folder on failure instead of checking for it each time.
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await write();
  }
  return parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/**
 * Writes a file for data that cannot be fetched again: it is complete even after a power failure.
 *
 * @throws as the file system does, also where there is no folder.
 */
export async function writeLastingFile(file: string, content: CheckedContent): Promise<void> {
  await writeWholeFile(file, await partsOf(content), { mode: 0o600, isFlushed: true });
}

async function partsOf({ metadata, bytes, bytesDigest }: CheckedContent): Promise<Uint8Array[]> {
  const head = headOf(metadata);
  const digest = digestOf(head, bytesDigest ?? (await bytesDigestOf(bytes)));
  return [Buffer.from(`${digest}\n${head}`), bytes];
}

/** Pads the metadata with spaces so that the bytes after it start at a multiple of eight: numbers are read in place. */
function headOf(metadata: WireRecord): string {
  const lines = `${form}\n${JSON.stringify(metadata)}`;
  const beforeBytes = digestLength + Buffer.byteLength(`\n${lines}\n`);
  return `${lines}${" ".repeat((8 - (beforeBytes % 8)) % 8)}\n`;
}

/**
 * Reads a file of the cache, and records its use in the file's time. Deletes a file that is damaged or has another format
 * version; leaves a file that cannot be read now.
 *
 * @returns Undefined if no valid file can be read.
 */
export async function readCheckedFile(file: string): Promise<CheckedContent | undefined> {
  const found = await inspectFile(file);
  if (found.is === "damaged" || found.is === "other version") await deleteFile(file);
  if (found.is !== "sound") return undefined;
  if (Date.now() - found.usedAtMs > usedAgainMs) await noteUse(file);
  return found.content;
}

/** The state of a file. */
export type FoundFile =
  | { readonly is: "sound"; readonly content: CheckedContent; readonly usedAtMs: number }
  /** The file was read completely and has the format version of this release, but its digest is wrong. */
  | { readonly is: "damaged" }
  /** The file was written by another release. */
  | { readonly is: "other version" }
  | { readonly is: "absent" }
  /** The file cannot be read now, for example for lack of memory or descriptors, or because it is being written. */
  | { readonly is: "unreadable"; readonly problem: string };

/** Reads and verifies a file without changing anything. Never rejects. */
export async function inspectFile(file: string): Promise<FoundFile> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, "r");
    const { size, mtimeMs: usedAtMs } = await handle.stat();
    const whole = sharedMemory.bytes(size);
    if ((await readInto(whole, handle)) < size) {
      return {
        is: "unreadable",
        problem: "it is shorter than the size that the file system reports",
      };
    }
    const content = await contentOf(whole);
    return typeof content === "string" ? { is: content } : { is: "sound", content, usedAtMs };
  } catch (error) {
    return isAbsence(error) ? { is: "absent" } : { is: "unreadable", problem: messageOf(error) };
  } finally {
    // A failure to close does not affect what was read.
    await handle?.close().catch(() => undefined);
  }
}

/** Whether a file may have the format version of this release. @throws as the file system does. */
export async function hasOwnForm(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const head = new Uint8Array(formEnd);
    return isOwnForm(head.subarray(0, await readInto(head, handle)));
  } finally {
    await handle.close();
  }
}

/** How much is read to get only the metadata; most take less than 1 kB. */
const headBytes = 4096;

/**
 * The metadata of a file, without reading the rest. Only {@link readCheckedFile} verifies the file.
 *
 * @returns Undefined if there is no such file, or it cannot be read.
 */
export async function readMetadata(file: string): Promise<WireRecord | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, "r");
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [, ownForm, json = ""] = buffer.toString("utf8", 0, bytesRead).split("\n", 3);
    const metadata = ownForm === String(form) ? parsedJson(json) : undefined;
    return isWireRecord(metadata) ? metadata : undefined;
  } catch {
    return undefined;
  } finally {
    // A failure to close does not affect what was read.
    await handle?.close().catch(() => undefined);
  }
}

/** Whether an operation failed because the file or folder does not exist. */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Deletes a file. Ignores failures: it may be deleted already, and otherwise the next reader tries again. */
export async function deleteFile(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}

/** Fills memory from the start of a file; returns how many bytes were read. */
async function readInto(bytes: Uint8Array, handle: FileHandle): Promise<number> {
  let filled = 0;
  // One read suffices for most files; `readFile` reads large ones in small pieces.
  while (filled < bytes.byteLength) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.byteLength - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}

async function contentOf(whole: Uint8Array): Promise<CheckedContent | "damaged" | "other version"> {
  if (!isOwnForm(whole)) return "other version";
  const headEnd = whole.indexOf(lineFeed, formEnd) + 1;
  if (headEnd === 0) return "damaged";
  const bytes = whole.subarray(headEnd);
  const text = Buffer.from(whole.buffer, whole.byteOffset, headEnd);
  const head = text.toString("utf8", digestLength + 1);
  const digest = digestOf(head, await bytesDigestOf(bytes));
  if (text.toString("latin1", 0, digestLength) !== digest) return "damaged";
  const metadata = parsedJson(head.slice(head.indexOf("\n")));
  return isWireRecord(metadata) ? { metadata, bytes } : "other version";
}

const formLine = Buffer.from(`\n${form}\n`);
/** The position after the digest and the format version. */
const formEnd = digestLength + formLine.byteLength;

/** Whether bytes have the format version of this release, or are too short to have any: no release writes such a file. */
function isOwnForm(bytes: Uint8Array): boolean {
  return bytes.byteLength < formEnd || formLine.equals(bytes.subarray(digestLength, formEnd));
}

/** What this thread hashes in a few milliseconds. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * SHA-256, computed in this thread, in pieces between which it does other work: for most series that takes less time than
 * asking another thread.
 */
async function bytesDigestOf(bytes: Uint8Array): Promise<Uint8Array> {
  const digest = createHash("sha256");
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    if (start > 0) await otherWork();
    digest.update(bytes.subarray(start, start + pieceBytes));
  }
  return digest.digest();
}

function digestOf(head: string, bytesDigest: Uint8Array): string {
  return createHash("sha256").update(head).update(bytesDigest).digest("hex");
}

/** Records a use in the file's time. Where that is not allowed, all files count as equally used. */
export async function noteUse(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}
