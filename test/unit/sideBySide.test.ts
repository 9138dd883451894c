import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type TestProgram, runSideBySide } from "../support/sideBySide";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

describe("test programs side by side", () => {
  let folder: TemporaryFolder;
  let printed: string[];

  beforeEach(() => {
    folder = temporaryFolder("side-by-side");
    printed = [];
  });
  afterEach(() => folder.remove());

  const at = (name: string): string => path.join(folder.path, name);
  const run = (programs: readonly TestProgram[]): Promise<boolean> =>
    runSideBySide(programs, 2, (text) => printed.push(text.replace(/in \d+ s/, "in N s")));

  function program(name: string, status: number): TestProgram {
    const notes = JSON.stringify(at(`${name}.txt`));
    const lines = [
      `require("node:fs").appendFileSync(${notes}, "x");`,
      `console.log("output of ${name}");`,
      `process.exitCode = ${status};`,
    ];
    writeFileSync(at(`${name}.cjs`), lines.join("\n"));
    return { name, args: [at(`${name}.cjs`)] };
  }

  it("pass when all pass, and each prints its output whole", async () => {
    assert.equal(await run([program("a", 0), program("b", 0), program("c", 0)]), true);
    assert.deepEqual(
      printed.sort(),
      ["a", "b", "c"].map((name) => `\n${name}: passed in N s\noutput of ${name}\n`),
    );
  });

  it("run once each, and repeat at the end how they failed", async () => {
    assert.equal(await run([program("a", 1), program("b", 0)]), false);
    const runs = ["a", "b"].map((name) => readFileSync(at(`${name}.txt`), "utf8"));
    assert.deepEqual(runs, ["x", "x"]);
    assert.equal(printed.at(-1), "\nFailed: a\noutput of a\n");
  });
});
