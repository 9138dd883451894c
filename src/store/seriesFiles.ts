import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type Body } from "../service/body";
import { type Reference, type SeriesRef } from "../shared/reference";
import { referenceOfPath, referencePath } from "../shared/referencePath";
import { type WireFormat } from "../shared/wireFormat";
import {
  type CheckedContent,
  deleteFile,
  readCheckedFile,
  readMetadata,
  type WriteFile,
  writeCheckedFile,
} from "./checkedFile";
import { type SeriesFolder } from "./seriesFolder";
import { type FetchedAt } from "./fetchState";

/** An answer as received, after content decoding, and when. */
export interface CachedBody extends FetchedAt {
  readonly body: Body;
}

/** A cached reference, and when it was fetched. */
export interface CachedName extends FetchedAt {
  readonly reference: Reference;
}

const suffix = ".series";
/** How many files are read concurrently. */
const atOnce = 16;

/** The cached series of one owner: what one service returned for one key, for no other (HTTP-14). */
export class SeriesFiles {
  private readonly folder: string;

  /** @param owner - Identifies a service and a key without revealing the key; used as a folder name. */
  constructor(
    private readonly all: SeriesFolder,
    owner: string,
    private readonly writeFile: WriteFile = async (file, content) =>
      all.added(await writeCheckedFile(file, content)),
  ) {
    this.folder = path.join(all.path, owner);
  }

  /** The cached answer; undefined if there is no valid one. Never rejects. */
  async read(reference: SeriesRef): Promise<CachedBody | undefined> {
    const file = this.fileOf(reference);
    const content = await readCheckedFile(file);
    if (content === undefined) return undefined;
    const cached = cachedOf(content, referencePath(reference));
    if (cached === undefined) await deleteFile(file);
    return cached;
  }

  /** The references that have files; only {@link read} verifies a file. Never rejects. */
  async list(): Promise<readonly CachedName[]> {
    const names = await readdir(this.folder).catch(() => []);
    const files = names.filter((name) => name.endsWith(suffix));
    const found: CachedName[] = [];
    for (let start = 0; start < files.length; start += atOnce) {
      const next = files.slice(start, start + atOnce);
      const read = next.map((name) => readMetadata(path.join(this.folder, name)));
      for (const { reference: text, fetchedAtMs } of (await Promise.all(read)).map(
        (each) => each ?? {},
      )) {
        const reference = typeof text === "string" ? referenceOfPath(text) : undefined;
        if (reference !== undefined && typeof fetchedAtMs === "number") {
          found.push({ reference, fetchedAtMs });
        }
      }
    }
    return found;
  }

  /**
   * @param bytesDigest - SHA-256 of the body's bytes, if it is already known.
   * @throws as the file system does; the previous file then remains.
   */
  async write(
    reference: SeriesRef,
    { body, fetchedAtMs }: CachedBody,
    bytesDigest?: Uint8Array,
  ): Promise<void> {
    const { bytes, request, attempts, format, isCloseDelimited, serverDateMs } = body;
    const facts = { request, attempts, format, isCloseDelimited, serverDateMs };
    const metadata = { reference: referencePath(reference), fetchedAtMs, ...facts };
    if (!this.all.takes(bytes.byteLength)) {
      // An older one must not stay in place of one that is too large.
      await this.delete(reference);
      await this.all.added(0);
      return;
    }
    const digest = bytesDigest === undefined ? {} : { bytesDigest };
    await this.writeFile(this.fileOf(reference), { metadata, bytes, ...digest });
  }

  /** Deletes an answer that turned out to be invalid. Never rejects. */
  async delete(reference: SeriesRef): Promise<void> {
    await deleteFile(this.fileOf(reference));
  }

  /** The name is a digest, since a reference can contain any text. */
  private fileOf(reference: SeriesRef): string {
    const name = createHash("sha256").update(referencePath(reference)).digest("hex");
    return path.join(this.folder, `${name}${suffix}`);
  }
}

function cachedOf({ metadata, bytes }: CheckedContent, own: string): CachedBody | undefined {
  const { reference, fetchedAtMs, request, attempts, format, isCloseDelimited, serverDateMs } =
    metadata;
  if (reference !== own || typeof fetchedAtMs !== "number") return undefined;
  if (typeof request !== "string" || typeof attempts !== "number") return undefined;
  if (!isWireFormat(format) || typeof isCloseDelimited !== "boolean") return undefined;
  const date = typeof serverDateMs === "number" ? { serverDateMs } : {};
  return { fetchedAtMs, body: { request, attempts, bytes, format, isCloseDelimited, ...date } };
}

function isWireFormat(value: unknown): value is WireFormat {
  return value === "parquet" || value === "csv" || value === "json";
}
