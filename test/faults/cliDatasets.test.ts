import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CliGround } from "../support/cliGround";
import { type CliRuns, endOf } from "../support/cliProgram";

const specName = "study.macrodata.json";
const lockName = "study.macrodata.lock.json";

const tables = {
  us: { series: "signals/INFL/2/country_iso=US" },
  inflation: { panel: "signals/INFL/2/country_iso=DE+FR+US" },
  revisions: {
    vintages: ["signals/INFL/2/country_iso=DE+ES+FR+GB+IT+JP+US"],
    asOfs: { every: "month", from: "2024-01-31", to: "2024-02-29" },
    layout: "partitioned",
  },
};

interface LockText {
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
  readonly series: readonly { readonly reference: string; readonly values: string }[];
}

describe("datasets on the command line", function () {
  this.timeout(60_000);
  let ground: CliGround;
  let runs: CliRuns;

  beforeEach(async () => {
    ground = await CliGround.start();
    ({ runs } = ground);
    await writeSpec({});
  });

  afterEach(() => ground.end());

  async function writeSpec(changes: object): Promise<void> {
    const spec = {
      ...{ macrodata: 1, service: ground.server.origin, kind: "FIT", asOf: "2024-06-28" },
      ...{ output: { folder: "data", format: "csv", layout: "long" }, tables, ...changes },
    };
    await writeFile(path.join(runs.folder, specName), JSON.stringify(spec, null, 2));
  }

  async function lock(): Promise<LockText> {
    return JSON.parse(await readFile(path.join(runs.folder, lockName), "utf8")) as LockText;
  }

  /** All files but the cache, and what is written into no file. */
  async function dataset(): Promise<ReadonlyMap<string, string>> {
    const files = [...(await runs.files())].filter(([name]) => !name.startsWith(".cache"));
    return new Map(files.map(([name, bytes]) => [name, bytes.toString()]));
  }

  it("fetches all tables and writes the lock, whose digests are those of the files", async () => {
    const { output, exitCode } = await runs.run("fetch", specName);
    assert.equal(output, "4 files, 18 series\n");
    assert.equal(exitCode, 0);
    const files = await dataset();
    const { files: locked } = await lock();
    assert.deepEqual(
      locked.map((each) => each.path),
      [
        "data/inflation.csv",
        "data/revisions/as_of=20240131T235959Z/part-0.csv",
        "data/revisions/as_of=20240229T235959Z/part-0.csv",
        "data/us.csv",
      ],
    );
    for (const { path: file, sha256 } of locked) {
      assert.equal(
        createHash("sha256")
          .update(files.get(file) ?? "")
          .digest("hex"),
        sha256,
      );
    }
    const single = await runs.run("series", "signals/INFL/2/country_iso=US/FIT/20240628T235959Z");
    assert.equal(files.get("data/us.csv"), single.output);
    assert.equal(files.size, 6);
  });

  it("fetches the same again without a request", async () => {
    await runs.run("fetch", specName);
    const before = await dataset();
    const asked = ground.server.requests.length;
    assert.equal((await runs.run("fetch", specName)).exitCode, 0);
    assert.deepEqual(await dataset(), before);
    assert.deepEqual(ground.dataRequests(asked), []);
  });

  it("ends with 5 for a specification of another service, before a request", async () => {
    await writeSpec({ service: "https://example.com" });
    for (const args of [["fetch"], ["fetch", "--sample"]]) {
      const { errors, exitCode } = await runs.run(...args, specName);
      assert.match(errors, /another service: https:\/\/example\.com/);
      assert.equal(exitCode, 5);
    }
    assert.equal(ground.server.requests.length, 0);
  });

  it("ends with 5 for a folder that is a link out of the dataset's", async () => {
    await runs.shell("mkdir ../outside-$$ && ln -s ../outside-$$ data && echo $$ > pid");
    const { errors, exitCode } = await runs.run("fetch", specName);
    await runs.shell("rmdir ../outside-$(cat pid)");
    assert.match(errors, /is not below the folder|through a link/);
    assert.equal(exitCode, 5);
  });

  it("reports every fault of a specification with its line and column, with status 2", async () => {
    await writeSpec({ kind: "LATEST", colour: "red" });
    const { errors, exitCode } = await runs.run("fetch", specName);
    const lines = errors.trimEnd().split("\n");
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? "", /^study\.macrodata\.json:4:11: "LATEST": /);
    assert.match(lines[1] ?? "", /^study\.macrodata\.json:\d+:3: .*colour/);
    assert.equal(exitCode, 2);
    const none = await runs.run("fetch", "none.macrodata.json");
    assert.deepEqual([none.exitCode, none.errors.includes("ENOENT")], [2, true]);
  });

  it("leaves the old set on SIGINT, with status 130", async () => {
    await runs.run("fetch", specName);
    const before = await dataset();
    await writeSpec({ asOf: "2024-03-28" });
    const asked = new Promise<void>((resolve) => (ground.instead = () => resolve()));
    const child = runs.start("fetch", specName);
    const ended = endOf(child);
    await asked;
    child.kill("SIGINT");
    assert.equal((await ended).exitCode, 130);
    await writeSpec({});
    assert.deepEqual(await dataset(), before);
  });

  it("refuses a second fetch at the same time, with status 3", async () => {
    const asked = new Promise<void>((resolve) => (ground.instead = () => resolve()));
    const child = runs.start("fetch", specName);
    const ended = endOf(child);
    await asked;
    const second = await runs.run("fetch", specName);
    assert.match(second.errors, /being fetched by another process/);
    assert.equal(second.exitCode, 3);
    child.kill("SIGTERM");
    assert.equal((await ended).exitCode, 143);
  });

  it("restores files from the lock, and ends with 1 where the service gives other values", async () => {
    await runs.run("fetch", specName);
    const before = await dataset();
    await rm(path.join(runs.folder, "data", "us.csv"));
    assert.equal((await runs.run("fetch", "--locked", specName)).exitCode, 0);
    assert.deepEqual(await dataset(), before);
    await rm(path.join(runs.folder, "data", "us.csv"));
    ground.instead = (request, response) => {
      const target = request.url?.replace("country_iso=US", "country_iso=DE");
      ground.forward(Object.assign(request, { url: target }), response);
    };
    const { errors, exitCode } = await runs.run("fetch", "--locked", "--cache", "new", specName);
    assert.equal(exitCode, 1);
    assert.match(errors, /data\/us\.csv/);
    assert.ok(!(await dataset()).has("data/us.csv"));
  });

  it("ends with 4 when a series fails, and with 0 when the service does not have one", async () => {
    await writeSpec({ tables: { ...tables, none: { set: ["signals/INFL/2/country_iso=XX"] } } });
    const missing = await runs.run("fetch", specName);
    assert.match(missing.output, /, 1 that the service does not have\n$/);
    assert.equal(missing.exitCode, 0);
    ground.instead = (request, response) => {
      if (request.url?.includes("country_iso=XX") !== true) ground.forward(request, response);
      else response.writeHead(400, { "content-type": "application/json" }).end("{}");
    };
    const { errors, exitCode } = await runs.run("fetch", specName);
    assert.match(errors, /failed: none: signals\/INFL\/2\/country_iso=XX\/FIT\/\S+: 400/);
    assert.equal(exitCode, 4);
  });
});
