import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runSideBySide } from "../support/sideBySide";
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
  const runsOf = (name: string): number => readFileSync(at(`${name}.txt`)).length;
  const run = (programs: readonly string[][]): Promise<boolean> =>
    runSideBySide(programs, 2, (text) => printed.push(text.replace(/\d+ s:/, "0 s:")));

  /** Notes and prints its runs. */
  function program(name: string, status: number): string[] {
    const notes = JSON.stringify(at(`${name}.txt`));
    const lines = [
      `require("node:fs").appendFileSync(${notes}, "x");`,
      `console.log("${name} runs");`,
      `process.exitCode = ${status};`,
    ];
    writeFileSync(at(`${name}.cjs`), lines.join("\n"));
    return [at(`${name}.cjs`)];
  }

  it("run once each, and what each prints comes whole", async () => {
    assert.equal(await run([program("a", 0), program("b", 0), program("c", 0)]), true);
    assert.deepEqual(["a", "b", "c"].map(runsOf), [1, 1, 1]);
    const told = (name: string): string =>
      `${name} runs\n\nPassed after 0 s: ${at(`${name}.cjs`)}\n`;
    assert.deepEqual(printed.sort(), ["a", "b", "c"].map(told));
  });

  it("have failed when one fails, which is told last and runs no second time", async () => {
    assert.equal(await run([program("a", 1), program("b", 0)]), false);
    assert.deepEqual(["a", "b"].map(runsOf), [1, 1]);
    assert.equal(printed.at(-1), `\nFailed: ${at("a.cjs")}\na runs\n`);
  });
});
