import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { hostVariables, parseHostResult } from "../support/hostResult";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

const leaks: [what: string, code: string, reported: RegExp][] = [
  ["a rejection", `void Promise.reject(new Error("lost"));`, /^unhandled rejection: Error: lost/],
  [
    "a rejection after the last test",
    `after(() => void setTimeout(() => Promise.reject(new Error("late"))));`,
    /^unhandled rejection: Error: late/,
  ],
  [
    "an exception",
    `setTimeout(() => { throw new Error("thrown"); }); await new Promise(() => undefined);`,
    /^uncaught exception: Error: thrown/,
  ],
];

/** The exit code of a program in a process of its own. */
async function exitCode(args: string[], env: Record<string, string> = {}): Promise<unknown> {
  const options = { env: { ...process.env, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error) => resolve(error === null ? 0 : error.code));
  });
}

describe("what nobody handles", () => {
  let folder: TemporaryFolder;
  let testFile: string;

  /** A suite of one test, which leaves what the code does. */
  async function suite(code: string): Promise<void> {
    const text = `it("passes", async () => { ${code} await new Promise(setImmediate); });`;
    await writeFile(testFile, text);
  }

  before(() => {
    folder = temporaryFolder("unhandled");
    testFile = path.join(folder.path, "leaky.test.cjs");
  });
  after(() => folder.remove());

  describe("in plain Node", () => {
    const mocha = path.resolve("node_modules/mocha/bin/mocha.js");

    it("is nothing in a run that passes", async () => {
      await suite("");
      assert.equal(await exitCode([mocha, testFile]), 0);
    });

    for (const [what, code] of leaks) {
      it(`fails the run: ${what} (HOST-06)`, async () => {
        await suite(code);
        assert.notEqual(await exitCode([mocha, testFile]), 0);
      });
    }
  });

  describe("in an extension host", () => {
    // As the editor does, which ends for no error of an extension.
    const host = `process.on("uncaughtException", () => undefined);
      const { run } = require("./index.cjs");
      run().catch(() => (process.exitCode = 1));`;

    before(async () => {
      const options = { bundle: true, platform: "node", format: "cjs" } as const;
      const outfile = path.join(folder.path, "index.cjs");
      const external = ["mocha"];
      await build({ ...options, entryPoints: ["test/host/index.ts"], outfile, external });
      await writeFile(path.join(folder.path, "host.cjs"), host);
    });

    /** What the entry of the host tests makes of the suite. */
    async function outcome(): Promise<ReturnType<typeof parseHostResult>> {
      const result = path.join(folder.path, "result.json");
      const sample = { url: "", key: "" };
      const setting = { result, workspace: folder.path, sample, editorVersion: "" };
      const env = { ...hostVariables(setting), NODE_PATH: path.resolve("node_modules") };
      await rm(result, { force: true });
      await exitCode([path.join(folder.path, "host.cjs")], env);
      return parseHostResult(await readFile(result, "utf8"));
    }

    it("is nothing in a run that passes", async () => {
      await suite("");
      const passed = { hasPassed: true, passes: 1, failures: 0, unhandled: [] };
      assert.deepEqual(await outcome(), passed);
    });

    for (const [what, code, reported] of leaks) {
      it(`fails the run: ${what} (HOST-06)`, async () => {
        await suite(code);
        const { hasPassed, unhandled } = await outcome();
        assert.equal(hasPassed, false);
        // A test that fails is tried once more.
        assert.ok(unhandled.length > 0);
        for (const stack of unhandled) assert.match(stack, reported);
      });
    }
  });
});
