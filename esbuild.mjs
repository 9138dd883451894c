// Builds dist/. `node esbuild.mjs [--tests] [--bench] [--release]`
import { copyFile, readdir } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const flags = new Set(process.argv.slice(2));
const release = flags.has("--release");

/** Options of everything that runs in Node; the oldest supported editor has Node 22, tooling runs on 20. */
const node = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20.19",
  outExtension: { ".js": ".cjs" },
  external: ["vscode"],
  sourcemap: true,
  sourcesContent: !release,
  minify: release,
  keepNames: true,
  logLevel: "warning",
};

/** Entry points that exist so far, by the name of their output. */
const entries = {
  decodeWorker: "src/store/decodeWorker.ts",
  sample: "src/sample/main.ts",
};

async function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}

async function buildProduct() {
  await build({ ...node, entryPoints: entries, outdir: "dist" });
  // parquet-wasm reads its module from the folder of the bundle that holds it.
  await copyFile(
    "node_modules/parquet-wasm/node/parquet_wasm_bg.wasm",
    "dist/parquet_wasm_bg.wasm",
  );
}

/** Tests keep packages external: they run from the checkout, and mocha and vscode find their own copies. */
async function buildTests() {
  const entryPoints = (
    await Promise.all(["test/unit", "test/faults"].map((folder) => filesBelow(folder, ".test.ts")))
  ).flat();
  await build({
    ...node,
    packages: "external",
    entryPoints,
    outbase: "test",
    outdir: "dist/test",
  });
}

async function buildBench() {
  const entryPoints = await filesBelow("test/bench", ".ts");
  await build({
    ...node,
    packages: "external",
    entryPoints,
    outbase: "test/bench",
    outdir: "dist/bench",
  });
}

await buildProduct();
if (flags.has("--tests")) await buildTests();
if (flags.has("--bench")) await buildBench();
