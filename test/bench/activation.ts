import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { writeAnyEditor } from "../support/anyEditorModule";
import { type Ratio } from "./measure";
import { median } from "./median";

const runs = 11;
const run = promisify(execFile);

/** What starting costs: the release bundle in a fresh process each time, and what stands in it. */
export async function benchActivation(): Promise<Ratio[]> {
  const modules = path.resolve("dist/bench/modules");
  await writeAnyEditor(modules);
  const times: Times[] = [];
  for (let count = 0; count < runs; count++) times.push(await activationTimes(modules));
  const eager = ["extension", "decodeErrors", "serviceErrors", "unknownConnectionError"];
  const sizes = await Promise.all(eager.map(async (file) => (await stat(`dist/${file}.cjs`)).size));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  return [
    {
      ...most(
        "load the eager bundle in a fresh process, ms",
        median(times.map(([load]) => load)),
        30,
      ),
      isForInformation: true,
    },
    most("activate the extension, ms", median(times.map(([, activate]) => activate)), 30),
    most("eager bundles, kB", size / 1000, 250),
    most("heavy modules in the eager bundle", (await heavyInputs()).length, 0),
  ];
}

function most(what: string, ratio: number, target: number): Ratio {
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

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

/** Inputs of the eager bundle that belong to a library that must be loaded lazily. */
async function heavyInputs(): Promise<string[]> {
  const { outputs } = JSON.parse(await readFile("dist/meta.json", "utf8")) as Metafile;
  const inputs = Object.entries(outputs["dist/extension.cjs"]?.inputs ?? {});
  if (inputs.length === 0) throw new Error("dist/meta.json tells nothing of the extension");
  return inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([name]) => name)
    .filter((name) => /node_modules\/(undici|apache-arrow|flatbuffers|parquet-wasm)\//.test(name));
}
