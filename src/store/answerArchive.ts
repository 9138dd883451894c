import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import pLimit from "p-limit";
import { LatestForecasts } from "../service/latestForecasts";
import { LatestSignals } from "../service/latestSignals";
import { Slices } from "../service/slices";
import { type Arrival } from "../service/serviceClock";
import { type PackedColumns } from "../shared/columns";
import { type Log, silentLog } from "../shared/log";
import { messageOf } from "../shared/messageOf";
import { digestForm, forecastsDigest, signalsDigest } from "./answerDigest";
import { AnswerFiles, type AnswerFilesOptions } from "./answerFiles";
import { surplusAnswers } from "./answerRetention";
import { type CheckedContent, readMetadata } from "./checkedFile";
import { type FetchedAt } from "./fetchState";
import { type AnswerKind, type KeptAnswer } from "./keptAnswer";

interface Answers {
  readonly signals: LatestSignals;
  readonly forecasts: LatestForecasts;
}

/** An answer of the service, in the form of its cached listing. */
interface Given<K extends AnswerKind> extends FetchedAt {
  readonly items: Answers[K];
  readonly isComplete: boolean;
}

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

export interface AnswerArchiveOptions extends Partial<AnswerFilesOptions> {
  /** Whether archiving is turned on; read for each answer. */
  readonly isOn?: () => boolean;
  /** Called with the path of each written file. */
  readonly onWritten?: (file: string) => Promise<void>;
  readonly now?: () => number;
}

/**
 * The distinct answers with latest signals and forecasts from one service for one account, each in its own file in one
 * folder, because the service keeps no history of them. Several windows may share the folder.
 */
export class AnswerArchive {
  /** An answer passed in several times is written once. */
  private readonly pending = new WeakMap<object, Promise<KeptAnswer | undefined>>();
  /** The arrival of each answer: an answer from before the archive began is passed in again without it. */
  private readonly arrivals = new WeakMap<object, Arrival>();
  private readonly oneAtATime = pLimit(1);
  private readonly files: AnswerFiles;
  private readonly now: () => number;
  private readonly log: Log;
  /** The present digests of answers by those in their names, which earlier releases may have computed in another way. */
  private readonly presentDigests = new Map<string, string>();
  private isOpen = true;
  private hasFailed = false;
  /** The newest arrival that more than one clock confirmed. */
  private arrivedMs = 0;

  constructor(
    folder: string,
    private readonly options: AnswerArchiveOptions = {},
  ) {
    this.now = options.now ?? Date.now;
    this.log = options.log ?? silentLog;
    this.files = new AnswerFiles(folder, { ...options, log: this.log });
  }

  /** Starts archiving, in all windows. Never rejects. */
  async begin(): Promise<void> {
    if (!this.isOn) return;
    await this.oneAtATime(() => this.attempt(() => this.files.begin()));
  }

  /**
   * Archives an answer, unless the one before or after it has the same records. Resolves when it is written; to undefined
   * if the archive is off, has not begun or cannot be written to, or if the answer is incomplete.
   *
   * @param arrived - When the answer arrived; without it, only this machine's clock dates the answer.
   */
  async keep<K extends AnswerKind>(
    kind: K,
    given: Given<K>,
    arrived?: Arrival,
  ): Promise<KeptAnswer | undefined> {
    const { items, isComplete, fetchedAtMs } = given;
    if (arrived !== undefined) this.arrivals.set(items, arrived);
    if (!isComplete || !this.isOn) return undefined;
    const known = this.pending.get(items);
    if (known !== undefined) return known;
    const arrival = this.arrivals.get(items) ?? {
      ms: Math.min(fetchedAtMs, this.now()),
      isConfirmed: false,
    };
    if (arrival.isConfirmed) this.arrivedMs = arrival.ms;
    const kept = this.oneAtATime(() => this.attempt(() => this.keepNow(kind, items, arrival)));
    this.pending.set(items, kept);
    // An answer that failed, or came before the archive began, may be passed in again.
    if ((await kept) === undefined) this.pending.delete(items);
    return kept;
  }

  /** All archived answers of a kind, oldest first, except those with a date in the future, which come from a wrong clock. */
  async list(kind: AnswerKind): Promise<readonly KeptAnswer[]> {
    // A folder that cannot be read counts as empty.
    const all = (await this.files.list(kind).catch(() => undefined)) ?? [];
    const nowMs = Math.max(this.now(), this.arrivedMs);
    return all.filter(({ fetchedAtMs }) => fetchedAtMs <= nowMs);
  }

  /** Reads archived signals; undefined if they cannot be opened. */
  async signals(kept: KeptAnswer): Promise<LatestSignals | undefined> {
    return kept.kind === "signals" ? this.read("signals", kept) : undefined;
  }

  /** Reads archived forecasts; undefined if they cannot be opened. */
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
    items: Answers[K],
    arrival: Arrival,
  ): Promise<KeptAnswer | undefined> {
    const digest = await new Slices().run(forms[kind].digest(items));
    const kept = await this.files.list(kind);
    if (kept === undefined) return undefined;
    const answer: KeptAnswer = { kind, fetchedAtMs: arrival.ms, seenAtMs: arrival.ms, digest };
    const known = await this.seenAgain(answer, kept, arrival);
    if (known !== undefined) return known;
    const content = await contentOf(answer, items.packed);
    // The archive may have been closed or turned off in the meantime.
    if (!this.isOn || !(await this.files.write(answer, content))) return undefined;
    await this.thinOut(kind, arrival);
    await this.options.onWritten?.(this.files.pathOf(answer));
    return answer;
  }

  /**
   * Records in a file's name that the service gave the same answer again, and corrects names with times that
   * are later than both clocks.
   *
   * @param kept - The archived answers, oldest first.
   * @returns The archived answer; undefined if the answers before and after have other records.
   */
  private async seenAgain(
    answer: KeptAnswer,
    kept: readonly KeptAnswer[],
    arrival: Arrival,
  ): Promise<KeptAnswer | undefined> {
    const { fetchedAtMs: atMs, digest } = answer;
    const nowMs = Math.max(atMs, this.now());
    const isAhead = (ms: number): boolean => arrival.isConfirmed && ms > nowMs;
    const before = kept.findLast(({ fetchedAtMs }) => fetchedAtMs <= atMs);
    const after = kept.find(({ fetchedAtMs }) => fetchedAtMs > atMs);
    const others = [before, after, kept.at(-1)].filter((each) => each?.digest !== digest);
    for (const each of new Set(others)) await this.readPresentDigest(each);
    const isSame = (each: KeptAnswer | undefined): each is KeptAnswer =>
      each?.digest === digest || this.presentDigests.get(each?.digest ?? "") === digest;
    const ahead = kept.findLast((each) => isSame(each) && isAhead(each.fetchedAtMs));
    const corrected =
      ahead && (await this.files.rename(ahead, { ...answer, digest: ahead.digest }));
    const same = isSame(before) ? before : undefined;
    for (const each of kept) {
      if (each !== same && each.fetchedAtMs <= atMs && isAhead(each.seenAtMs)) {
        await this.files.rename(each, { ...each, seenAtMs: each.fetchedAtMs });
      }
    }
    if (same !== undefined) {
      const seenAtMs = isAhead(same.seenAtMs) ? atMs : Math.max(atMs, same.seenAtMs);
      const seen = await this.files.rename(same, { ...same, seenAtMs });
      // After the correction, two files with the same records may follow each other.
      if (corrected !== undefined) await this.thinOut(answer.kind, arrival);
      return seen;
    }
    return corrected ?? (isSame(after) ? after : undefined);
  }

  /** Computes the digest of an answer again if an earlier release computed the one in its name in another way. */
  private async readPresentDigest(kept: KeptAnswer | undefined): Promise<void> {
    if (kept === undefined || this.presentDigests.has(kept.digest)) return;
    const metadata = await readMetadata(this.files.pathOf(kept));
    if (metadata === undefined) return;
    const isPresent = metadata["digestForm"] === digestForm;
    const digest = isPresent ? kept.digest : await this.digestAgain(kept);
    if (digest !== undefined) this.presentDigests.set(kept.digest, digest);
  }

  private async digestAgain(kept: KeptAnswer): Promise<string | undefined> {
    const [signals, forecasts] = [await this.signals(kept), await this.forecasts(kept)];
    const steps = signals ? signalsDigest(signals) : forecasts && forecastsDigest(forecasts);
    return steps && new Slices().run(steps);
  }

  /** Deletes surplus answers, but only if the clocks of this machine and of the service agree on how old they are. */
  private async thinOut(kind: AnswerKind, { agreedMs }: Arrival): Promise<void> {
    if (agreedMs === undefined || !this.isOn) return;
    const kept = (await this.files.list(kind)) ?? [];
    for (const answer of surplusAnswers(kept, agreedMs)) await this.files.delete(answer);
  }

  private async read<K extends AnswerKind>(
    kind: K,
    kept: KeptAnswer,
  ): Promise<Answers[K] | undefined> {
    const content = await this.files.read(kept);
    if (content === undefined) return undefined;
    const { metadata } = content;
    if (metadata["kind"] !== kind || metadata["digest"] !== kept.digest) {
      await this.files.setAside(kept);
      return undefined;
    }
    try {
      return await itemsOf<Answers[K]>(forms[kind], content);
    } catch (error) {
      // The file may be from another release, or there may be too little memory.
      this.files.warnOnce(kept, messageOf(error));
      return undefined;
    }
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
    metadata: { kind, digest, digestForm, lengths, size: bytes.byteLength },
    bytes: new Uint8Array(packed),
  };
}

/** Unpacks the records of a file. @throws RangeError if they are not what was written, and as decompression does. */
async function itemsOf<T extends { areSound(): Generator<void, boolean> }>(
  { unpack }: AnswerForm<T>,
  { metadata, bytes }: CheckedContent,
): Promise<T> {
  const { lengths, size } = metadata;
  const isSized = typeof size === "number" && size >= 0 && size <= maxBytes;
  if (!isSized || !isLengths(lengths)) throw new RangeError("the sizes of its columns are missing");
  const chunkSize = Math.max(64, Math.min(size, stepBytes));
  const unpacked = await decompress(bytes, { maxOutputLength: Math.max(size, 1), chunkSize });
  const items = unpack({ lengths, bytes: unpacked });
  if (!(await new Slices().run(items.areSound())))
    throw new RangeError("its columns are inconsistent");
  return items;
}

function isLengths(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => Number.isInteger(each) && each >= 0);
}
