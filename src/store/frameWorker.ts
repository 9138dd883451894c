import { Worker } from "node:worker_threads";
import { DecodeError } from "../data/errors";
import { type Frame } from "../data/frame";
import { type DecodedFrame } from "../data/normalizeFrame";
import { type Body } from "../service/body";
import { type WireFormat } from "../shared/wireFormat";
import {
  type Task,
  type TaskResults,
  type WorkerAnswer,
  type WorkerFailure,
  type WorkerRequest,
} from "./frameWorkerProtocol";

interface Pending {
  readonly resolve: (result: TaskResults[Task["type"]]) => void;
  readonly reject: (error: Error) => void;
}

/** Many times what the largest body within the limits takes. */
const defaultBudgetMs = 60_000;

/**
 * Decodes bodies and encodes frames in a worker thread, so that large ones never hold up the editor and a WebAssembly
 * module that fails or hangs ends the worker alone. The thread starts with the first task, and again after it has died.
 */
export class FrameWorker {
  private readonly pending = new Map<number, Pending>();
  private worker: Worker | undefined;
  private watch: NodeJS.Timeout | undefined;
  private lastId = 0;
  private isDisposed = false;

  /**
   * @param file - Absolute path of the bundled thread, `dist/frameWorker.cjs`.
   * @param budgetMs - A thread that answers nothing for so long is given up, with all it was asked for; 60,000 by default.
   */
  constructor(
    private readonly file: string,
    private readonly budgetMs = defaultBudgetMs,
  ) {}

  /**
   * The frame of a body; the body's bytes are copied, not taken.
   *
   * @throws {@link DecodeError} as `decodeFrame` does, or of kind `corrupt` when the body ended the worker.
   * @throws the signal's reason when it aborts; the worker's answer is then dropped.
   */
  async decode(body: Body, signal?: AbortSignal): Promise<DecodedFrame> {
    const { bytes, format, isCloseDelimited } = body;
    return this.run({ type: "decode", bytes, format, isCloseDelimited }, signal);
  }

  /**
   * A frame as the text or file of a format; the frame's arrays are copied, not taken.
   *
   * @param metadata - Key and value pairs for a Parquet file, beside the digest of its values (`macro-signals.values_digest`).
   * @throws the signal's reason when it aborts; the worker's answer is then dropped.
   */
  async encode(
    frame: Frame,
    format: WireFormat,
    metadata: Readonly<Record<string, string>> = {},
    signal?: AbortSignal,
  ): Promise<Uint8Array> {
    return this.run({ type: "encode", frame, format, metadata }, signal);
  }

  dispose(): void {
    this.isDisposed = true;
    this.lose(this.worker, new Error("the frame worker has been disposed"));
  }

  private async run<T extends Task>(
    task: T,
    signal: AbortSignal | undefined,
  ): Promise<TaskResults[T["type"]]> {
    signal?.throwIfAborted();
    if (this.isDisposed) throw new Error("the frame worker has been disposed");
    const worker = this.startedWorker();
    const id = ++this.lastId;
    const cancel = (): void => this.takePending(id)?.reject(signal?.reason as Error);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        // The thread answers a task with a result of the task's own type.
        this.pending.set(id, { resolve: resolve as Pending["resolve"], reject });
        worker.postMessage({ id, task } satisfies WorkerRequest);
        if (this.pending.size === 1) this.watchFor(worker);
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  private startedWorker(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(this.file);
    // An idle worker must not keep a command-line program alive.
    worker.unref();
    worker.on("message", (answer: WorkerAnswer) => this.settle(worker, answer));
    worker.on("error", (error) => this.lose(worker, error));
    worker.on("exit", (code) => this.lose(worker, new Error(`it ended with code ${code}`)));
    this.worker = worker;
    return worker;
  }

  /** From one answer to the next, as long as there is one to come. A cancelled task still has to end. */
  private watchFor(worker: Worker): void {
    clearTimeout(this.watch);
    const giveUp = (): void => this.lose(worker, new Error(`no answer within ${this.budgetMs} ms`));
    this.watch = setTimeout(giveUp, this.budgetMs).unref();
  }

  private settle(worker: Worker, answer: WorkerAnswer): void {
    // Of a worker that was given up nothing is awaited any more.
    if (worker !== this.worker) return;
    const pending = this.takePending(answer.id);
    if (this.pending.size > 0) this.watchFor(worker);
    else clearTimeout(this.watch);
    if (answer.ok) pending?.resolve(answer.result);
    else pending?.reject(errorOf(answer.error));
  }

  private takePending(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }

  /** Gives up a worker and everything it was asked for; the next task gets a new one. */
  private lose(worker: Worker | undefined, cause: Error): void {
    if (worker === undefined || worker !== this.worker) return;
    this.worker = undefined;
    clearTimeout(this.watch);
    void worker.terminate();
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of lost) {
      reject(new DecodeError("corrupt", `the frame worker stopped: ${cause.message}`, { cause }));
    }
  }
}

function errorOf({ kind, message }: WorkerFailure): Error {
  return kind === undefined ? new Error(message) : new DecodeError(kind, message);
}
