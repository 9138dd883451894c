import { getEventListeners } from "node:events";
import path from "node:path";
import v8 from "node:v8";
import vm from "node:vm";
import { toParquet } from "../../src/data/parquetWriter";
import { signalRef, type SignalRef } from "../../src/shared/reference";
import { FrameWorker } from "../../src/store/frameWorker";
import { SeriesFiles } from "../../src/store/seriesFiles";
import { SeriesFolder } from "../../src/store/seriesFolder";
import { SeriesStore } from "../../src/store/seriesStore";
import { frameWorkerFile } from "../support/builtFiles";
import { temporaryFolder } from "../support/temporaryFolder";
import { pastAsOf } from "../support/sampleSeries";
import { testClient } from "../support/testClient";
import { type FaultyServer, startFaultyServer } from "./faultyServer";
import { randomWalk } from "./randomWalk";

/** What a process holds after so many series were asked for, garbage collected before. */
export interface Checkpoint {
  readonly asked: number;
  /** Those that ended in an error or were cancelled. */
  readonly failed: number;
  readonly heapBytes: number;
  /** Of array buffers, outside the heap. */
  readonly bufferBytes: number;
  readonly processBytes: number;
  /** Open connections at the server. */
  readonly sockets: number;
  /** On the one signal that all requests share. */
  readonly listeners: number;
  /** Worker threads started so far: one, and another after each that was given up. */
  readonly threads: number;
  /** Of the WebAssembly module in the worker. */
  readonly moduleBytes: number;
}

export interface SoakOptions {
  /** Series asked for, each another one. */
  readonly series: number;
  readonly checkpoints: number;
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
}

const rows = 1_000;
const atOnce = 8;
/** One request in so many is failed, and as many calls are cancelled. */
const faultEvery = 10;
const cancelEvery = 50;
const memoryBytes = 16 * 1024 * 1024;
const diskBytes = 32 * 1024 * 1024;

/**
 * Asks a failing service for series through client, cache and worker, as the extension does, and looks at what stays
 * behind.
 */
export async function soak(options: SoakOptions): Promise<readonly Checkpoint[]> {
  const server = await startFaultyServer(toParquet(randomWalk(rows)), faultEvery);
  const folder = temporaryFolder("soak");
  const worker = new FrameWorker(frameWorkerFile);
  const { client, dispose } = testClient(server.origin, { random: () => 0 });
  const files = new SeriesFiles(
    new SeriesFolder(path.join(folder.path, "series"), () => diskBytes),
    "owner",
  );
  const store = new SeriesStore({ client, worker, files, capacityBytes: memoryBytes });
  try {
    return await checkpointsOf(store, worker, server, options);
  } finally {
    store.dispose();
    worker.dispose();
    dispose();
    await server.close();
    folder.remove();
  }
}

async function checkpointsOf(
  store: SeriesStore,
  worker: FrameWorker,
  server: FaultyServer,
  { series, checkpoints, onCheckpoint }: SoakOptions,
): Promise<readonly Checkpoint[]> {
  const collectGarbage = exposedGc();
  const { signal } = new AbortController();
  const found: Checkpoint[] = [];
  let asked = 0;
  let failed = 0;
  const ask = async (): Promise<void> => {
    while (asked < (series * (found.length + 1)) / checkpoints) {
      asked += 1;
      const isKept = await askFor(store, referenceOf(asked), asked % cancelEvery === 0, signal);
      if (!isKept) failed += 1;
    }
  };
  while (found.length < checkpoints) {
    await Promise.all(Array.from({ length: atOnce }, ask));
    collectGarbage();
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    const checkpoint: Checkpoint = {
      asked,
      failed,
      heapBytes: heapUsed,
      bufferBytes: arrayBuffers,
      processBytes: rss,
      sockets: server.socketCount(),
      listeners: getEventListeners(signal, "abort").length,
      threads: worker.threadCount,
      moduleBytes: worker.moduleBytes,
    };
    found.push(checkpoint);
    onCheckpoint?.(checkpoint);
  }
  return found;
}

/** Whether a series came; every failure is expected here. */
async function askFor(
  store: SeriesStore,
  reference: SignalRef,
  isCancelled: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  const cancel = new AbortController();
  const own = isCancelled ? cancel.signal : signal;
  const pending = store.series(reference, { signal: own });
  if (isCancelled) setImmediate(() => cancel.abort());
  return pending.then(
    () => true,
    () => false,
  );
}

function referenceOf(number: number): SignalRef {
  const tags = { country_iso: `C${number}` };
  return signalRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf: pastAsOf });
}

function exposedGc(): () => void {
  v8.setFlagsFromString("--expose-gc");
  return vm.runInNewContext("gc") as () => void;
}
