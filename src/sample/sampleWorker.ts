import { Worker } from "node:worker_threads";
import { randomApiKey } from "./sampleKey";
import { type CloseMessage, type ListeningMessage, type SampleWorkerData } from "./workerMessages";

/** The service in a thread of its own. */
export interface SampleWorker {
  readonly url: string;
  readonly apiKey: string;
  /** Resolves when the thread has ended, for any reason; never rejects. */
  readonly ended: Promise<void>;
  /** Ends the thread and all its connections; idempotent. */
  dispose(): Promise<void>;
}

/**
 * Starts the sample service in a worker thread.
 *
 * @param file - The bundled entry point, `dist/sample.cjs`.
 * @param options - Without a key, a random one is generated.
 * @throws Error if the thread ends before it listens, for example because the port is taken.
 */
export async function startSampleWorker(
  file: string,
  options: Partial<SampleWorkerData> = {},
): Promise<SampleWorker> {
  const apiKey = options.apiKey ?? randomApiKey();
  const workerData: SampleWorkerData = { ...options, apiKey };
  const worker = new Worker(file, { workerData });
  const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  const { url } = await listening(worker);
  return { url, apiKey, ended, dispose: () => closed(worker, ended) };
}

/** The thread sends only one message; a later failure just ends the thread, which resolves `ended`. */
function listening(worker: Worker): Promise<ListeningMessage> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.on("error", reject);
    worker.once("exit", () => reject(new Error("the sample service ended before it was ready")));
  });
}

const patienceMs = 1_000;

async function closed(worker: Worker, ended: Promise<void>): Promise<void> {
  const message: CloseMessage = { type: "close" };
  worker.postMessage(message);
  const timer = setTimeout(() => void worker.terminate(), patienceMs);
  await ended;
  clearTimeout(timer);
}
