// Builds dist/. `node esbuild.mjs [--tests] [--editor-tests] [--tools] [--bench] [--release]`
import { copyFile, readFile, readdir, rm, writeFile } from "node:fs/promises";
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
  // A release's maps stay beside it, unmentioned: they are for reading stack traces and are not packaged.
  sourcemap: release ? "external" : true,
  sourcesContent: !release,
  minify: release,
  keepNames: true,
  logLevel: "warning",
};

/** Entry points by the name of their output. */
const entries = {
  extension: "src/extension.ts",
  undiciTransport: "src/service/undiciTransport.ts",
  service: "src/vscode/connection/service.ts",
  connectionCommands: "src/vscode/connection/connectionCommands.ts",
  connectedPanels: "src/vscode/connection/connectedPanels.ts",
  diagnosisRun: "src/vscode/connection/diagnosisRun.ts",
  insertFlow: "src/vscode/insert/insertFlow.ts",
  dropEdit: "src/vscode/insert/dropEdit.ts",
  copyAs: "src/vscode/insert/copyAs.ts",
  panelFlow: "src/vscode/palette/panelFlow.ts",
  fetchFlow: "src/vscode/palette/fetchFlow.ts",
  chartEditor: "src/vscode/chart/chartEditor.ts",
  compareSeries: "src/vscode/documents/compareSeries.ts",
  panelContent: "src/store/panelContent.ts",
  panelCommands: "src/vscode/documents/panels/panelCommands.ts",
  responseSaver: "src/vscode/documents/responseSaver.ts",
  seriesSaver: "src/vscode/documents/seriesSaver.ts",
  lineActions: "src/vscode/insert/lines/lineActions.ts",
  fileTimes: "src/vscode/insert/lines/fileTimes.ts",
  hoverText: "src/vscode/insert/lines/hoverText.ts",
  frameWorker: "src/store/frameWorkerThread.ts",
  sample: "src/sample/main.ts",
};

/** Modules that all bundles load from one file: an error is an instance of its class in each of them. */
const shared = {
  serviceErrors: "src/service/errors.ts",
  decodeErrors: "src/data/errors.ts",
  documentTooLargeError: "src/store/documentTooLargeError.ts",
  panelErrors: "src/catalog/panelErrors.ts",
  unknownConnectionError: "src/vscode/connection/unknownConnectionError.ts",
};

/** Programs of pages and their styles, by the name of their output; all but the first are loaded when first needed. */
const pages = {
  chart: "src/webview/chart/main.ts",
  outputFiles: "src/webview/chart/page/outputFiles.ts",
  bridgePanel: "src/webview/chart/page/bridgePanel.ts",
  chartTable: "src/webview/chart/page/chartTable.ts",
  dayMarks: "src/webview/chart/page/dayMarks.ts",
  failureList: "src/webview/chart/page/failureList.ts",
  keysHelp: "src/webview/chart/page/keysHelp.ts",
  menu: "src/webview/chart/page/menu.ts",
  moreEntries: "src/webview/chart/page/moreEntries.ts",
  overviewWindow: "src/webview/chart/draw/overviewWindow.ts",
  panelTools: "src/webview/chart/page/panel/panelTools.ts",
  notice: "src/webview/chart/page/notice.ts",
  searchPopup: "src/webview/chart/page/searchPopup.ts",
  typedRange: "src/webview/chart/page/typedRange.ts",
  zoomGestures: "src/webview/chart/draw/zoomGestures.ts",
};

async function filesBelow(folder, ending) {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}

/** What is imported dynamically stays a file of its own, loaded when it is first needed. */
const loadLazily = (files, ending) => ({
  name: "load-lazily",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ kind, path: specifier }) => {
      const output = path.basename(specifier);
      if (kind !== "dynamic-import" || !(output in files)) return undefined;
      return { path: `./${output}${ending}`, external: true };
    });
  },
});

const shareClasses = {
  name: "share-classes",
  setup({ onResolve }) {
    onResolve({ filter: /[eE]rrors?$/ }, ({ resolveDir, path: specifier }) => {
      const file = path.relative(".", `${path.join(resolveDir, specifier)}.ts`);
      const output = Object.keys(shared).find((name) => path.normalize(shared[name]) === file);
      return output === undefined ? undefined : { path: `./${output}.cjs`, external: true };
    });
  },
};

/** A release holds what this build makes, nothing that an earlier one left. */
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
  if (release) await removeOldProduct();
  const { metafile } = await build({
    ...node,
    entryPoints: { ...entries, ...shared },
    outdir: "dist",
    plugins: [loadLazily(entries, ".cjs"), shareClasses],
    metafile: true,
  });
  const page = await buildPages();
  // What each bundle is made of, for the benchmark of activation; it is not packaged.
  await writeFile("dist/meta.json", JSON.stringify(metafile));
  await writeFile("dist/pages.json", JSON.stringify(page));
  const inputs = { ...metafile.inputs, ...page.inputs };
  if (release) await writeFile("dist/LICENSES.txt", await licensesOf({ inputs }));
  // parquet-wasm reads its module from the folder of the bundle that holds it.
  await copyFile(
    "node_modules/parquet-wasm/node/parquet_wasm_bg.wasm",
    "dist/parquet_wasm_bg.wasm",
  );
}

/** Pages run in a browser; what a program imports of styles stands beside it as CSS. */
async function buildPages() {
  const { metafile } = await build({
    ...node,
    platform: "browser",
    format: "esm",
    target: "es2022",
    plugins: [loadLazily(pages, ".js")],
    outExtension: {},
    external: [],
    keepNames: false,
    // Most of it runs for the first picture: Chromium compiles it while it loads, beside the page.
    banner: { js: "//# allFunctionsCalledOnLoad" },
    entryPoints: pages,
    outdir: "dist",
    metafile: true,
  });
  return metafile;
}

async function testsBelow(...folders) {
  return (await Promise.all(folders.map((folder) => filesBelow(folder, ".test.ts")))).flat();
}

/** Tests and tools keep packages external: they run from the checkout, and mocha and vscode find their own copies. */
async function buildForCheckout(entryPoints) {
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
if (flags.has("--tests")) await buildForCheckout(await testsBelow("test/unit", "test/faults"));
if (flags.has("--editor-tests")) {
  const programs = ["host/index", "host/main", "e2e/main", "editors/main", "desktop/main"];
  await buildForCheckout([
    ...programs.map((name) => `test/${name}.ts`),
    ...(await testsBelow("test/host", "test/e2e")),
  ]);
}
if (flags.has("--tools")) {
  await buildForCheckout(["test/support/startDemo.ts", "test/support/packageExtension.ts"]);
}
if (flags.has("--bench")) await buildBench();
