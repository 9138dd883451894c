import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import * as vscode from "vscode";
import { DecodeError } from "../../data/errors";
import { readParquetFooter } from "../../data/parquetFooter";
import { type HeldTable, type TableView } from "../../data/table/content";
import { tableName } from "../../data/table/name";
import { valuesDigest } from "../../data/valuesDigest";
import { type FrameWorker } from "../../store/frameWorker";
import { type DataFileFormat } from "./insertSettings";

/** The table to save in a folder. */
export interface WantedFile {
  readonly table: Extract<HeldTable, { readonly kind: "series" | "panel" }>;
  readonly view: TableView;
  readonly format: DataFileFormat;
  readonly dataFolder: vscode.Uri;
}

/** A table with its bytes. */
export interface WantedBytes extends WantedFile {
  readonly bytes: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds the name of an existing file of the same vintage with the same values. Compares the values, because a file's
 * metadata may be wrong.
 *
 * @throws the signal's reason when it aborts.
 */
export async function findSameFile(
  worker: FrameWorker,
  wanted: WantedBytes,
): Promise<string | undefined> {
  const { bytes, format, dataFolder, signal } = wanted;
  for (const name of namesOf(wanted, valuesDigestOf(bytes, format))) {
    signal?.throwIfAborted();
    const other = await contentOf(vscode.Uri.joinPath(dataFolder, name), wanted);
    if (other !== undefined && (await isSame(worker, wanted, other))) return name;
  }
  return undefined;
}

/** Finds the name of an existing panel file of the same vintage with the same pages. */
export async function samePanelFile(
  wanted: WantedFile,
  digest: string,
): Promise<string | undefined> {
  for (const name of namesOf(wanted, digest)) {
    const location = vscode.Uri.joinPath(wanted.dataFolder, name);
    if ((await pagesDigestOf(location, wanted.format)) === digest) return name;
  }
  return undefined;
}

/** The usual name of a table, and the name used when that one is taken. */
function namesOf({ table, view, format }: WantedFile, digest: string): readonly string[] {
  return [undefined, digest].map((each) => tableName(table, view, format, each));
}

/** The bytes of a file; undefined for what is unreadable, such as a folder or a deleted file, or far too large. */
async function contentOf(
  location: vscode.Uri,
  { bytes, format }: WantedBytes,
): Promise<Uint8Array | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(location);
    const max = format === "csv" ? bytes.length * 2 : bytes.length * 4 + packingBytes;
    return size > max ? undefined : await vscode.workspace.fs.readFile(location);
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

/** Tolerance in size: other writers may compress the same values less, and add more metadata. */
const packingBytes = 1024 * 1024;

async function isSame(
  worker: FrameWorker,
  { bytes, format, signal }: WantedBytes,
  other: Uint8Array,
): Promise<boolean> {
  if (Buffer.compare(bytes, other) === 0) return true;
  if (format === "csv") return csvDigestOf(bytes) === csvDigestOf(other);
  if (!recordSameValues(bytes, other)) return false;
  try {
    const ours = await digestOf(worker, bytes.slice(), signal);
    return ours === (await digestOf(worker, other, signal));
  } catch {
    signal?.throwIfAborted();
    // Files of other writers may hold no series.
    return false;
  }
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** The digest of a CSV file, ignoring its line ends, which Git and formatters change. */
function csvDigestOf(bytes: Uint8Array): string {
  const digest = new ContentDigest("csv");
  digest.add(bytes);
  return digest.end();
}

/** Replaces CRLF by LF in a block. */
function withLineFeeds(block: Uint8Array): Uint8Array {
  if (!block.includes(carriageReturn)) return block;
  return block.filter((byte, at) => byte !== carriageReturn || block[at + 1] !== lineFeed);
}

/** The digest of a file's values; transfers the bytes. */
async function digestOf(
  worker: FrameWorker,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<string> {
  const body = {
    bytes,
    format: "parquet",
    isCloseDelimited: false,
    request: "",
    attempts: 0,
  } as const;
  return valuesDigest((await worker.decode(body, { signal })).frame);
}

const valuesKeys = ["macro-signals.values_digest", "macro-signals.service"];
/** Absent in files of a forecast. */
const asOfKeys = ["macro-signals.as_of"];

/** Whether the footers of two Parquet files record the same values and as-of; they may differ in the request time. */
function recordSameValues(ours: Uint8Array, other: Uint8Array): boolean {
  const [wanted, found] = [ours, other].map((bytes) => footerTexts(bytes, valuesKeys));
  const [asOf, otherAsOf] = [ours, other].map((bytes) => footerTexts(bytes, asOfKeys));
  return (
    wanted !== undefined &&
    found?.join("\n") === wanted.join("\n") &&
    asOf?.join() === otherAsOf?.join()
  );
}

/** The digest of the values in hexadecimal, as recorded in the file. */
export function valuesDigestOf(bytes: Uint8Array, format: DataFileFormat): string {
  const [digest] = format === "csv" ? [] : (footerTexts(bytes, valuesKeys) ?? []);
  return digest ?? createHash("sha256").update(bytes).digest("hex");
}

/** The texts of some footer keys; undefined where a key is missing, and for a file that is not Parquet. */
export function footerTexts(bytes: Uint8Array, keys: readonly string[]): string[] | undefined {
  try {
    const { metadata } = readParquetFooter(bytes);
    const texts = keys.map((key) => metadata.get(key)).filter((text) => text !== undefined);
    return texts.length < keys.length ? undefined : texts;
  } catch (error) {
    if (error instanceof DecodeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Size of the footer's length field and the magic. */
const tailBytes = 8;

/** Computes the digest of the pages of a Parquet file, or of a text, ignoring its line ends. */
class ContentDigest {
  private readonly hash = createHash("sha256");
  /** The last byte of a text, kept until the next block: it may be the CR before an LF. */
  private rest: Uint8Array | undefined;

  constructor(private readonly format: DataFileFormat) {}

  add(block: Uint8Array): void {
    if (block.length === 0) return;
    if (this.format === "parquet") {
      this.hash.update(block);
      return;
    }
    const { rest } = this;
    const text = withLineFeeds(rest === undefined ? block : Buffer.concat([rest, block]));
    const end = Math.max(text.length - 1, 0);
    this.hash.update(text.subarray(0, end));
    this.rest = text.slice(end);
  }

  /** Returns the digest in hexadecimal. No block may be added afterwards. */
  end(): string {
    if (this.rest !== undefined) this.hash.update(this.rest);
    return this.hash.digest("hex");
  }
}

/**
 * The digest of a file's content, computed block by block: for Parquet without its footer, which contains the request
 * time. The last block contains the whole footer.
 */
export class PagesDigest {
  private readonly content: ContentDigest;
  private last: Uint8Array | undefined;

  constructor(private readonly format: DataFileFormat) {
    this.content = new ContentDigest(format);
  }

  add(block: Uint8Array): void {
    if (block.length === 0) return;
    if (this.last !== undefined) this.content.add(this.last);
    this.last = block;
  }

  /** The digest in hexadecimal; no more blocks can be added then. */
  end(): string {
    const { last } = this;
    if (last !== undefined) {
      const end = this.format === "csv" ? last.length : pagesEnd(last, last.length);
      this.content.add(last.subarray(0, end));
    }
    return this.content.end();
  }
}

/**
 * The same digest for a file on disk, read in chunks; undefined for one that is missing, not on disk, or not of its
 * format.
 */
async function pagesDigestOf(
  location: vscode.Uri,
  format: DataFileFormat,
): Promise<string | undefined> {
  if (location.scheme !== "file") return undefined;
  try {
    const end = await endOfPages(location.fsPath, format);
    if (end === undefined) return undefined;
    const digest = new ContentDigest(format);
    if (end > 0) {
      const blocks: AsyncIterable<Uint8Array> = createReadStream(location.fsPath, { end: end - 1 });
      for await (const block of blocks) digest.add(block);
    }
    return digest.end();
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

async function endOfPages(file: string, format: DataFileFormat): Promise<number | undefined> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (format === "csv") return size;
    if (size < tailBytes) return undefined;
    const tail = new Uint8Array(tailBytes);
    await handle.read(tail, 0, tailBytes, size - tailBytes);
    const end = pagesEnd(tail, size);
    return end < 0 ? undefined : end;
  } finally {
    await handle.close();
  }
}

/** Offset of the footer in a file of this size, from its last bytes. */
function pagesEnd(bytes: Uint8Array, size: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return size - tailBytes - view.getUint32(bytes.length - tailBytes, true);
}
