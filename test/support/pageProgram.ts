import path from "node:path";
import { build } from "esbuild";

const built = new Map<string, Promise<string>>();

/**
 * A program of `test/page/` or another folder as one script for a browser, built once.
 *
 * @param file - From the root, for example `test/page/editorStub.ts`.
 * @param name - The global that gets what the file exports.
 * @param minify - Whether it is made as small as a release.
 */
export function pageProgram(file: string, name: string, minify = false): Promise<string> {
  const key = [file, name, minify].join();
  const known = built.get(key) ?? buildProgram(file, name, minify);
  built.set(key, known);
  return known;
}

async function buildProgram(file: string, name: string, minify: boolean): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.resolve(file)],
    bundle: true,
    format: "iife",
    globalName: name,
    minify,
    platform: "browser",
    target: "es2022",
    // Styles are the page's own affair.
    loader: { ".css": "empty" },
    write: false,
    logLevel: "warning",
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error(`${file} gave no script`);
  // A script of the page's beginning may run inside a function, where `var` makes no global.
  return `${script.text}\nglobalThis.${name} = ${name};`;
}
