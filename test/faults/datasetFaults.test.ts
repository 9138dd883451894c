import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseDatasetLock } from "../../src/dataset/lock";
import { verifyDataset } from "../../src/dataset/verifyDataset";
import { CliGround } from "../support/cliGround";
import { type CliRuns } from "../support/cliProgram";
import { until } from "../support/until";

const specName = "study.macrodata.json";

/** A file of the cache that holds an answer. */
const cached = /^\.cache\/.*\.series$/;

/** As many files of 200 kB, so that some of them wait while the last ones are fetched. */
const countries = "AU+BR+CA+CH+CL+CN+DE+ES+FR+GB+IN+IT+JP+KR+MX+US";
const tables = {
  inflation: { panel: `signals/INFL/2/country_iso=${countries}`, layout: "files" },
  all: { panel: `signals/INFL/2/country_iso=${countries}` },
};

describe("a dataset whose fetch ends half-way", function () {
  this.timeout(60_000);
  let ground: CliGround;
  let runs: CliRuns;

  beforeEach(async () => {
    ground = await CliGround.start();
    ({ runs } = ground);
    await writeSpec("2024-03-28");
    assert.equal((await runs.run("fetch", specName)).exitCode, 0);
    await writeSpec("2024-06-28");
  });
  afterEach(() => ground.end());

  async function writeSpec(asOf: string): Promise<void> {
    const output = { folder: "data", format: "csv", layout: "long" };
    const head = { macrodata: 1, service: ground.server.origin, kind: "FIT", asOf };
    await writeFile(path.join(runs.folder, specName), JSON.stringify({ ...head, output, tables }));
  }

  /** The names and bytes of the set, without the specification. */
  async function dataset(): Promise<ReadonlyMap<string, string>> {
    const names = [...(await runs.files())].filter(([name]) =>
      /^data\/[^.]|\.lock\.json$/.test(name),
    );
    return new Map(names.map(([name, bytes]) => [name, bytes.toString("base64")]));
  }

  /** Whether all files are as the lock says. */
  async function isWhole(): Promise<boolean> {
    const text = await readFile(path.join(runs.folder, "study.macrodata.lock.json"), "utf8");
    const lock = parseDatasetLock(text);
    return (await verifyDataset(undefined, { root: runs.folder, lock })).isSame;
  }

  function count(form: RegExp): number {
    return runs.names().filter((name) => form.test(name)).length;
  }

  function leftovers(): readonly string[] {
    return runs.names().filter((name) => /\.part$|\.busy$/.test(name));
  }

  it("has its old files and lock after it was killed, and the next fetch asks only for the rest", async () => {
    const before = await dataset();
    const inCache = count(cached);
    const answered: string[] = [];
    let asked = 0;
    const isHalf = new Promise<void>((resolve) => {
      ground.instead = (request, response) => {
        asked += request.url?.includes("/data/") === true ? 1 : 0;
        // The rest is not answered.
        if (asked <= 12) {
          response.once("finish", () => {
            if (response.statusCode === 200) answered.push(request.url ?? "");
          });
          ground.forward(request, response);
        }
        if (asked === 14) resolve();
      };
    });
    const child = runs.start("fetch", specName);
    const ended = once(child, "close");
    await isHalf;
    // Files that wait are complete, and answers are in the cache half a second after they came.
    await until("twelve answers in the cache", () =>
      count(/\.part\/\d+$/) >= 8 && count(cached) >= inCache + 12 ? true : undefined,
    );
    child.kill("SIGKILL");
    await ended;
    assert.equal(leftovers().length, 2);
    assert.deepEqual(await dataset(), before);
    ground.instead = undefined;
    assert.ok(await isWhole());
    const since = ground.server.requests.length;
    assert.equal((await runs.run("fetch", specName)).exitCode, 0);
    const again = ground.dataRequests(since);
    assert.ok(answered.filter((target) => target.includes("/data/")).length >= 8);
    assert.deepEqual(
      again.filter((target) => answered.includes(target)),
      [],
    );
    assert.deepEqual(leftovers(), []);
    assert.ok(await isWhole());
  });

  it("leaves no marker where the disk has no room for one", async () => {
    const { exitCode, errors } = await runs.shell(
      `ulimit -f 0; exec node cli.cjs fetch ${specName}`,
    );
    assert.match(errors, /EFBIG|ENOSPC/);
    assert.equal(exitCode, 3);
    assert.deepEqual(leftovers(), []);
  });

  it("has its old files and lock where the disk is full", async () => {
    const before = await dataset();
    // No file may become longer than 256 kB: a single series fits, the table of all does not.
    const { exitCode, errors } = await runs.shell(
      `ulimit -f 512; exec node cli.cjs fetch ${specName}`,
    );
    assert.match(errors, /EFBIG|ENOSPC/);
    assert.equal(exitCode, 3);
    assert.deepEqual(await dataset(), before);
    assert.deepEqual(leftovers(), []);
    assert.equal((await runs.run("fetch", specName)).exitCode, 0);
    assert.ok(await isWhole());
  });
});
