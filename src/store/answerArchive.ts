import { mkdir, readdir, rename } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import pLimit from "p-limit";
import { LatestForecasts } from "../service/latestForecasts";
import { LatestSignals } from "../service/latestSignals";
import { type Listing } from "../service/listing";
import { Slices } from "../service/slices";
import { type PackedColumns } from "../shared/columns";
import { type Log, silentLog } from "../shared/log";
import { messageOf } from "../shared/messageOf";
import { forecastsDigest, signalsDigest } from "./answerDigest";
import { surplusAnswers } from "./answerRetention";
import {
  type CheckedContent,
  deleteFile,
  isAbsence,
  readCheckedFile,
  type WriteFile,
  writeCheckedFile,
} from "./checkedFile";
import { type FetchState } from "./fetchState";
import {
  type AnswerKind,
  byTime,
  isSameAnswer,
  type KeptAnswer,
  keptAnswerName,
  keptAnswerNamed,
} from "./keptAnswer";

interface Answers {
  readonly signals: LatestSignals;
  readonly forecasts: LatestForecasts;
}

/** An answer of the service, in the form of its cached listing. */
type Given<K extends AnswerKind> = Pick<Listing<unknown, Answers[K]>, "items" | "isComplete"> &
  Pick<FetchState, "fetchedAtMs">;

interface AnswerForm<T> {
  readonly digest: (items: T) => Iterator<void, string>;
  /** @throws RangeError if the columns do not fit. */
  readonly unpack: (columns: PackedColumns) => T;
}

const forms: { readonly [K in AnswerKind]: AnswerForm<Answers[K]> } = {
  signals: { digest: signalsDigest, unpack: (columns) => new LatestSignals(columns) },
  forecasts: { digest: forecastsDigest, unpack: (columns) => new LatestForecasts(columns) },
};

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** The fastest quality makes files a fifth larger; slower ones gain little. */
const quality = 5;
/** Larger steps cross threads less often. */
const stepBytes = 1024 * 1024;
/** No archive writes larger files. */
const maxBytes = 1024 * 1024 * 1024;

export interface AnswerArchiveOptions {
  /** Whether archiving is turned on; read for each answer. */
  readonly isOn?: () => boolean;
  /** Called with the path of each written file. */
  readonly onWritten?: (file: string) => Promise<void>;
  readonly writeFile?: WriteFile;
  readonly now?: () => number;
  readonly log?: Pick<Log, "warn">;
}

/**
 * The distinct latest signals and forecasts that one service gave to one account, each answer in its own file of one folder:
 * the service keeps no history of them. Several windows may share the folder.
 */
export class AnswerArchive {
  /** An answer passed in several times is written once. */
  private readonly pending = new WeakMap<object, Promise<KeptAnswer | undefined>>();
  private readonly oneAtATime = pLimit(1);
  private readonly now: () => number;
  private readonly log: Pick<Log, "warn">;
  private isOpen = true;
  private hasFailed = false;

  constructor(
    private readonly folder: string,
    private readonly options: AnswerArchiveOptions = {},
  ) {
    this.now = options.now ?? Date.now;
    this.log = options.log ?? silentLog;
  }

  /** Starts archiving, in all windows. Never rejects. */
  async begin(): Promise<void> {
    if (!this.isOn) return;
    await this.oneAtATime(() =>
      this.attempt(async () => void (await mkdir(this.folder, { recursive: true, mode: 0o700 }))),
    );
  }

  /**
   * Archives an answer, unless the one before or after it has the same records. Resolves once it is written; to undefined if
   * the archive is off, has not begun or cannot be written to, or if the answer is incomplete.
   */
  async keep<K extends AnswerKind>(kind: K, given: Given<K>): Promise<KeptAnswer | undefined> {
    const { items, isComplete } = given;
    if (!isComplete || !this.isOn) return undefined;
    const known = this.pending.get(items);
    if (known !== undefined) return known;
    const kept = this.oneAtATime(() => this.attempt(() => this.keepNow(kind, given)));
    this.pending.set(items, kept);
    // An answer that failed, or came before the archive began, may be passed in again.
    if ((await kept) === undefined) this.pending.delete(items);
    return kept;
  }

  /** All archived answers of a kind, oldest first. Opens none of them. */
  async list(kind: AnswerKind): Promise<readonly KeptAnswer[]> {
    // A folder that cannot be read counts as empty.
    return (await this.found(kind).catch(() => undefined)) ?? [];
  }

  /** Undefined if it is damaged or gone. */
  async signals(kept: KeptAnswer): Promise<LatestSignals | undefined> {
    return kept.kind === "signals" ? this.read("signals", kept) : undefined;
  }

  /** Undefined if it is damaged or gone. */
  async forecasts(kept: KeptAnswer): Promise<LatestForecasts | undefined> {
    return kept.kind === "forecasts" ? this.read("forecasts", kept) : undefined;
  }

  /** Stops further writes; a write in progress still completes. */
  close(): void {
    this.isOpen = false;
  }

  private get isOn(): boolean {
    return this.isOpen && this.options.isOn?.() !== false;
  }

  /** Logs one line for any number of failures, until writing works again. */
  private async attempt<T>(write: () => Promise<T>): Promise<T | undefined> {
    try {
      const written = await write();
      this.hasFailed = false;
      return written;
    } catch (error) {
      if (!this.hasFailed) this.log.warn(`could not archive an answer: ${messageOf(error)}`);
      this.hasFailed = true;
      return undefined;
    }
  }

  private async keepNow<K extends AnswerKind>(
    kind: K,
    { items, fetchedAtMs }: Given<K>,
  ): Promise<KeptAnswer | undefined> {
    const digest = await new Slices().run(forms[kind].digest(items));
    // An answer dated in the future was fetched while the clock was wrong.
    const atMs = Math.min(fetchedAtMs, this.now());
    const kept = await this.found(kind);
    if (kept === undefined) return undefined;
    const before = kept.filter((each) => each.fetchedAtMs <= atMs).at(-1);
    if (before?.digest === digest) return this.seen(before, atMs);
    const after = kept.find((each) => each.fetchedAtMs > atMs);
    if (after?.digest === digest) return after;
    const answer: KeptAnswer = { kind, fetchedAtMs: atMs, seenAtMs: atMs, digest };
    const content = await contentOf(answer, items.packed);
    // The archive may have been deleted in the meantime.
    if (!this.isOpen || (await this.found(kind)) === undefined) return undefined;
    const { writeFile = writeCheckedFile, onWritten } = this.options;
    const file = this.fileOf(answer);
    await writeFile(file, content);
    await this.thinOut(kind);
    await onWritten?.(file);
    return answer;
  }

  /** Records in the file name that the service gave the same answer again. */
  private async seen(kept: KeptAnswer, atMs: number): Promise<KeptAnswer> {
    if (atMs <= kept.seenAtMs) return kept;
    const seen = { ...kept, seenAtMs: atMs };
    try {
      await rename(this.fileOf(kept), this.fileOf(seen));
      return seen;
    } catch (error) {
      // Another window has renamed it, too.
      if (isAbsence(error)) return (await this.present(kept)) ?? kept;
      throw error;
    }
  }

  private async thinOut(kind: AnswerKind): Promise<void> {
    const kept = await this.list(kind);
    for (const answer of surplusAnswers(kept, this.now())) await deleteFile(this.fileOf(answer));
  }

  private async read<K extends AnswerKind>(
    kind: K,
    kept: KeptAnswer,
  ): Promise<Answers[K] | undefined> {
    const content = await readCheckedFile(this.fileOf(kept));
    if (content === undefined) {
      const present = await this.present(kept);
      const isElsewhere = present !== undefined && present.seenAtMs !== kept.seenAtMs;
      return isElsewhere ? this.read(kind, present) : undefined;
    }
    const items = await itemsOf<Answers[K]>(forms[kind], content, kept);
    if (items === undefined) await deleteFile(this.fileOf(kept));
    return items;
  }

  /** The same answer under its current file name. */
  private async present(kept: KeptAnswer): Promise<KeptAnswer | undefined> {
    return (await this.list(kept.kind)).find((each) => isSameAnswer(each, kept));
  }

  /** Oldest first; undefined if the archive has not begun. @throws as the file system does. */
  private async found(kind: AnswerKind): Promise<readonly KeptAnswer[] | undefined> {
    try {
      const answers = (await readdir(this.folder)).flatMap((name) => keptAnswerNamed(name) ?? []);
      return answers.filter((each) => each.kind === kind).sort(byTime);
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  private fileOf(kept: KeptAnswer): string {
    return path.join(this.folder, keptAnswerName(kept));
  }
}

async function contentOf(
  { kind, digest }: KeptAnswer,
  { lengths, bytes }: PackedColumns,
): Promise<CheckedContent> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  const packed = await compress(bytes, { params, chunkSize: stepBytes });
  return {
    metadata: { kind, digest, lengths, size: bytes.byteLength },
    bytes: new Uint8Array(packed),
  };
}

/** Undefined if they are not what was written. */
async function itemsOf<T extends { areSound(): Generator<void, boolean> }>(
  { unpack }: Pick<AnswerForm<T>, "unpack">,
  { metadata, bytes }: CheckedContent,
  { kind, digest }: KeptAnswer,
): Promise<T | undefined> {
  const { lengths, size } = metadata;
  const isIts = metadata["kind"] === kind && metadata["digest"] === digest;
  const isSized = typeof size === "number" && size >= 0 && size <= maxBytes;
  if (!isIts || !isSized || !isLengths(lengths)) return undefined;
  try {
    const chunkSize = Math.max(64, Math.min(size, stepBytes));
    const unpacked = await decompress(bytes, { maxOutputLength: Math.max(size, 1), chunkSize });
    const items = unpack({ lengths, bytes: unpacked });
    return (await new Slices().run(items.areSound())) ? items : undefined;
  } catch {
    return undefined;
  }
}

function isLengths(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => Number.isInteger(each) && each >= 0);
}
