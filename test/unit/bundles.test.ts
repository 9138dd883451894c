import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { type Plugin, build } from "esbuild";

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

/** What `npm run build` noted of its bundles. */
async function metafile(): Promise<Metafile> {
  return JSON.parse(await readFile("dist/meta.json", "utf8")) as Metafile;
}

async function packagesIn(bundle: string): Promise<string[]> {
  const { outputs } = await metafile();
  const inputs = Object.keys(outputs[bundle]?.inputs ?? {});
  assert.ok(inputs.length > 0, `${bundle} is not there`);
  const names = inputs.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** What the page imports dynamically is not read with it. */
const leaveForLater: Plugin = {
  name: "leave-for-later",
  setup: (bundler) => {
    bundler.onResolve({ filter: /^\./ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

describe("the bundles", () => {
  it("load nothing heavy with the extension: no HTTP library, no Arrow, no Parquet (LIFE-01)", async () => {
    assert.deepEqual(await packagesIn("dist/extension.cjs"), [
      "lru-cache",
      "p-limit",
      "vscode-uri",
      "yocto-queue",
    ]);
  });

  it("have the classes of errors in one place, so that each bundle knows those of the others", async () => {
    const { outputs } = await metafile();
    const shared = [
      "src/catalog/panelErrors.ts",
      "src/data/errors.ts",
      "src/service/errors.ts",
      "src/vscode/connection/unknownConnectionError.ts",
    ];
    const holders = Object.keys(outputs).filter((bundle) =>
      shared.some((file) => (outputs[bundle]?.inputs[file]?.bytesInOutput ?? 0) > 0),
    );
    const bundles = holders.filter((name) => name.endsWith(".cjs")).sort();
    assert.deepEqual(bundles, [
      "dist/decodeErrors.cjs",
      "dist/panelErrors.cjs",
      "dist/serviceErrors.cjs",
      "dist/unknownConnectionError.cjs",
    ]);
  });

  it("have the HTTP library in one place only", async () => {
    assert.deepEqual(await packagesIn("dist/undiciTransport.cjs"), ["undici"]);
  });

  it("have a chart that is small enough to be read at each opening of a tab", async () => {
    const { outputFiles } = await build({
      entryPoints: ["src/webview/chart/main.ts"],
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      plugins: [leaveForLater],
      outdir: "dist",
      write: false,
    });
    const script = outputFiles.find(({ path }) => path.endsWith(".js"));
    const sizeBytes = brotliCompressSync(script?.contents ?? "").length;
    assert.ok(sizeBytes > 20_000, `${sizeBytes} bytes`);
    assert.ok(sizeBytes < 60_000, `${sizeBytes} bytes`);
  });
});
