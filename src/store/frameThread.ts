import { Worker } from "node:worker_threads";
import { transferOf } from "./frameTransfer";
import { type Task, type WorkerAnswer } from "./frameWorkerProtocol";

export interface FrameThreadEvents {
  /** The answer to the first task that has none yet. */
  readonly onAnswer: (answer: WorkerAnswer) => void;
  /** Called once, when the thread has ended by itself. */
  readonly onEnd: (cause: Error) => void;
}

/**
 * For texts, whose cells live on the thread's heap: several times what the largest body within the client's limit
 * takes. Beyond it the engine ends the thread alone. The memory of WebAssembly and of arrays of numbers does not count.
 */
const heapMiB = 2_048;
/** A thread has little on its heap at a time; by default, 48 MiB of garbage would pile up there. */
const youngMiB = 4;

/** One worker thread. Nothing is heard of it once it has been disposed. */
export class FrameThread {
  private readonly worker: Worker;
  private awaited = 0;
  private hasEnded = false;

  /** @param maxModuleBytes - What the memory of the WebAssembly module never grows beyond. */
  constructor(
    file: string,
    maxModuleBytes: number,
    private readonly events: FrameThreadEvents,
  ) {
    const resourceLimits = { maxOldGenerationSizeMb: heapMiB, maxYoungGenerationSizeMb: youngMiB };
    this.worker = new Worker(file, { resourceLimits, workerData: { maxModuleBytes } });
    this.worker.on("message", (answer: WorkerAnswer) => this.answered(answer));
    this.worker.on("error", (error) => this.ended(error));
    this.worker.on("exit", (code) => this.ended(new Error(`it ended with code ${code}`)));
    // An idle thread must not keep a command-line program alive, one at work must.
    this.worker.unref();
  }

  /** Posts a task; the caller keeps all of its memory. */
  post(task: Task): void {
    const { message, moved } = transferOf(task);
    this.worker.postMessage(message, moved);
    this.awaited += 1;
    this.worker.ref();
  }

  /** Ends the thread, whatever it is at. */
  dispose(): void {
    this.hasEnded = true;
    void this.worker.terminate();
  }

  private answered(answer: WorkerAnswer): void {
    if (this.hasEnded) return;
    this.awaited -= 1;
    if (this.awaited === 0) this.worker.unref();
    this.events.onAnswer(answer);
  }

  private ended(cause: Error): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.events.onEnd(cause);
  }
}
