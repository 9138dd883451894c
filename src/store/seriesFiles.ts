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
import { type Absences } from "./absences";
import { type OfflineCopies } from "./offlineCopies";
import { type SeriesFolder, seriesFileName } from "./seriesFolder";
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

  /**
   * @param owner - Identifies a service and a key without revealing the key; used as a folder name.
   * @param copies - The owner's series that are kept offline; none by default.
   * @param absences - Where 404s of series fetched in bulk are recorded; nowhere by default.
   */
  constructor(
    private readonly all: SeriesFolder,
    owner: string,
    private readonly writeFile: WriteFile = async (file, content) =>
      all.added(await writeCheckedFile(file, content)),
    readonly copies?: OfflineCopies,
    readonly absences?: Absences,
  ) {
    this.folder = path.join(all.path, owner);
  }

  /** The cached answer; undefined if there is no valid one. Never rejects. */
  async read(reference: SeriesRef): Promise<CachedBody | undefined> {
    const [cached, copy] = await Promise.all([
      this.readFile(this.fileOf(reference), reference),
      this.copies && this.readFile(this.copies.fileOf(reference), reference),
    ]);
    const isNewer = cached !== undefined && cached.fetchedAtMs >= (copy?.fetchedAtMs ?? 0);
    return isNewer ? cached : copy;
  }

  private async readFile(file: string, reference: SeriesRef): Promise<CachedBody | undefined> {
    const content = await readCheckedFile(file);
    if (content === undefined) return undefined;
    const cached = cachedOf(content, referencePath(reference));
    if (cached === undefined) await deleteFile(file);
    return cached;
  }

  /** The references that have files; only {@link read} verifies a file. Never rejects. */
  async list(): Promise<readonly CachedName[]> {
    const folders = [this.folder, ...(this.copies === undefined ? [] : [this.copies.folder])];
    const files: string[] = [];
    for (const folder of folders) {
      const names = await readdir(folder).catch(() => []);
      files.push(
        ...names.filter((name) => name.endsWith(suffix)).map((name) => path.join(folder, name)),
      );
    }
    const found: CachedName[] = [];
    for (let start = 0; start < files.length; start += atOnce) {
      const next = files.slice(start, start + atOnce);
      const read = next.map(readMetadata);
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
  async write(reference: SeriesRef, cached: CachedBody, bytesDigest?: Uint8Array): Promise<void> {
    const content = contentOf(reference, cached, bytesDigest);
    const file = this.fileOf(reference);
    if (this.copies?.has(reference) === true) {
      await this.copies.write(reference, content);
      await deleteFile(file);
      return;
    }
    if (!this.all.takes(content.bytes.byteLength)) {
      // An older one must not stay in place of one that is too large.
      await deleteFile(file);
      await this.all.added(0);
      return;
    }
    await this.writeFile(file, content);
  }

  /**
   * Keeps an answer offline; it then leaves the cache.
   *
   * @throws OfflineFullError, and as the file system does.
   */
  async keepOffline(reference: SeriesRef, cached: CachedBody): Promise<void> {
    const { copies } = this;
    if (copies === undefined) return;
    const [own, copy] = [this.fileOf(reference), copies.fileOf(reference)];
    const givenAtMs = async (file: string): Promise<unknown> =>
      (await readMetadata(file))?.["fetchedAtMs"];
    const isCopied = (await givenAtMs(copy)) === cached.fetchedAtMs;
    if (!isCopied) {
      const isCached = (await givenAtMs(own)) === cached.fetchedAtMs;
      await copies.add(reference, contentOf(reference, cached), isCached ? own : undefined);
    }
    await deleteFile(own);
  }

  /** Releases what is kept offline for no item of these names. */
  async releaseOthers(names: ReadonlySet<string>): Promise<void> {
    await this.copies?.retain(names, this.folder);
    await this.all.added(0);
  }

  /** Deletes an answer that turned out to be invalid. Never rejects. */
  async delete(reference: SeriesRef): Promise<void> {
    await deleteFile(this.fileOf(reference));
    if (this.copies !== undefined) await deleteFile(this.copies.fileOf(reference));
  }

  private fileOf(reference: SeriesRef): string {
    return path.join(this.folder, seriesFileName(reference));
  }
}

function contentOf(
  reference: SeriesRef,
  { body, fetchedAtMs }: CachedBody,
  bytesDigest?: Uint8Array,
): CheckedContent {
  const { bytes, request, attempts, format, isCloseDelimited, serverDateMs } = body;
  const facts = { request, attempts, format, isCloseDelimited, serverDateMs };
  const metadata = { reference: referencePath(reference), fetchedAtMs, ...facts };
  return { metadata, bytes, ...(bytesDigest && { bytesDigest }) };
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
