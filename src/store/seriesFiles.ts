import { createHash } from "node:crypto";
import path from "node:path";
import { type Body } from "../service/body";
import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type WireFormat } from "../shared/wireFormat";
import {
  type CheckedContent,
  deleteFile,
  readCheckedFile,
  type WriteFile,
  writeCheckedFile,
} from "./checkedFile";
import { type SeriesFolder } from "./seriesFolder";

/** An answer as it came, after its content encodings, and when. */
export interface KeptBody {
  readonly body: Body;
  /** Milliseconds since 1970-01-01 UTC, by this computer's clock. */
  readonly fetchedAtMs: number;
}

/** The series of one owner on this computer: what one key was given by one service, for no other (HTTP-14). */
export class SeriesFiles {
  private readonly folder: string;

  /** @param owner - Names a service and a key without telling the key; it names a folder. */
  constructor(
    private readonly all: SeriesFolder,
    owner: string,
    private readonly writeFile: WriteFile = async (file, content) =>
      all.added(await writeCheckedFile(file, content)),
  ) {
    this.folder = path.join(all.path, owner);
  }

  /** The kept answer; undefined when there is none that is whole. Never rejects. */
  async read(reference: SeriesRef): Promise<KeptBody | undefined> {
    const file = this.fileOf(reference);
    const content = await readCheckedFile(file);
    if (content === undefined) return undefined;
    const kept = keptOf(content, referencePath(reference));
    if (kept === undefined) await deleteFile(file);
    return kept;
  }

  /**
   * @param bytesDigest - SHA-256 of the body's bytes, for who has it already.
   * @throws as the file system does; then what was kept before still is.
   */
  async write(
    reference: SeriesRef,
    { body, fetchedAtMs }: KeptBody,
    bytesDigest?: Uint8Array,
  ): Promise<void> {
    const { bytes, request, attempts, format, isCloseDelimited, serverDateMs } = body;
    const facts = { request, attempts, format, isCloseDelimited, serverDateMs };
    const metadata = { reference: referencePath(reference), fetchedAtMs, ...facts };
    if (!this.all.takes(bytes.byteLength)) {
      // An older one must not stay in the place of one that is too large.
      await this.delete(reference);
      await this.all.added(0);
      return;
    }
    const digest = bytesDigest === undefined ? {} : { bytesDigest };
    await this.writeFile(this.fileOf(reference), { metadata, bytes, ...digest });
  }

  /** Forgets an answer that turned out to be none. Never rejects. */
  async delete(reference: SeriesRef): Promise<void> {
    await deleteFile(this.fileOf(reference));
  }

  /** A reference can be any text, so the name is a digest of it. */
  private fileOf(reference: SeriesRef): string {
    const name = createHash("sha256").update(referencePath(reference)).digest("hex");
    return path.join(this.folder, `${name}.series`);
  }
}

function keptOf({ metadata, bytes }: CheckedContent, own: string): KeptBody | undefined {
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
