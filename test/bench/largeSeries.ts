import { monitorEventLoopDelay } from "node:perf_hooks";
import { BenchStore, latest } from "./benchStore";
import { type Ratio } from "./measure";
import { median } from "./median";
import { startBodyServer } from "./startBodyServer";

const runs = 5;

/**
 * What a large series costs the thread that the editor runs on: from its reference to its frame, fetched, kept,
 * decoded.
 */
export async function benchLargeSeries(): Promise<Ratio[]> {
  const million = await delaysOf(1_000_000);
  const fiveMillion = await delaysOf(5_000_000);
  return [
    { ...delay("1,000,000", million.delayMs), target: 50 },
    { ...delay("5,000,000", fiveMillion.delayMs), isForInformation: true },
    { ...time("1,000,000", million.totalMs), isForInformation: true },
    { ...time("5,000,000", fiveMillion.totalMs), isForInformation: true },
  ];
}

function delay(rows: string, ms: number): Ratio {
  const what = `fetch, keep and decode ${rows} rows: longest that this thread was held up, ms`;
  return { what, ratio: ms, target: 50, bound: "at most" };
}

function time(rows: string, ms: number): Ratio {
  return {
    what: `fetch, keep and decode ${rows} rows, ms`,
    ratio: ms,
    target: 0,
    bound: "at most",
  };
}

/** Medians over some runs: of the longest delay in each, and of the time each took. */
async function delaysOf(rows: number): Promise<{ delayMs: number; totalMs: number }> {
  const server = await startBodyServer(rows);
  const bench = await BenchStore.of(server.origin);
  const delays: number[] = [];
  const times: number[] = [];
  try {
    for (let run = 0; run <= runs; run++) {
      const { delayMs, totalMs } = await watchedFetch(bench);
      // In the first run the thread starts and code becomes optimised; an editor pays for that once.
      if (run > 0) {
        delays.push(delayMs);
        times.push(totalMs);
      }
    }
  } finally {
    await bench.dispose();
    server.stop();
  }
  return { delayMs: median(delays), totalMs: median(times) };
}

async function watchedFetch(bench: BenchStore): Promise<{ delayMs: number; totalMs: number }> {
  await bench.clear();
  globalThis.gc?.();
  const store = bench.store();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.now();
  await store.series(latest);
  const totalMs = performance.now() - start;
  delays.disable();
  store.dispose();
  return { delayMs: delays.max / 1e6, totalMs };
}
