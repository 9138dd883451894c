import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { isoOfDay } from "../../src/shared/day";
import { startServer, type TestServer } from "../support/testServer";
import { benchKey } from "./benchStore";
import { type Ratio } from "./measure";
import { sized } from "./sized";

const series = sized(3_000, 60);
const rows = sized(1_000, 20);
const specName = "bench.macrodata.json";

/** A fetch of many series by the command line, killed at half and then run again. */
export async function benchDataset(): Promise<Ratio[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "dataset-"));
  const service = await AnsweringService.start();
  try {
    await writeSpec(folder, service.origin);
    const wholeMs = await timed(() => run(folder, service.origin, "whole"));
    const whole = await readFile(path.join(folder, "data/all.parquet"));
    const wholeAsked = service.answered;
    await rm(path.join(folder, "data"), { recursive: true });
    service.answered = 0;
    const killed = start(folder, service.origin, "killed");
    const ended = once(killed, "exit");
    await service.until(series / 2);
    killed.kill("SIGKILL");
    await ended;
    const resumedMs = await timed(() => run(folder, service.origin, "killed"));
    const resumed = await readFile(path.join(folder, "data/all.parquet"));
    if (!whole.equals(resumed)) throw new Error("the resumed fetch wrote another file");
    const what = `${series} series of ${rows} days fetched (${(wholeMs / 1000).toFixed(1)} s)`;
    return [
      {
        what: `${what}: requests per series`,
        ratio: wholeAsked / series,
        target: 1,
        bound: "at most",
      },
      {
        what: `${what}, killed at half and resumed: requests per series`,
        ratio: service.answered / series,
        target: 1.1,
        bound: "at most",
      },
      {
        what: `${what}: the rest (${(resumedMs / 1000).toFixed(1)} s), times the whole`,
        ratio: resumedMs / wholeMs,
        target: 1,
        bound: "at most",
      },
    ];
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeSpec(folder: string, service: string): Promise<void> {
  const set = (from: number, count: number): string[] =>
    Array.from({ length: count }, (_, at) => `signals/WALK/1/country_iso=C${from + at}`);
  const half = series / 2;
  const tables = {
    all: { set: set(0, half) },
    // A set has at most 2,000 series.
    more: { set: set(half, half) },
  };
  const output = { folder: "data", format: "parquet", layout: "long" };
  const spec = { macrodata: 1, service, kind: "FIT", asOf: "2024-06-28", output, tables };
  await writeFile(path.join(folder, specName), JSON.stringify(spec));
}

function start(folder: string, service: string, cache: string): ChildProcess {
  return spawn(
    process.execPath,
    [path.resolve("dist/cli.cjs"), "fetch", "--cache", path.join(folder, cache), specName],
    {
      cwd: folder,
      stdio: "ignore",
      env: { MACRO_SIGNALS_BASE_URL: service, MACRO_SIGNALS_API_KEY: benchKey },
    },
  );
}

async function run(folder: string, service: string, cache: string): Promise<void> {
  const [exitCode] = (await once(start(folder, service, cache), "exit")) as [number | null];
  if (exitCode !== 0) throw new Error(`the fetch ended with ${exitCode}`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** Every series of the benchmark is the same walk, which differs from the others by its first value. */
class AnsweringService {
  answered = 0;
  private waiting: { readonly count: number; readonly resolve: () => void } | undefined;

  private constructor(private readonly server: TestServer) {}

  static async start(): Promise<AnsweringService> {
    const last = 19_902;
    const walk = Array.from({ length: rows }, (_, at) => {
      const value = Math.sin(at / 50);
      return `${isoOfDay(last - rows + at)},${value},${value / 2},${value * 0.75}\n`;
    }).join("");
    const listener: RequestListener = (request, response) => {
      const country = /country_iso=C(\d+)/.exec(request.url ?? "")?.[1] ?? "0";
      response.writeHead(200, { "content-type": "text/csv" });
      response.end(
        `Date,Level,Momentum,Aggregate\n${isoOfDay(last - rows - 1)},${country},0,0\n${walk}`,
        () => service.note(),
      );
    };
    const service: AnsweringService = new AnsweringService(await startServer(listener));
    return service;
  }

  get origin(): string {
    return this.server.origin;
  }

  /** Resolves when so many answers have been sent. */
  until(count: number): Promise<void> {
    return new Promise((resolve) => (this.waiting = { count, resolve }));
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private note(): void {
    this.answered += 1;
    if (this.waiting !== undefined && this.answered >= this.waiting.count) this.waiting.resolve();
  }
}
