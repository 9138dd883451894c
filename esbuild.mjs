// Builds dist/. `node esbuild.mjs [--tests] [--editor-tests] [--tools] [--bench] [--release] [--watch]`
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { build, context, transform } from "esbuild";

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
  // UMD, which jsonc-parser has as its main file, cannot be bundled.
  mainFields: ["module", "main"],
  // A release's maps stay beside it, unmentioned: they are for reading stack traces and are not packaged.
  sourcemap: release ? "external" : true,
  sourcesContent: !release,
  minify: release,
  keepNames: !release,
  // An import of types alone is none: it would have its module loaded.
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: false } },
  logLevel: "warning",
};

/**
 * The extension and the command line, which share chunks: esbuild makes one of each module that is loaded later, by
 * `import()`.
 */
const host = { extension: "src/extension.ts", cli: "src/cli/cliMain.ts" };

/** Programs that run in threads or processes of their own; what they share stands in chunks of theirs. */
const programs = { frameWorker: "src/store/frameWorkerMain.ts", sample: "src/sample/main.ts" };

/** Scripts of pages, with their styles. */
const pages = {
  latest: "src/features/latest/heatmap/page/main.ts",
  explorer: "src/features/latest/explorer/page/main.ts",
  changes: "src/features/latest/changes/page/main.ts",
  chartLoader: "src/features/chart/page/loader.ts",
};

async function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}

/**
 * Makes what is loaded by `import()` import the extension's entry too. Whatever it shares with the entry is then already
 * loaded, and esbuild has no reason to cut what starting needs into pieces. The command line imports the same modules
 * without it.
 */
const oneEagerChunk = {
  name: "one-eager-chunk",
  setup(bundler) {
    const entry = path.resolve(host.extension);
    bundler.onResolve({ filter: /^\.\.?\// }, async ({ kind, path: specifier, ...asked }) => {
      if (kind !== "dynamic-import") return undefined;
      const { resolveDir, importer } = asked;
      const found = await bundler.resolve(specifier, {
        kind: "import-statement",
        resolveDir,
        importer,
      });
      return { path: found.path, namespace: "lazy", sideEffects: true };
    });
    bundler.onLoad({ filter: /./, namespace: "lazy" }, ({ path: file }) => ({
      contents: `import ${JSON.stringify(entry)}; export * from ${JSON.stringify(file)};`,
      resolveDir: path.dirname(file),
    }));
  },
};

/**
 * Bundles the part of undici that sends requests. Its entry adds fetch, caches, WebSockets and test doubles, half of its
 * size, which cannot be left out, and replaces the process-wide dispatcher.
 */
const sendingUndici = {
  name: "sending-undici",
  setup(bundler) {
    const contents = `
      import api from "undici/lib/api/index.js";
      import buildConnector from "undici/lib/core/connect.js";
      import Agent from "undici/lib/dispatcher/agent.js";
      import Client from "undici/lib/dispatcher/client.js";
      import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
      Object.assign(Dispatcher.prototype, api);
      export { Agent, buildConnector, Client };`;
    bundler.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "sending" }));
    bundler.onLoad({ filter: /./, namespace: "sending" }, () => ({
      contents,
      resolveDir: import.meta.dirname,
    }));
  },
};

/**
 * Lets parquet-wasm read its module compressed, from the folder of the program that holds it: a fifth of the package, which
 * a remote window waits for, against 15 ms in the thread that reads Parquet.
 */
const compressedWasm = {
  name: "compressed-wasm",
  setup(bundler) {
    bundler.onLoad({ filter: /parquet_wasm\.js$/ }, async ({ path: file }) => {
      const read = "require('fs').readFileSync(wasmPath)";
      const parts = (await readFile(file, "utf8")).split(read);
      if (parts.length !== 2) throw new Error("parquet-wasm reads its module in another way");
      return {
        contents: parts.join(
          "require('zlib').brotliDecompressSync(require('fs').readFileSync(`${wasmPath}.br`))",
        ),
      };
    });
  },
};

/** 9: a higher quality takes ten times as long. */
async function compressedParquet() {
  return brotliCompressSync(await readFile("node_modules/parquet-wasm/node/parquet_wasm_bg.wasm"), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
}

/** What earlier builds left: the names of chunks have hashes. */
async function removeOldProduct() {
  if (!existsSync("dist")) return;
  for (const entry of await readdir("dist", { withFileTypes: true })) {
    if (entry.isFile()) await rm(path.join("dist", entry.name));
  }
}

/** The licences of the packages that stand in the bundles, as they ask to be carried along. */
async function licensesOf({ inputs }) {
  const folders = Object.keys(inputs).map(
    (name) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(name)?.[0],
  );
  const parts = [...new Set(folders)].filter(Boolean).sort().map(licenseOf);
  return (await Promise.all(parts)).join(`\n${"=".repeat(80)}\n\n`);
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const files = (await readdir(folder)).filter((file) =>
    /^(licen[cs]e|notice|copying)/i.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}

async function buildProduct() {
  await emptyProduct();
  const metafiles = await Promise.all(parts.map(buildPart));
  const meta = await writeMeta(metafiles);
  if (release) await writeFile("dist/LICENSES.txt", await licensesOf(meta));
}

async function emptyProduct() {
  await removeOldProduct();
  await mkdir("dist", { recursive: true });
  await writeFile("dist/parquet_wasm_bg.wasm.br", await compressedParquet());
}

/** What the files are made of, for tests and benchmarks; it is not packaged. */
async function writeMeta(metafiles) {
  const inputs = Object.assign({}, ...metafiles.map((each) => each.inputs));
  const outputs = Object.assign({}, ...metafiles.map((each) => each.outputs));
  await writeFile("dist/meta.json", JSON.stringify({ inputs, outputs }));
  return { inputs, outputs };
}

async function buildPart({ options, write }) {
  const built = await build(options);
  await write?.(built);
  return built.metafile;
}

/**
 * Builds each part of the product, and rebuilds it when one of its source files changes, until the process ends. The
 * printed lines signal to the task in `.vscode/tasks.json` that `dist/` is complete.
 */
async function watchProduct() {
  await emptyProduct();
  const metafiles = new Map();
  // Each context begins with a build.
  let running = parts.length;
  console.log("[watch] build started");
  const watchPart = async (part) => {
    let isFirst = true;
    const told = {
      name: "told",
      setup(bundler) {
        bundler.onStart(() => {
          if (!isFirst && running++ === 0) console.log("[watch] build started");
          isFirst = false;
        });
        bundler.onEnd(async (built) => {
          if (built.errors.length === 0) {
            await part.write?.(built);
            metafiles.set(part, built.metafile);
          }
          if (--running > 0) return;
          await writeMeta([...metafiles.values()]);
          console.log("[watch] build finished");
        });
      },
    };
    const plugins = [...(part.options.plugins ?? []), told];
    await (await context({ ...part.options, plugins })).watch();
  };
  await Promise.all(parts.map(watchPart));
}

async function writeChunks({ outputFiles }) {
  await Promise.all(outputFiles.map(writeCommonJs));
}

async function writeCommonJs({ path: file, text }) {
  await writeRewritten(file, text, { format: "cjs", supported: { "dynamic-import": false } });
}

async function writeRewritten(file, text, options) {
  const { platform, target, sourcesContent, minify, logLevel } = node;
  const { code, map } = await transform(text, {
    ...{ platform, target, sourcesContent, minify, logLevel },
    sourcefile: path.basename(file),
    // The map of the first pass stands in the text, and leads on to the sources.
    sourcemap: "external",
    ...options,
  });
  const mention = release ? "" : `//# sourceMappingURL=${path.basename(file)}.map\n`;
  await writeFile(file, code + mention);
  await writeFile(`${file}.map`, map);
}

/** Pages run in a browser; what a script imports of styles stands beside it as CSS. */
const browser = {
  ...node,
  platform: "browser",
  mainFields: ["browser", "module", "main"],
  format: "esm",
  target: "es2022",
  outExtension: {},
  external: [],
  keepNames: false,
  outdir: "dist",
  metafile: true,
};

// Most of it runs for the first picture: Chromium compiles it eagerly, in parallel, while it loads.
const compiledAtOnce = "//# allFunctionsCalledOnLoad";

/** esbuild cuts only ES modules into chunks, which older editors load slowly: each is rewritten as CommonJS. */
const chunked = {
  ...node,
  outdir: "dist",
  metafile: true,
  format: "esm",
  splitting: true,
  sourcemap: "inline",
  write: false,
};

/** What the product is made of: the options of each part, and how it is written where esbuild does not write it itself. */
const parts = [
  {
    options: {
      ...chunked,
      entryPoints: host,
      chunkNames: "[name]-[hash]",
      plugins: [oneEagerChunk, sendingUndici],
    },
    write: writeChunks,
  },
  {
    options: {
      ...chunked,
      entryPoints: programs,
      chunkNames: "program-[name]-[hash]",
      plugins: [compressedWasm],
    },
    write: writeChunks,
  },
  { options: { ...browser, entryPoints: pages, banner: { js: compiledAtOnce } } },
  {
    // The loader adds it to the page as a classic script, whose names would be global.
    options: {
      ...browser,
      format: "iife",
      entryPoints: { chart: "src/features/chart/page/main.ts" },
      banner: { js: compiledAtOnce },
    },
  },
];

/** Those of an earlier build go: tests are found by name. */
async function testsBelow(...folders) {
  await Promise.all(
    folders.map((folder) => rm(`dist/${folder}`, { recursive: true, force: true })),
  );
  return (await Promise.all(folders.map((folder) => filesBelow(folder, ".test.ts")))).flat();
}

/**
 * Tests and tools keep packages external: they run from the checkout, and mocha and vscode find their own copies. Nothing
 * is minified, so names stay by themselves; keeping them takes a call whenever a function is made.
 */
async function buildForCheckout(entryPoints) {
  await build({
    ...node,
    minify: false,
    keepNames: false,
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

/** Translations stand beside it as `bundle.l10n.LANGUAGE.json`. */
async function writeBaseBundle() {
  const { baseBundle } = await import("./l10n.mjs");
  await mkdir("l10n", { recursive: true });
  await writeFile("l10n/bundle.l10n.json", `${JSON.stringify(await baseBundle(), null, 2)}\n`);
}

if (flags.has("--watch")) await watchProduct();
else await buildProduct();
if (release && flags.has("--tools")) await writeBaseBundle();
if (flags.has("--tests")) {
  const tests = await testsBelow("test/unit", "test/faults");
  await buildForCheckout([...tests, "test/support/startDemo.ts"]);
}
if (flags.has("--editor-tests")) {
  const programs = ["host/index", "host/main", "e2e/main", "main", "desktop/main"];
  const tests = await testsBelow("test/host", "test/e2e");
  await buildForCheckout([...programs.map((name) => `test/${name}.ts`), ...tests]);
}
if (flags.has("--tools")) {
  const tools = ["startDemo", "packageExtension", "releaseProgram"];
  await buildForCheckout(tools.map((name) => `test/support/${name}.ts`));
}
if (flags.has("--bench")) await buildBench();
