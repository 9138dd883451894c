import { Worker } from "node:worker_threads";
import { DecodeError } from "../data/errors";
import { type DecodedFrame } from "../data/normalizeFrame";
import { type Body } from "../service/body";
import { type DecodeAnswer, type DecodeFailure, type DecodeRequest } from "./decodeProtocol";

interface Pending {
  readonly resolve: (decoded: DecodedFrame) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Decodes bodies in a worker thread, so that large ones never hold up the editor and a failing WebAssembly module ends the
 * worker alone. The thread starts with the first body, and again after it has died.
 */
export class Decoder {
  private readonly pending = new Map<number, Pending>();
  private worker: Worker | undefined;
  private lastId = 0;
  private isDisposed = false;

  /** @param workerFile - Path of the bundled `decodeWorker.cjs`. */
  constructor(private readonly workerFile: string) {}

  /**
   * The frame of a body; the body's bytes are copied, not taken.
   *
   * @throws {@link DecodeError} as `decodeFrame` does, or of kind `corrupt` when the body ended the worker.
   * @throws the signal's reason when it aborts; the worker's answer is then dropped.
   */
  async decode(body: Body, signal?: AbortSignal): Promise<DecodedFrame> {
    signal?.throwIfAborted();
    if (this.isDisposed) throw new Error("the decoder has been disposed");
    const worker = this.startedWorker();
    const id = ++this.lastId;
    const { bytes, format, isCloseDelimited } = body;
    const cancel = (): void => this.takePending(id)?.reject(signal?.reason as Error);
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.pending.set(id, { resolve, reject });
        const request: DecodeRequest = { id, bytes, format, isCloseDelimited };
        worker.postMessage(request);
      });
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.lose(this.worker, new Error("the decoder has been disposed"));
  }

  private startedWorker(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(this.workerFile);
    // An idle worker must not keep a command-line program alive.
    worker.unref();
    worker.on("message", (answer: DecodeAnswer) => this.settle(answer));
    worker.on("error", (error) => this.lose(worker, error));
    worker.on("exit", (code) => this.lose(worker, new Error(`it ended with code ${code}`)));
    this.worker = worker;
    return worker;
  }

  private settle(answer: DecodeAnswer): void {
    const pending = this.takePending(answer.id);
    if (answer.ok) pending?.resolve(answer.decoded);
    else pending?.reject(errorOf(answer.error));
  }

  private takePending(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }

  /** Gives up a worker and everything it was asked for; the next body gets a new one. */
  private lose(worker: Worker | undefined, cause: Error): void {
    if (worker === undefined || worker !== this.worker) return;
    this.worker = undefined;
    void worker.terminate();
    const lost = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of lost) {
      reject(new DecodeError("corrupt", `decoding stopped: ${cause.message}`, { cause }));
    }
  }
}

function errorOf({ kind, message }: DecodeFailure): Error {
  return kind === undefined ? new Error(message) : new DecodeError(kind, message);
}
