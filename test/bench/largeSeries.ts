import { monitorEventLoopDelay } from "node:perf_hooks";
import { defaultMaxBodyBytes } from "../../src/service/serviceClient";
import { BenchStore, latest } from "./benchStore";
import { type Ratio } from "./measure";
import { median } from "./median";
import { startBodyServer } from "./startBodyServer";
import { sized } from "./sized";

const runs = sized(5);
const mebibyte = 2 ** 20;
/** For what is only told: it may be more than the product takes. */
const limitBeyondProduct = 400 * mebibyte;

/**
 * What a large series costs the thread that the editor runs on: from its reference to its frame, fetched, kept,
 * decoded.
 */
export async function benchLargeSeries(): Promise<Ratio[]> {
  const [judged, ...reported] = ratiosOf(
    await costOf(sized(1_000_000, 20_000), defaultMaxBodyBytes),
  );
  const more = ratiosOf(await costOf(sized(2_000_000, 20_000), limitBeyondProduct));
  const information = [...reported, ...more].map((ratio) => ({
    ...ratio,
    isForInformation: true as const,
  }));
  return judged === undefined ? information : [judged, ...information];
}

interface Run {
  /** The longest that this thread was held up. */
  readonly delayMs: number;
  readonly totalMs: number;
  readonly bodyBytes: number;
}

interface Cost {
  readonly rows: number;
  /** In which the worker's thread starts and code becomes optimised; an editor pays for that once. */
  readonly first: Run;
  readonly others: readonly Run[];
}

function ratiosOf({ rows, first, others }: Cost): Ratio[] {
  const what = `fetch, keep and decode ${rows.toLocaleString("en")} rows (${sizeText(first.bodyBytes)})`;
  const longest = `${what}: longest that this thread was held up`;
  const delays = others.map(({ delayMs }) => delayMs);
  const times = others.map(({ totalMs }) => totalMs);
  return [
    atMost(`${longest}, in any of ${runs} runs, ms`, Math.max(...delays), 50),
    atMost(`${longest}, in the first run of all, ms`, first.delayMs, 50),
    atMost(`${what}, median, ms`, median(times), 0),
  ];
}

function sizeText(bytes: number): string {
  const [size, limit] = [bytes, defaultMaxBodyBytes].map((each) => (each / mebibyte).toFixed(0));
  const where = bytes > defaultMaxBodyBytes ? "beyond" : "within";
  return `${size} MiB, ${where} the limit of ${limit} MiB`;
}

function atMost(what: string, ratio: number, target: number): Ratio {
  return { what, ratio, target, bound: "at most" };
}

async function costOf(rows: number, maxBodyBytes: number): Promise<Cost> {
  const server = await startBodyServer(rows);
  const bench = await BenchStore.of(server.origin, maxBodyBytes);
  try {
    const first = await watchedFetch(bench);
    const others: Run[] = [];
    while (others.length < runs) others.push(await watchedFetch(bench));
    return { rows, first, others };
  } finally {
    await bench.dispose();
    server.stop();
  }
}

async function watchedFetch(bench: BenchStore): Promise<Run> {
  await bench.clear();
  // What the run before has left is not for this one to clear away.
  globalThis.gc?.();
  const store = bench.store();
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const start = performance.now();
  const { body } = await store.series(latest);
  const totalMs = performance.now() - start;
  await bench.written(1);
  delays.disable();
  store.dispose();
  return { delayMs: delays.max / 1e6, totalMs, bodyBytes: body.bytes.byteLength };
}
