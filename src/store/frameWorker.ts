import { DecodeError } from "../data/errors";
import { type Frame, buffersOf } from "../data/frame";
import { type Body } from "../service/body";
import { RepeatedKeyError } from "../service/errors";
import { type Urgency } from "../service/urgency";
import { type Clock, systemClock } from "../shared/clock";
import { type Log, silentLog } from "../shared/log";
import { sharedMemory } from "../shared/sharedMemory";
import { type FileFormat } from "../shared/wireFormat";
import { type FlatPart } from "./flatValue";
import { FrameThread } from "./frameThread";
import { maxPostedBytes } from "./frameTransfer";
import {
  type DecodedBody,
  type EncodeTask,
  type ReadTask,
  type TableTask,
  type Task,
  type TaskResult,
  type TaskResults,
  type UnreadBody,
  type WorkerAnswer,
  type WorkerFailure,
} from "./frameWorkerProtocol";

export interface FrameWorkerOptions {
  /** A thread that takes longer for one task is given up; 60,000 by default, many times what the largest body takes. */
  readonly budgetMs?: number;
  /** What the WebAssembly memory of a thread never grows beyond: a task that needs more fails. 576 MiB by default. */
  readonly maxModuleBytes?: number;
  /** A thread whose WebAssembly memory has grown beyond it is replaced when its task has ended; 256 MiB by default. */
  readonly keptModuleBytes?: number;
  /** A thread without work is ended after this time, with all its memory; 120,000 by default. */
  readonly idleMs?: number;
  readonly clock?: Clock;
  /** Told why a thread was given up. */
  readonly log?: Log;
}

export interface DecodeTaskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Who waits; a click by default. */
  readonly urgency?: Urgency;
  /** Whether the digest of the bytes is of use, so that the caller's thread need not compute it. */
  readonly wantsDigest?: boolean;
  /** Whether the body is a long table of several series: the rows of its frame stay as they are. */
  readonly isLong?: boolean;
  /** Whether the frame is in memory of its own, which can move; by default a small one is shared. */
  readonly isUnshared?: boolean;
}

interface Job {
  readonly task: Task;
  readonly urgency: Urgency | undefined;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (reason: unknown) => void;
  isCancelled: boolean;
}

/** Many inserts and saves come one after the other; a thread's memory is not held for longer. */
const spareMs = 30_000;

const mebibyte = 1024 * 1024;

/** 64 MiB as numbers: encoding takes several times the memory of a frame. */
const maxCellsInLimit = 8 * mebibyte;

/** The thread has its next task at hand when it has answered one, however busy this one is. */
const maxPosted = 2;

/**
 * Decodes bodies and encodes frames in a worker thread, so that large ones never hold up the editor, and a WebAssembly
 * module that traps or hangs ends the thread alone. The thread starts with the first task, and a new one when it was
 * given up: after a trap, after a hang, when it died, and when its memory has grown. Only the task that it was at is
 * lost then. A thread without work is ended after two minutes.
 */
export class FrameWorker {
  /** With the thread, which answers them in this order. */
  private posted: Job[] = [];
  /** In the order in which they were asked for. */
  private waiting: Job[] = [];
  private thread: FrameThread | undefined;
  private stopWatch: () => void = () => undefined;
  private readonly spare: Spare<FrameWorker>;
  private started = 0;
  private lastModuleBytes = 0;
  private isDisposed = false;

  /** @param file - Absolute path of the bundled thread, `dist/frameWorker.cjs`. */
  constructor(
    private readonly file: string,
    private readonly options: FrameWorkerOptions = {},
  ) {
    this.spare = new Spare(spareMs, options.clock);
  }

  /** How many threads were started so far. */
  get threadCount(): number {
    return this.started;
  }

  /** Memory of the WebAssembly module after the last answer. */
  get moduleBytes(): number {
    return this.lastModuleBytes;
  }

  /**
   * The frame of a body; the body's bytes remain usable.
   *
   * @throws {@link DecodeError} as `decodeFrame` does, or of kind `corrupt` when the body ended the thread.
   * @throws {@link RepeatedKeyError} when the key stands in a name or a text of the table.
   * @throws the signal's reason when it aborts; a task that has begun still ends, and its result is dropped.
   */
  async decode(body: Body, options: DecodeTaskOptions = {}): Promise<DecodedBody> {
    const { bytes, format, isCloseDelimited, redaction } = body;
    const { wantsDigest = false, isLong = false, isUnshared = false } = options;
    const secrets = redaction?.secrets ?? [];
    const decoding = { bytes, format, isCloseDelimited, isLong, secrets, wantsDigest };
    // Approximate: tasks that wait may exceed the limit together.
    const mayShare = !isUnshared && sharedMemory.allows(maxPostedBytes);
    const task = { type: "decode", ...decoding, mayShare } as const;
    try {
      const decoded = await this.run(task, options);
      for (const memory of buffersOf(decoded.frame)) {
        if (memory instanceof SharedArrayBuffer) sharedMemory.count(memory);
      }
      return decoded;
    } catch (error) {
      throw error instanceof SecretFoundError ? new RepeatedKeyError(body) : error;
    }
  }

  /**
   * A frame as the text or file of a format; the frame remains usable.
   *
   * @param metadata - Key and value pairs for a Parquet file, beside the digest of its values
   * (`macro-signals.values_digest`).
   * @throws the signal's reason when it aborts; a task that has begun still ends, and its result is dropped.
   */
  async encode(
    frame: Frame,
    format: FileFormat,
    metadata: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    const task = { type: "encode", frame, format, metadata } as const;
    return isLarge(frame) ? this.encodeApart(task, signal) : this.run(task, { signal });
  }

  /** A large table is our own: the memory limit is for what a service sent. */
  private async encodeApart(task: EncodeTask, signal?: AbortSignal): Promise<Uint8Array> {
    const own = new FrameWorker(this.file, { ...this.options, maxModuleBytes: 2 ** 32 });
    try {
      return await own.run(task, { signal });
    } finally {
      own.dispose();
    }
  }

  /**
   * Takes one step of writing a long table; see {@link tableBlocks}, which takes all of them.
   *
   * @throws the signal's reason when it aborts; then, and after any other failure, the table cannot be completed.
   */
  async writeTable(step: TableTask["step"], signal?: AbortSignal): Promise<Uint8Array> {
    return this.run({ type: "table", step }, { signal });
  }

  /**
   * Takes one step of reading a JSON body; see {@link bodyReader}, which takes all of them.
   *
   * @throws the signal's reason when it aborts; then, and after any other failure, the body cannot be read on.
   */
  async read(step: ReadTask["step"], signal?: AbortSignal): Promise<FlatPart | UnreadBody> {
    return this.run({ type: "read", step }, { signal });
  }

  /** Another worker like this one, with a thread of its own that nobody else waits for; a spare one, if there is one. */
  fork(): FrameWorker {
    return this.spare.take() ?? new FrameWorker(this.file, this.options);
  }

  /** Keeps a fork that has done its work for the next who needs one: its thread is warm. */
  takeBack(fork: FrameWorker): void {
    if (this.isDisposed) fork.dispose();
    else this.spare.keep(fork);
  }

  dispose(): void {
    this.isDisposed = true;
    this.spare.dispose();
    this.retireThread();
    for (const { reject } of this.waiting.splice(0)) reject(disposedError());
  }

  private async run<T extends Task>(
    task: T,
    { signal, urgency }: DecodeTaskOptions,
  ): Promise<TaskResults[T["type"]]> {
    signal?.throwIfAborted();
    if (this.isDisposed) throw disposedError();
    let cancel = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        // The thread answers a task with a result of the task's own type.
        const settle = { resolve: resolve as Job["resolve"], reject };
        const job: Job = { task, urgency, ...settle, isCancelled: false };
        cancel = () => this.cancel(job, signal?.reason as Error);
        signal?.addEventListener("abort", cancel, { once: true });
        this.waiting.push(job);
        this.post();
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  /** Gives the thread what it has room for. A task that cannot be sent, for want of memory for one, fails alone. */
  private post(): void {
    while (this.posted.length < maxPosted) {
      const job = this.takeNext();
      if (job === undefined) return;
      try {
        this.thread ??= this.startedThread();
        this.thread.post(job.task);
      } catch (error) {
        job.reject(error);
        continue;
      }
      if (this.posted.push(job) === 1) this.watchTask();
    }
  }

  /** Clicks come before bulk work, as they do in the queue of requests. */
  private takeNext(): Job | undefined {
    const at = this.waiting.findIndex(({ urgency }) => urgency?.isClick ?? true);
    return this.waiting.splice(Math.max(at, 0), 1)[0];
  }

  private startedThread(): FrameThread {
    this.started += 1;
    const { maxModuleBytes = 576 * mebibyte } = this.options;
    return new FrameThread(this.file, maxModuleBytes, {
      onAnswer: (answer) => this.settle(answer),
      onEnd: (cause) => this.giveUp(cause),
    });
  }

  /** From one answer to the next, as long as there is one to come. A cancelled task still has to end. */
  private watchTask(): void {
    const { budgetMs = 60_000, clock = systemClock } = this.options;
    this.stopWatch();
    this.stopWatch = clock.after(budgetMs, () =>
      this.giveUp(new Error(`no response within ${budgetMs} ms`)),
    );
  }

  /** A table or a body that is not complete yet lives in its thread, however long the next step takes to come. */
  private watchIdle(last: Job | undefined): void {
    const { idleMs = 120_000, clock = systemClock } = this.options;
    this.stopWatch();
    const isBetweenSteps = last?.task.type === "table" || last?.task.type === "read";
    if (!isBetweenSteps) this.stopWatch = clock.after(idleMs, () => this.retireThread());
  }

  private settle(answer: WorkerAnswer): void {
    const job = this.takeFirst();
    this.replaceUnlessSound(answer);
    if (answer.ok) job?.resolve(answer.result);
    else job?.reject(errorOf(answer.error));
    this.post();
  }

  private takeFirst(): Job | undefined {
    const job = this.posted.shift();
    if (this.posted.length > 0) this.watchTask();
    else this.watchIdle(job);
    return job;
  }

  private replaceUnlessSound({ moduleBytes, ...outcome }: WorkerAnswer): void {
    const { keptModuleBytes = 256 * mebibyte } = this.options;
    this.lastModuleBytes = moduleBytes;
    if (!outcome.ok && outcome.error.isTrap) this.replaceThread(outcome.error.message);
    else if (moduleBytes > keptModuleBytes) {
      this.replaceThread(`its memory has grown to ${moduleBytes} bytes`);
    }
  }

  /** The task that the thread was at is the one that ended it; the others go to a new thread. */
  private giveUp(cause: Error): void {
    const job = this.posted.shift();
    this.replaceThread(cause.message);
    job?.reject(lostError(cause));
    this.post();
  }

  private replaceThread(cause: string): void {
    (this.options.log ?? silentLog).warn(`a new frame worker takes over: ${cause}`);
    this.retireThread();
  }

  /** What it has not answered waits again, ahead of the others. */
  private retireThread(): void {
    this.stopWatch();
    this.thread?.dispose();
    this.thread = undefined;
    const unanswered = this.posted.splice(0).filter(({ isCancelled }) => !isCancelled);
    this.waiting.unshift(...unanswered);
  }

  /** The thread is not told of a task that was cancelled before its turn. */
  private cancel(job: Job, reason: Error): void {
    job.reject(reason);
    job.isCancelled = true;
    this.waiting = this.waiting.filter((each) => each !== job);
  }
}

function isLarge({ days, columns }: Frame): boolean {
  return days.length * columns.length > maxCellsInLimit;
}

function disposedError(): Error {
  return new Error("the frame worker has been disposed");
}

/** If a body needs more memory than there is, no other format helps. */
function lostError(cause: Error): DecodeError {
  const isFull = "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
  const kind = isFull ? "too-large" : "corrupt";
  return new DecodeError(kind, `the frame worker stopped: ${cause.message}`, { cause });
}

/** A body holds a secret; which body, the thread does not know. */
class SecretFoundError extends Error {
  override readonly name = "SecretFoundError";
}

function errorOf({ kind, message }: WorkerFailure): Error {
  if (kind === "secret") return new SecretFoundError(message);
  return kind === undefined ? new Error(message) : new DecodeError(kind, message);
}

/** Holds one thing that may be of use again, for a while. */
export class Spare<T extends { dispose(): void }> {
  private cached: T | undefined;
  private stopWaiting: () => void = () => undefined;

  constructor(
    private readonly forMs: number,
    private readonly clock: Clock = systemClock,
  ) {}

  take(): T | undefined {
    const { cached } = this;
    this.cached = undefined;
    this.stopWaiting();
    return cached;
  }

  /** In the place of one that is kept already, which goes. */
  keep(thing: T): void {
    this.dispose();
    this.cached = thing;
    this.stopWaiting = this.clock.after(this.forMs, () => this.dispose());
  }

  dispose(): void {
    this.take()?.dispose();
  }
}
