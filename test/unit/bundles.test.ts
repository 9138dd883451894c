import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }
    >
  >;
}

/** The packages in a bundle, by what `npm run build` noted of it. */
async function packagesIn(bundle: string): Promise<string[]> {
  const { outputs } = JSON.parse(await readFile("dist/meta.json", "utf8")) as Metafile;
  const inputs = Object.keys(outputs[bundle]?.inputs ?? {});
  assert.ok(inputs.length > 0, `${bundle} is not there`);
  const names = inputs.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

describe("the bundles", () => {
  it("load nothing heavy with the extension: no HTTP library, no Arrow, no Parquet (LIFE-01)", async () => {
    assert.deepEqual(await packagesIn("dist/extension.cjs"), [
      "lru-cache",
      "p-limit",
      "vscode-uri",
      "yocto-queue",
    ]);
  });

  it("have the HTTP library in one place only", async () => {
    assert.deepEqual(await packagesIn("dist/undiciTransport.cjs"), ["undici"]);
  });
});
