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

  /** Notes and prints its runs, and fails in the first ones. */
  function program(name: string, failures: number): string[] {
    const notes = JSON.stringify(at(`${name}.txt`));
    const lines = [
      `const { appendFileSync, readFileSync } = require("node:fs");`,
      `appendFileSync(${notes}, "x");`,
      `const runs = readFileSync(${notes}).length;`,
      `console.log("${name}", runs);`,
      `process.exitCode = runs > ${failures} ? 0 : 1;`,
    ];
    writeFileSync(at(`${name}.cjs`), lines.join("\n"));
    return [at(`${name}.cjs`)];
  }

  const told = (name: string, run: number, outcome = "Passed"): string =>
    `${name} ${run}\n\n${outcome} after 0 s: ${at(`${name}.cjs`)}\n`;

  it("run once each when they pass, and what each prints comes whole", async () => {
    assert.equal(await run([program("a", 0), program("b", 0), program("c", 0)]), true);
    assert.deepEqual(["a", "b", "c"].map(runsOf), [1, 1, 1]);
    assert.deepEqual(
      printed.sort(),
      ["a", "b", "c"].map((name) => told(name, 1)),
    );
  });

  it("run once more when they failed beside others, and both runs are told", async () => {
    assert.equal(await run([program("a", 1), program("b", 0)]), true);
    assert.deepEqual(["a", "b"].map(runsOf), [2, 1]);
    assert.deepEqual(printed.slice(0, 2).sort(), [told("a", 1, "Failed"), told("b", 1)]);
    const again = `\nOnce more, with nothing beside it: ${at("a.cjs")}\n`;
    assert.deepEqual(printed.slice(2), [again, told("a", 2)]);
  });

  it("have failed when they fail again, which is told last", async () => {
    assert.equal(await run([program("a", 2), program("b", 0)]), false);
    assert.equal(runsOf("a"), 2);
    assert.equal(printed.at(-1), `\nFailed: ${at("a.cjs")}\na 2\n`);
  });

  it("tell at the end how many tests were skipped, and why", async () => {
    const mocha = path.resolve("node_modules/mocha/bin/mocha.js");
    const suites = {
      one: `describe("a", () => {
        it("reads", () => {});
        it.skip("reads again (skipped: no R here)");
        it.skip("writes (skipped: no Python (3.9) here)");
      });
      describe.skip("b (skipped: no R here)", () => { describe("c", () => it("draws", () => {})); });`,
      two: `describe("d", () => {
        it("waits", function () { this.skip(); });
        it.skip("ends (skipped: no R here)");
        it("differs", () => require("node:assert").equal("  - a\\n", "  - b\\n"));
      });`,
    };
    for (const [name, text] of Object.entries(suites)) writeFileSync(at(`${name}.cjs`), text);
    await run(Object.keys(suites).map((name) => [mocha, "--no-config", at(`${name}.cjs`)]));
    const skipped = printed.filter((text) => text.startsWith("\nSkipped"));
    assert.deepEqual(skipped, [
      "\nSkipped: 5 tests\n     3  no R here\n     1  no Python (3.9) here\n     1  waits\n",
    ]);
  });

  it("have failed at once when many fail", async () => {
    const names = ["a", "b", "c"];
    assert.equal(await run(names.map((name) => program(name, 1))), false);
    assert.deepEqual(names.map(runsOf), [1, 1, 1]);
  });
});
