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

/** An answer of the service, as its listing is cached. */
type Given<K extends AnswerKind> = Pick<Listing<unknown, Answers[K]>, "items" | "isComplete"> &
  Pick<FetchState, "fetchedAtMs">;

interface AnswerForm<T> {
  readonly digest: (items: T) => Iterator<void, string>;
  /** @throws RangeError where they are other columns. */
  readonly unpack: (columns: PackedColumns) => T;
}

const forms: { readonly [K in AnswerKind]: AnswerForm<Answers[K]> } = {
  signals: { digest: signalsDigest, unpack: (columns) => new LatestSignals(columns) },
  forecasts: { digest: forecastsDigest, unpack: (columns) => new LatestForecasts(columns) },
};

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Files grow by a fifth with the fastest, and shrink by little with slower ones. */
const quality = 5;
/** In larger steps, fewer of them cross threads. */
const stepBytes = 1024 * 1024;
/** What is larger was not written by an archive. */
const maxBytes = 1024 * 1024 * 1024;

export interface AnswerArchiveOptions {
  /** Whether there is room for anything; asked for with each answer. */
  readonly isOn?: () => boolean;
  /** Called with the path of each file that was written. */
  readonly onWritten?: (file: string) => Promise<void>;
  readonly writeFile?: WriteFile;
  readonly now?: () => number;
  readonly log?: Pick<Log, "warn">;
}

/**
 * The distinct answers about newest values that one account was given by one service, in one folder of this computer, each in a file of
 * its own: the service has no history of them. Several windows may share it.
 */
export class AnswerArchive {
  /** What was given is kept once, whoever else gives it. */
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

  /** From now on answers are kept, in all windows. Never rejects. */
  async begin(): Promise<void> {
    if (!this.isOn) return;
    await this.oneAtATime(() =>
      this.attempt(async () => void (await mkdir(this.folder, { recursive: true, mode: 0o700 }))),
    );
  }

  /**
   * Keeps an answer, unless the one before or after it has the same records. Resolves once it is kept; undefined where it
   * is not, for the archive is off, was not begun or cannot be written to, or the answer is not complete.
   */
  async keep<K extends AnswerKind>(kind: K, given: Given<K>): Promise<KeptAnswer | undefined> {
    const { items, isComplete } = given;
    if (!isComplete || !this.isOn) return undefined;
    const known = this.pending.get(items);
    if (known !== undefined) return known;
    const kept = this.oneAtATime(() => this.attempt(() => this.keepNow(kind, given)));
    this.pending.set(items, kept);
    // What failed, or came before the archive was begun, may be given again.
    if ((await kept) === undefined) this.pending.delete(items);
    return kept;
  }

  /** All kept answers of a kind, the oldest first. Opens none of them. */
  async list(kind: AnswerKind): Promise<readonly KeptAnswer[]> {
    // A folder that cannot be read has nothing to offer.
    return (await this.found(kind).catch(() => undefined)) ?? [];
  }

  /** Undefined where it is damaged or gone. */
  async signals(kept: KeptAnswer): Promise<LatestSignals | undefined> {
    return kept.kind === "signals" ? this.read("signals", kept) : undefined;
  }

  /** Undefined where it is damaged or gone. */
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

  /** The log has one line until writing works again. */
  private async attempt<T>(write: () => Promise<T>): Promise<T | undefined> {
    try {
      const written = await write();
      this.hasFailed = false;
      return written;
    } catch (error) {
      if (!this.hasFailed) this.log.warn(`an answer could not be kept: ${messageOf(error)}`);
      this.hasFailed = true;
      return undefined;
    }
  }

  private async keepNow<K extends AnswerKind>(
    kind: K,
    { items, fetchedAtMs }: Given<K>,
  ): Promise<KeptAnswer | undefined> {
    const digest = await new Slices().run(forms[kind].digest(items));
    // No answer came later than now: a clock that has been moved since then was wrong.
    const atMs = Math.min(fetchedAtMs, this.now());
    const kept = await this.found(kind);
    if (kept === undefined) return undefined;
    const before = kept.filter((each) => each.fetchedAtMs <= atMs).at(-1);
    if (before?.digest === digest) return this.seen(before, atMs);
    const after = kept.find((each) => each.fetchedAtMs > atMs);
    if (after?.digest === digest) return after;
    const answer: KeptAnswer = { kind, fetchedAtMs: atMs, seenAtMs: atMs, digest };
    const content = await contentOf(answer, items.packed);
    // The archive may have been deleted meanwhile.
    if (!this.isOpen || (await this.found(kind)) === undefined) return undefined;
    const { writeFile = writeCheckedFile, onWritten } = this.options;
    const file = this.fileOf(answer);
    await writeFile(file, content);
    await this.thinOut(kind);
    await onWritten?.(file);
    return answer;
  }

  /** Notes in the name of its file that the service gave an answer again. */
  private async seen(kept: KeptAnswer, atMs: number): Promise<KeptAnswer> {
    if (atMs <= kept.seenAtMs) return kept;
    const seen = { ...kept, seenAtMs: atMs };
    try {
      await rename(this.fileOf(kept), this.fileOf(seen));
      return seen;
    } catch (error) {
      // Another window has noted it, too.
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

  /** As its file is named by now. */
  private async present(kept: KeptAnswer): Promise<KeptAnswer | undefined> {
    return (await this.list(kept.kind)).find((each) => isSameAnswer(each, kept));
  }

  /** The oldest first; undefined where nothing is kept yet. @throws as the file system does. */
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

/** Undefined where they are not what was written. */
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
