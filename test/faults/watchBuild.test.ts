import assert from "node:assert/strict";
import { appendFileSync, cpSync, readFileSync, readdirSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { type Program, startProgram } from "../support/program";
import { temporaryFolder } from "../support/temporaryFolder";
import { until } from "../support/until";

describe("npm run watch", function () {
  this.timeout(120_000);
  const folder = temporaryFolder("watch");
  const at = (name: string): string => path.join(folder.path, name);
  let watching: Program;

  before(async () => {
    cpSync("src", at("src"), { recursive: true });
    for (const name of ["esbuild.mjs", "package.json"]) cpSync(name, at(name));
    symlinkSync(path.resolve("node_modules"), at("node_modules"), "dir");
    watching = startProgram(process.execPath, ["esbuild.mjs", "--watch"], { cwd: folder.path });
    await watching.line(/^\[watch\] build finished$/, 100_000);
  });
  after(async () => {
    await watching.stop();
    folder.remove();
  });

  /** The texts of what was built since a time. */
  const builtSince = (ms: number, ending: string): string =>
    readdirSync(at("dist"))
      .filter((name) => name.endsWith(ending) && mtimeOf(name) >= ms)
      .map((name) => readFileSync(at(`dist/${name}`), "utf8"))
      .join("\n");
  const mtimeOf = (name: string): number =>
    statSync(at(`dist/${name}`), { throwIfNoEntry: false })?.mtimeMs ?? 0;

  it("builds all that is packaged, as a whole build does", () => {
    const names = readdirSync(at("dist"));
    for (const name of ["extension.cjs", "sample.cjs", "chart.js", "chart.css", "meta.json"]) {
      assert.ok(names.includes(name), name);
    }
  });

  it("builds again what changes, in each way that a part is written, and goes on after an error", async () => {
    appendFileSync(at("src/extension.ts"), "\nsyntax error(\n");
    await watching.line(/ERROR.*Expected ";"/, 60_000);
    cpSync("src/extension.ts", at("src/extension.ts"));
    const parts = [
      ["src/extension.ts", ".cjs"],
      ["src/sample/main.ts", ".cjs"],
      ["src/features/latest/heatmap/page/main.ts", ".js"],
      ["src/features/chart/page/main.ts", ".js"],
    ] as const;
    const before = Math.max(...readdirSync(at("dist")).map(mtimeOf));
    for (const [file] of parts) appendFileSync(at(file), `\nconsole.log("changed ${file}");\n`);
    for (const [file, ending] of parts) {
      const find = (): true | undefined =>
        builtSince(before, ending).includes(`changed ${file}`) ? true : undefined;
      await until(file, find, 60_000);
    }
  });
});
