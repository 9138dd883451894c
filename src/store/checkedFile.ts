import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { setImmediate as otherWork } from "node:timers/promises";
import { isWireRecord, type WireRecord } from "../service/wireRecord";
import { writeWholeFile } from "./wholeFile";

/** Writes a file of the cache. */
export type WriteFile = (file: string, content: CheckedContent) => Promise<unknown>;

/** What a file of the cache holds. */
export interface CheckedContent {
  readonly metadata: WireRecord;
  /** Owns its whole buffer. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, for who has it already. */
  readonly bytesDigest?: Uint8Array;
}

/** The form of the files; another number is another form, and such a file a miss. */
const form = 4;

const lineFeed = 10;
/**
 * A file is used again within this time without being told so: its own time only has to tell which was used long ago.
 */
const usedAgainMs = 60_000;

/**
 * Writes a file that tells when it is damaged: a digest of everything after it, the form's number and the metadata in a
 * line each, then the bytes. It is written whole or not at all, so that readers, other windows' too, find all of it or
 * none. Nobody but the person may read it.
 *
 * @returns How many bytes the file has.
 * @throws as the file system does; then what was there before still is.
 */
export async function writeCheckedFile(
  file: string,
  { metadata, bytes, bytesDigest }: CheckedContent,
): Promise<number> {
  const head = `${form}\n${JSON.stringify(metadata)}\n`;
  const digest = digestOf(head, bytesDigest ?? (await bytesDigestOf(bytes)));
  const start = Buffer.from(`${digest}\n${head}`);
  const write = (): Promise<void> => writeWholeFile(file, [start, bytes], 0o600);
  try {
    await write();
  } catch (error) {
    if (!isAbsence(error)) throw error;
    // Its folder: made once, not looked for with each file.
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await write();
  }
  return start.byteLength + bytes.byteLength;
}

/**
 * What a file holds, and notes in the file's time that it was used. One that is damaged or of another form is deleted.
 *
 * @returns Nothing when there is none that is whole and can be read.
 */
export async function readCheckedFile(file: string): Promise<CheckedContent | undefined> {
  const found = await readWhole(file);
  if (found === undefined) return undefined;
  const content = await contentOf(found.bytes);
  if (content === undefined) await deleteFile(file);
  else if (Date.now() - found.usedAtMs > usedAgainMs) await noteUse(file);
  return content;
}

/** Of a file that is only to be told what it is about; the metadata of most take less than 1 kB. */
const headBytes = 4096;

/**
 * The metadata of a file, for which the rest is not read: whether the file is whole, only {@link readCheckedFile} tells.
 *
 * @returns Nothing when there is no such file, or it cannot be read.
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
    // What was read is read.
    await handle?.close().catch(() => undefined);
  }
}

/** Whether an operation failed because there is no such file or folder. */
export function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Deletes a file; one that another window deleted, or cannot be deleted, is left to the next who reads it. */
export async function deleteFile(file: string): Promise<void> {
  await rm(file, { force: true }).catch(() => undefined);
}

interface FoundFile {
  readonly bytes: Buffer;
  readonly usedAtMs: number;
}

async function readWhole(file: string): Promise<FoundFile | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, "r");
    const { size, mtimeMs } = await handle.stat();
    // In one go: `readFile` takes large files in small pieces.
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(size), 0, size, 0);
    return { bytes: buffer.subarray(0, bytesRead), usedAtMs: mtimeMs };
  } catch {
    // Absent or unreadable: the service is asked instead.
    return undefined;
  } finally {
    // What was read is read.
    await handle?.close().catch(() => undefined);
  }
}

async function contentOf(file: Buffer): Promise<CheckedContent | undefined> {
  const digestEnd = file.indexOf(lineFeed);
  const formEnd = file.indexOf(lineFeed, digestEnd + 1);
  const headEnd = file.indexOf(lineFeed, formEnd + 1);
  if (digestEnd < 0 || formEnd < 0 || headEnd < 0) return undefined;
  const head = file.toString("utf8", digestEnd + 1, headEnd + 1);
  const bytes = new Uint8Array(file.subarray(headEnd + 1));
  const isWhole =
    file.toString("latin1", 0, digestEnd) === digestOf(head, await bytesDigestOf(bytes));
  if (!isWhole || !head.startsWith(`${form}\n`)) return undefined;
  const metadata = parsedJson(head.slice(head.indexOf("\n")));
  return isWireRecord(metadata) ? { metadata, bytes } : undefined;
}

/** The value of a text; undefined when it is no JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Somebody else wrote the file, digest and all.
    return undefined;
  }
}

/** What takes this thread some milliseconds at most. */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Computed here, in pieces between which this thread does other work: to have it done beside costs a copy of the bytes,
 * and for most series more than the digest itself.
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

/** Notes in a file's time that it was used. Where that is not allowed, all files count as equally used. */
export async function noteUse(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}
