import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { writeAnyEditor } from "../support/anyEditorModule";
import { loadedWith, packagesIn } from "../support/builtOutputs";
import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

const runs = sized(11);
const run = promisify(execFile);

/** What starting costs: the release bundle in a fresh process each time, and what stands in it. */
export async function benchActivation(): Promise<Ratio[]> {
  const modules = path.resolve("dist/bench/modules");
  await writeAnyEditor(modules);
  const times: Times[] = [];
  for (let count = 0; count < runs; count++) times.push(await activationTimes(modules));
  const eager = await loadedWith("dist/extension.cjs");
  const sizes = await Promise.all(eager.map(async (file) => (await stat(file)).size));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  const heavy = (await packagesIn(eager)).filter((name) => heavyPackages.has(name));
  return [
    {
      ...max(
        "load what starting needs in a fresh process, ms",
        median(times.map(([load]) => load)),
        30,
      ),
      isForInformation: true,
    },
    max("activate the extension, ms", median(times.map(([, activate]) => activate)), 30),
    max("files that starting loads", eager.length, 3),
    { ...max("their size, kB", size / 1000, 0), isForInformation: true },
    max("heavy packages in them", heavy.length, 0),
  ];
}

function max(what: string, ratio: number, target: number): Ratio {
  return { what, ratio, target, bound: "at most" };
}

/** Milliseconds for loading the bundle, and for its `activate`. */
type Times = readonly [load: number, activate: number];

async function activationTimes(modules: string): Promise<Times> {
  const env = { ...process.env, NODE_PATH: modules };
  const program = path.resolve("dist/bench/activationRun.cjs");
  const { stdout } = await run(process.execPath, [program], { env });
  return JSON.parse(stdout) as [number, number];
}

const heavyPackages = new Set(["undici", "apache-arrow", "flatbuffers", "parquet-wasm"]);
