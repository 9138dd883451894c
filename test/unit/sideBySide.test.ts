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
  const runsOf = (name: string): number => readFileSync(at(`${name}.txt`)).length;
  const run = (programs: readonly TestProgram[]): Promise<boolean> =>
    runSideBySide(programs, 2, (text) => printed.push(text));

  /** Notes and prints each run, and fails in the first ones. */
  function program(name: string, failures: number, canRepeat = true): TestProgram {
    const notes = JSON.stringify(at(`${name}.txt`));
    const lines = [
      `const { appendFileSync, readFileSync } = require("node:fs");`,
      `appendFileSync(${notes}, "x");`,
      `const runs = readFileSync(${notes}).length;`,
      `console.log("${name}", runs);`,
      `process.exitCode = runs > ${failures} ? 0 : 1;`,
    ];
    writeFileSync(at(`${name}.cjs`), lines.join("\n"));
    return { args: [at(`${name}.cjs`)], canRepeat };
  }

  it("run once when they pass", async () => {
    assert.equal(await run([program("a", 0), program("b", 0), program("c", 0)]), true);
    assert.deepEqual(["a", "b", "c"].map(runsOf), [1, 1, 1]);
    assert.deepEqual(printed.sort(), ["a 1\n", "b 1\n", "c 1\n"]);
  });

  it("run once more when they failed beside others, and both runs are told", async () => {
    assert.equal(await run([program("a", 1), program("b", 0)]), true);
    assert.deepEqual(["a", "b"].map(runsOf), [2, 1]);
    assert.deepEqual(printed.slice(0, 2).sort(), ["a 1\n", "b 1\n"]);
    assert.deepEqual(printed.slice(2), [
      `\nOnce more, with nothing beside it: ${at("a.cjs")}\n`,
      "a 2\n",
    ]);
  });

  it("have failed when they fail again, which is told last", async () => {
    assert.equal(await run([program("a", 2), program("b", 0)]), false);
    assert.equal(runsOf("a"), 2);
    assert.equal(printed.at(-1), `\nFailed: ${at("a.cjs")}\na 2\n`);
  });

  it("have failed at once when they take long", async () => {
    assert.equal(await run([program("a", 1, false)]), false);
    assert.equal(runsOf("a"), 1);
  });

  it("have failed at once when many fail", async () => {
    const many = ["a", "b", "c", "d"].map((name) => program(name, 1));
    assert.equal(await run(many), false);
    assert.deepEqual(["a", "b", "c", "d"].map(runsOf), [1, 1, 1, 1]);
  });
});
