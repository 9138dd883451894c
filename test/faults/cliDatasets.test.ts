import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { CliGround } from "../support/cliGround";
import { type CliRuns, endOf } from "../support/cliProgram";
import { itWith, pythonWith } from "../support/interpreters";
import { cliEnvironment } from "../support/mcpProgram";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { testKey } from "../support/testClient";

const specName = "study.macrodata.json";
const lockName = "study.macrodata.lock.json";

const tables = {
  us: { series: "signals/INFL/2/country_iso=US" },
  inflation: { panel: "signals/INFL/2/country_iso=DE+US" },
  revisions: {
    vintages: ["signals/INFL/2/country_iso=FR+US"],
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

  /** The files of a first fetch, with the cache. */
  let first: TemporaryFolder;

  before(async () => {
    ground = await CliGround.start();
    ({ runs } = ground);
    await writeSpec({});
    await runs.run("fetch", specName);
    first = temporaryFolder("fetched");
    await cp(runs.folder, first.path, { recursive: true });
  });

  beforeEach(async () => {
    ground.renew();
    ({ runs } = ground);
    await writeSpec({});
  });

  after(async () => {
    first.remove();
    await ground.end();
  });

  /** As if the dataset had been fetched here. */
  async function haveFetched(): Promise<void> {
    await cp(first.path, runs.folder, { recursive: true });
  }

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
    assert.equal(output, "4 files, 7 series\n");
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
    for (const text of [output, ...files.keys(), ...files.values()]) {
      assert.ok(!text.includes(testKey));
    }
  });

  it("fetches the same again without a request", async () => {
    await haveFetched();
    const before = await dataset();
    const asked = ground.server.requests.length;
    assert.equal((await runs.run("fetch", specName)).exitCode, 0);
    assert.deepEqual(await dataset(), before);
    assert.deepEqual(ground.dataRequests(asked), []);
  });

  it("ends with 5 for a specification of another service, before a request", async () => {
    await writeSpec({ service: "https://example.com" });
    const asked = ground.server.requests.length;
    for (const args of [["fetch"], ["fetch", "--sample"]]) {
      const { errors, exitCode } = await runs.run(...args, specName);
      assert.match(errors, /another service: https:\/\/example\.com/);
      assert.equal(exitCode, 5);
    }
    assert.equal(ground.server.requests.length, asked);
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
    await writeSpec({});
    const text = await readFile(path.join(runs.folder, specName), "utf8");
    const mistaken = text.replaceAll("\n", "\r\n").replace('"FIT"', '"FOT"');
    await writeFile(path.join(runs.folder, specName), `\uFEFF${mistaken}`);
    const notepad = await runs.run("fetch", specName);
    assert.match(notepad.errors, /^study\.macrodata\.json:4:11: "FOT": [^\n]+\n$/);
    await writeSpec({ tables: { us: tables.us } });
    const right = await readFile(path.join(runs.folder, specName), "utf8");
    await writeFile(path.join(runs.folder, specName), `\uFEFF${right}`);
    assert.equal((await runs.run("fetch", specName)).output, "1 file, 1 series\n");
    const none = await runs.run("fetch", "none.macrodata.json");
    assert.deepEqual([none.exitCode, none.errors.startsWith("there is no file ")], [2, true]);
  });

  it("leaves the old set on SIGINT, with status 130", async () => {
    await haveFetched();
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

  it("refuses a second fetch, a part and a lock at the same time, with status 3", async () => {
    const asked = new Promise<void>((resolve) => (ground.instead = () => resolve()));
    const child = runs.start("fetch", specName);
    const ended = endOf(child);
    await asked;
    for (const args of [["fetch"], ["fetch", "--part", "1/3"], ["lock", "--parts", "3"]]) {
      const second = await runs.run(...args, specName);
      assert.match(second.errors, /another process is writing this dataset/);
      assert.equal(second.exitCode, 3);
    }
    child.kill("SIGTERM");
    assert.equal((await ended).exitCode, 143);
  });

  it("restores files from the lock, and ends with 1 where the service gives other values", async () => {
    await haveFetched();
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

  it("ends with 4 when a series fails or is not listed, and with 0 when it only has no data", async () => {
    await haveFetched();
    await writeSpec({
      tables: { ...tables, none: { set: ["signals/EARN/1/country_iso=US,sector=Industrials"] } },
    });
    const missing = await runs.run("fetch", specName);
    assert.match(missing.output, /, 1 that the service does not have\n$/);
    assert.deepEqual([missing.exitCode, missing.errors.includes("EARN")], [0, false]);
    await writeSpec({ tables: { ...tables, none: { set: ["signals/INFL/2/country_iso=XX"] } } });
    const unknown = await runs.run("fetch", specName);
    const words = "the service does not have it (404); check the spelling";
    const line = `failed: none: signals/INFL/2/country_iso=XX/FIT: ${words}\n`;
    assert.deepEqual([unknown.exitCode, unknown.errors.endsWith(line)], [4, true]);
    assert.match((await runs.run("fetch", specName, "--json")).output, /"unknown": ?\[\s*\{/);
    ground.instead = (request, response) => {
      if (request.url?.includes("country_iso=XX") !== true) ground.forward(request, response);
      else response.writeHead(400, { "content-type": "application/json" }).end("{}");
    };
    const { errors, exitCode } = await runs.run("fetch", "--cache", "new", specName);
    assert.match(
      errors,
      /failed: none: signals\/INFL\/2\/country_iso=XX\/FIT\/\S+: 400, .*tag kind/,
    );
    assert.equal(exitCode, 4);
  });

  it("ends with 4 for a panel that does not exist, names it, and leaves the old set", async () => {
    await haveFetched();
    const before = await lock();
    for (const [panel, reason] of [
      ["signals/INLF/2/country_iso=*", "the service does not have this signal (404)"],
      ["signals/INFL/2/country=*", "no variant of the signal is tagged by country"],
    ]) {
      await writeSpec({ tables: { ...tables, panel: { panel } } });
      const { errors, exitCode } = await runs.run("fetch", specName);
      assert.deepEqual([errors, exitCode], [`${panel}/FIT: ${reason}\n`, 4]);
    }
    assert.deepEqual(await lock(), before);
  });

  it("says how to choose another folder where the cache cannot be written, with status 3", async () => {
    const { errors, exitCode } = await runs.run("fetch", "--cache", `${specName}/cache`, specName);
    assert.match(errors, /^E\w+: .*; choose another folder for the cache with --cache or MACRO_/);
    assert.equal(exitCode, 3);
  });

  it("names the tables whose last as-ofs are in the future", async () => {
    const { revisions } = tables;
    const later = { ...revisions, asOfs: { ...revisions.asOfs, to: "2199-12-31", every: "year" } };
    await writeSpec({ tables: { revisions, later } });
    const { errors, exitCode } = await runs.run("fetch", specName);
    assert.match(errors, /^later: as-ofs after \d{8}T\d{6}Z are left out$/m);
    assert.deepEqual([exitCode, errors.includes("revisions: ")], [0, false]);
  });

  it("says what is wrong with the address in the environment", async () => {
    for (const [address, words] of [
      ["http://acme.com", "must begin with https://"],
      ["api.acme.com", "must be a base URL such as https://api.acme.com"],
    ]) {
      const other = runs.with({ MACRO_SIGNALS_BASE_URL: address ?? "" });
      const { errors, exitCode } = await other.run("fetch", specName);
      assert.ok(errors.startsWith(`MACRO_SIGNALS_BASE_URL ${words}`), errors);
      assert.equal(exitCode, 2);
    }
  });

  /** As if the service had revised the series of a country. */
  function revise(country: string): void {
    ground.instead = (request, response) => {
      const url = request.url?.replace(`country_iso=${country}`, "country_iso=DE");
      ground.forward(Object.assign(request, { url }), response);
    };
  }

  it("verifies files alone without a service, and all of the dataset with it", async () => {
    await haveFetched();
    const asked = ground.server.requests.length;
    const bare = runs.with({ MACRO_SIGNALS_BASE_URL: "", MACRO_SIGNALS_API_KEY: "" });
    assert.equal((await bare.run("verify", "--files", lockName)).exitCode, 0);
    assert.equal(ground.server.requests.length, asked);
    const { output, exitCode } = await runs.run("verify", "--json", specName);
    assert.equal(exitCode, 0);
    const { series, isSame } = JSON.parse(output) as { series: object[]; isSame: boolean };
    assert.deepEqual([series.length, isSame], [7, true]);
    // One of them is in two tables.
    assert.equal(new Set(ground.dataRequests(asked)).size, 6);
  });

  it("ends with 1 when a file, or an answer, is not as the lock says", async () => {
    await haveFetched();
    await writeFile(path.join(runs.folder, "data", "us.csv"), "Date,Level\n");
    const files = await runs.run("verify", "--files", specName);
    assert.equal(files.exitCode, 1);
    assert.match(files.output, /^1 of 4 files do not match the lock\. .*\n.*\n {2}data\/us\.csv/);
    await runs.run("fetch", specName);
    revise("US");
    const answers = await runs.run("verify", specName);
    assert.equal(answers.exitCode, 1);
    assert.match(answers.output, /country_iso=US/);
    await rm(path.join(runs.folder, lockName));
    const unlocked = await runs.run("verify", specName);
    const words = `there is no ${lockName}: run macro-signals fetch first\n`;
    assert.deepEqual([unlocked.exitCode, unlocked.errors], [2, words]);
  });

  it("ends with 4 when a series cannot be fetched", async () => {
    await haveFetched();
    ground.instead = (request, response) => {
      if (request.url?.includes("country_iso=FR") !== true) ground.forward(request, response);
      else response.writeHead(400, { "content-type": "application/json" }).end("{}");
    };
    for (const command of ["verify", "drift"]) {
      const { exitCode, output } = await runs.run(command, specName);
      assert.equal(exitCode, 4, output);
    }
  });

  it("reports drift as Markdown or JSON, with status 1, and writes nothing", async () => {
    await haveFetched();
    const before = await dataset();
    assert.equal((await runs.run("drift", specName)).exitCode, 0);
    revise("US");
    const formats = [["--format", "markdown"], ["--json"]];
    const ends = [];
    for (const format of formats) ends.push(await runs.run("drift", ...format, specName));
    assert.deepEqual(
      ends.map(({ exitCode }) => exitCode),
      [1, 1],
    );
    const [markdown, json] = ends.map(({ output }) => output);
    assert.match(markdown ?? "", /^### Changed$/m);
    const { changed } = JSON.parse(json ?? "") as { changed: { reference: string }[] };
    const references = changed.map(({ reference }) => reference);
    assert.ok(references.every((each) => each.includes("country_iso=US")));
    assert.equal(references.length, 4);
    assert.deepEqual(await dataset(), before);
  });

  it("fetches in parts, as a scheduler starts them, what one machine fetches", async () => {
    const countries = ["DE", "ES", "FR", "GB", "IT", "JP", "US"];
    const vintages = [`signals/INFL/2/country_iso=${countries.join("+")}`];
    await writeSpec({ tables: { ...tables, revisions: { ...tables.revisions, vintages } } });
    await runs.run("fetch", specName);
    const whole = await lock();
    const rowsOf = async (): Promise<string[]> => {
      const files = [...(await dataset())].filter(([name]) => name.includes("/as_of="));
      const rows = files.flatMap(([name, text]) =>
        text
          .trimEnd()
          .split("\n")
          .slice(1)
          .map((row) => `${path.dirname(name)} ${row}`),
      );
      return rows.sort();
    };
    const rows = await rowsOf();
    await runs.shell(`rm -r data ${lockName}`);
    const early = await runs.run("lock", specName, "--parts", "3");
    assert.deepEqual([early.exitCode, early.errors.includes("part 1 of 3 is missing")], [1, true]);
    const slurm = await guideExample("sh");
    assert.match(slurm, /macro-signals fetch study\.macrodata\.json --part/);
    await writeFile(path.join(runs.folder, "study.sbatch"), slurm);
    const loop = `${ownProgram}
      export SLURM_ARRAY_TASK_COUNT=3
      for K in 1 2 3; do SLURM_ARRAY_TASK_ID=$K sh study.sbatch & done
      wait
      macro-signals lock ${specName} --parts 3`;
    const { output, errors, exitCode } = await runs.shell(loop);
    assert.equal(exitCode, 0, errors);
    assert.match(output, /^\d+ files, 17 series\n$/m);
    assert.deepEqual((await lock()).series, whole.series);
    const parted = await rowsOf();
    assert.equal(parted.length, rows.length);
    assert.ok(parted.every((row, at) => row === rows[at]));
    const expected = countries.map((iso) => {
      const digest = createHash("sha256").update(`signals/INFL/2/country_iso=${iso}`).digest("hex");
      return `part-${(BigInt(`0x${digest}`) % 3n) + 1n}.csv`;
    });
    const names = runs.names().map((name) => path.basename(name));
    assert.deepEqual(new Set(names.filter((name) => name.startsWith("part-"))), new Set(expected));
    assert.equal((await runs.run("verify", "--files", specName)).exitCode, 0);
    const wrong = await runs.run("fetch", "--part", "4/3", specName);
    assert.deepEqual([wrong.exitCode, wrong.errors], [2, "--part must be K/N, for example 3/8\n"]);
  });

  it("runs the parts of the example for Kubernetes", async () => {
    const job = parsedYaml(await guideExample("yaml")) as IndexedJob;
    const { completionMode, completions, template } = job.spec;
    const [container] = template.spec.containers;
    assert.ok(container);
    assert.deepEqual([job.kind, completionMode, completions], ["Job", "Indexed", 8]);
    assert.deepEqual(
      container.env.map(({ name }) => name),
      Object.keys(cliEnvironment("")),
    );
    const [script = ""] = container.args;
    const parts = await runs.shell(`${ownProgram}
      for JOB_COMPLETION_INDEX in 0 1 2 3 4 5 6 7; do
        export JOB_COMPLETION_INDEX
        ${container.command.join(" ")} '${script}'
      done
      macro-signals lock ${specName} --parts ${completions}`);
    assert.equal(parts.exitCode, 0, parts.errors);
    assert.match(parts.output, /^\d+ files, 7 series\n$/m);
  });

  const python = pythonWith("pandas");
  itWith(python, "pandas")("has a valid example for Airflow", async () => {
    const parse = ["-c", "import ast, sys; ast.parse(sys.stdin.read())"];
    const input = await guideExample("python");
    assert.match(input, /fetch study\.macrodata\.json --part/);
    const { status, stderr } = spawnSync(python ?? "", parse, { input, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  });

  it("runs the example of a nightly check", async () => {
    const workflow = parsedYaml(await readFile("media/guide/macro-data.yml", "utf8")) as Workflow;
    const { env, steps } = workflow.jobs.check;
    assert.deepEqual(Object.keys(env), Object.keys(cliEnvironment("")));
    assert.ok(
      Object.values(env).every((value) => /^\$\{\{ (?:vars|secrets)\.\w+ \}\}$/.test(value)),
    );
    assert.deepEqual(workflow.permissions, { contents: "read" });
    const scripts = steps.flatMap(({ run }) => run ?? []);
    assert.equal(scripts.length, 2);
    const tool = `mkdir -p tools/macro-signals && ln -s "$(dirname cli.cjs)" tools/macro-signals/dist`;
    await runs.shell(tool);
    await haveFetched();
    const job = runs.with({ GITHUB_STEP_SUMMARY: path.join(runs.folder, "summary.md") });
    const codes = async (): Promise<(number | null)[]> => {
      const ends = [];
      for (const script of scripts) ends.push(await job.script(script));
      return ends.map(({ exitCode }) => exitCode);
    };
    assert.deepEqual(await codes(), [0, 0]);
    revise("US");
    assert.deepEqual(await codes(), [1, 1]);
    const summary = (await dataset()).get("summary.md") ?? "";
    assert.match(summary, /country_iso=US/);
  });
});

/** Makes a program `macro-signals` of `cli.cjs`. */
const ownProgram = `
  mkdir .cache-bin
  printf '#!/bin/sh\\nexec node cli.cjs "$@"' > .cache-bin/macro-signals
  chmod +x .cache-bin/macro-signals
  export PATH="$PWD/.cache-bin:$PATH"`;

/** The first example in a language on the guide's page about clusters. */
async function guideExample(language: string): Promise<string> {
  const page = await readFile("media/guide/cluster.md", "utf8");
  return new RegExp(`\`\`\`${language}\n([^\`]+)\`\`\``).exec(page)?.[1] ?? "";
}

function parsedYaml(text: string): unknown {
  const { load } = createRequire(path.resolve("package.json"))("js-yaml") as {
    readonly load: (yaml: string) => unknown;
  };
  return load(text);
}

/** The fields of an indexed job that the test reads. */
interface IndexedJob {
  readonly kind: string;
  readonly spec: {
    readonly completionMode: string;
    readonly completions: number;
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly command: readonly string[];
          readonly args: readonly string[];
          readonly env: readonly { readonly name: string }[];
        }[];
      };
    };
  };
}

/** The fields of a workflow file that the test reads. */
interface Workflow {
  readonly permissions: object;
  readonly jobs: {
    readonly check: {
      readonly env: Readonly<Record<string, string>>;
      readonly steps: readonly { readonly run?: string }[];
    };
  };
}
