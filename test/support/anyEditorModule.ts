import path from "node:path";
import { build } from "esbuild";

/** Puts what stands where the module `vscode` is into a folder; with that as `NODE_PATH` the extension loads in plain Node. */
export async function writeAnyEditor(modules: string): Promise<void> {
  await build({
    entryPoints: ["test/support/anyEditor.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: path.join(modules, "vscode/index.js"),
    logLevel: "warning",
  });
}
