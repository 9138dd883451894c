import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type * as vscode from "vscode";
import { type DataFileFormat } from "./insertSettings";

/** The footer's length and the magic. */
const tailBytes = 8;

/**
 * The digest of what a file holds as its blocks come: of Parquet without its footer, which says as of when it was asked for.
 * The last block holds all of that.
 */
export class PagesDigest {
  private readonly hash = createHash("sha256");
  private last: Uint8Array | undefined;

  constructor(private readonly format: DataFileFormat) {}

  add(block: Uint8Array): void {
    if (block.length === 0) return;
    if (this.last !== undefined) this.hash.update(this.last);
    this.last = block;
  }

  /** In hexadecimal; nothing can be added then. */
  end(): string {
    const { last } = this;
    if (last !== undefined) {
      const end = this.format === "csv" ? last.length : pagesEnd(last, last.length);
      this.hash.update(last.subarray(0, end));
    }
    return this.hash.digest("hex");
  }
}

/** The same of a file on disk, as it is read; undefined of any that is not there, elsewhere, or not what it is called. */
export async function pagesDigestOf(
  location: vscode.Uri,
  format: DataFileFormat,
): Promise<string | undefined> {
  if (location.scheme !== "file") return undefined;
  try {
    const end = await endOfPages(location.fsPath, format);
    if (end === undefined) return undefined;
    const hash = createHash("sha256");
    if (end > 0) {
      const blocks: AsyncIterable<Uint8Array> = createReadStream(location.fsPath, { end: end - 1 });
      for await (const block of blocks) hash.update(block);
    }
    return hash.digest("hex");
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

/** Where the footer of a file of this size begins, by its last bytes. */
function pagesEnd(bytes: Uint8Array, size: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return size - tailBytes - view.getUint32(bytes.length - tailBytes, true);
}
