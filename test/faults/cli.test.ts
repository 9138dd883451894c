import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { lstatSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CliGround } from "../support/cliGround";
import { type CliRuns, endOf } from "../support/cliProgram";
import { cliEnvironment } from "../support/mcpProgram";
import { sampleUntil } from "../support/sampleProgram";
import { testKey } from "../support/testClient";
import { until } from "../support/until";

const asOf = "20240628T235959Z";
const us = `signals/INFL/2/country_iso=US/FIT/${asOf}`;

describe("the command line", function () {
  this.timeout(60_000);
  let ground: CliGround;
  let runs: CliRuns;

  beforeEach(async () => {
    ground = await CliGround.start();
    ({ runs } = ground);
  });

  afterEach(() => ground.end());

  it("has help for itself and for every command, without any environment", async () => {
    const bare = runs.with({ MACRO_SIGNALS_API_KEY: "", MACRO_SIGNALS_BASE_URL: "" });
    const { output, exitCode } = await bare.run("--help");
    assert.equal(exitCode, 0);
    const names = [...output.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = ""]) => name);
    assert.ok(names.includes("series") && names.includes("mcp"));
    const { output: other } = await bare.run("help", "fetch");
    assert.match(other, /^Usage: macro-signals fetch/);
    for (const name of names) {
      const help = await bare.run(name, "--help");
      assert.match(help.output, new RegExp(`^Usage: macro-signals ${name}`));
      assert.doesNotMatch(help.output, /<\w/);
      assert.deepEqual([help.exitCode, help.errors], [0, ""]);
      assert.ok(
        help.output.split("\n").every((line) => line.length <= 100),
        name,
      );
    }
  });

  it("prints one series as the service gives it", async () => {
    const { output, errors, exitCode } = await runs.run("series", us);
    const query = "country_iso=US&kind=FIT&as_of_utc=2024-06-28T23:59:59&fmt=csv";
    assert.equal(output, await ground.answer(`/api/v3/signal/INFL/2/data/?${query}`));
    assert.deepEqual([exitCode, errors], [0, ""]);
  });

  it("completes references by kind and as-of, and asks the disk the second time", async () => {
    const typed = ["signals/INFL/2/country_iso=US", "--as-of", "2024-06-28"];
    const first = await runs.run("series", ...typed);
    const asked = ground.server.requests.length;
    const second = await runs.run("series", "signals/INFL/2/country_iso=US/FIT", ...typed.slice(1));
    assert.equal(second.output, first.output);
    assert.deepEqual([asked, ground.server.requests.length], [1, 1]);
  });

  it("writes several series as one long table, and panels into a folder", async () => {
    const both = await runs.run("series", us, us.replace("=US", "=DE"), "-o", "two/both.csv");
    assert.equal(both.exitCode, 0);
    const args = ["series", us, us.replace("=US", "=DE+US"), "--format", "csv", "--json"];
    const refused = await runs.run(...args, "-o", "x.csv");
    assert.match(refused.errors, /needs a folder/);
    const { output, exitCode } = await runs.run(...args, "-o", "out/");
    assert.equal(exitCode, 0);
    const { files } = JSON.parse(output) as { files: string[] };
    const written = await runs.files();
    const rows = (text = ""): number => text.trim().split("\n").length - 1;
    const [one, panel] = files.map((file) => rows(written.get(file)?.toString()));
    assert.equal(rows(written.get("two/both.csv")?.toString()), panel);
    const [header] = written.get("two/both.csv")?.toString().split("\n") ?? [];
    assert.equal(header, "Date,country_iso,Level,Momentum,Aggregate");
    assert.ok((one ?? 0) > 8_000 && (panel ?? 0) > (one ?? 0));
  });

  it("names the variable of the key that the service refuses", async () => {
    const wrong = runs.with({ MACRO_SIGNALS_API_KEY: `${testKey}-wrong` });
    const { errors, exitCode } = await wrong.run("series", us);
    assert.match(errors, /: 401 .*\ncheck the key in MACRO_SIGNALS_API_KEY\n$/);
    assert.deepEqual([exitCode, errors.includes(testKey)], [3, false]);
  });

  const steps = ["--every", "month", "--from", "2024-01-31", "--to", "2024-03-31"];
  const refusals: readonly (readonly [
    when: string,
    args: string[],
    exitCode: number,
    says: RegExp,
  ])[] = [
    ["an unknown command", ["fetsch"], 2, /^there is no command fetsch/],
    ["an unknown option", ["series", "--colour"], 2, /^Unknown option '--colour'/],
    ["no reference", ["series"], 2, /^series needs a reference/],
    ["no reference either", ["series", "INFL"], 2, /^INFL is not a reference/],
    ["a future as-of", ["series", us, "--as-of", "9999-01-01"], 2, /^--as-of is in the future/],
    ["two as-ofs", ["series", us, "--as-of", "2023-01-31"], 2, /has another as-of than --as-of/],
    ["an unknown format", ["series", us, "-o", "x.xlsx"], 2, /^--output ends with \.xlsx/],
    ["JSON twice", ["series", us, "--json"], 2, /^--json needs --output/],
    ["the key", ["series", testKey], 5, /looks like an API key/],
    ["a key", ["series", "-o", "a81bc81b-dead-4e5d-abff-90865d1e13b1"], 5, /an API key/],
    ["an option for a key", ["series", us, "--api-key=1"], 5, /looks like an API key/],
    ["a device", ["series", us, "-o", "/dev/stdout"], 2, /^--output is a device or a pipe/],
    [
      "a device, too",
      ["vintages", us, ...steps, "-o", "/dev/null", "--partitioned"],
      2,
      /a device/,
    ],
    ["one wrong as-of", ["vintages", us, "--as-ofs", "2024-01-31,x1"], 2, /latest, not x1$/m],
    ["an unknown series", ["series", us.replace("=US", "=XX")], 4, /=XX\S+ the service does not/],
  ];
  for (const [when, args, exitCode, says] of refusals) {
    it(`ends with ${exitCode} for ${when}`, async () => {
      const end = await runs.run(...args);
      assert.match(end.errors, says);
      assert.equal(end.exitCode, exitCode);
      assert.ok(!end.errors.includes(testKey) && !end.errors.includes("dead-4e5d"));
      if (exitCode !== 4) assert.equal(ground.server.requests.length, 0);
    });
  }

  it("ends with 3 when the key is refused, and reports it as JSON where that is asked for", async () => {
    const wrong = runs.with({ MACRO_SIGNALS_API_KEY: "another-key-1" });
    const { output, exitCode } = await wrong.run("series", us, "-o", "x.csv", "--json");
    assert.equal(exitCode, 3);
    const report = JSON.parse(output) as { error: string; exitCode: number };
    assert.match(report.error, /40[13]/);
    assert.equal(report.exitCode, 3);
    assert.deepEqual(
      [...(await runs.files()).keys()].filter((name) => !name.startsWith(".cache")),
      [],
    );
  });

  it("ends with 4 when some of the series fail, and writes the others", async () => {
    const none = us.replace("=US", "=XX");
    const { errors, exitCode } = await runs.run("series", us, none, "-o", "both.csv");
    assert.equal(exitCode, 4);
    assert.match(errors, /failed: signals\/INFL\/2\/country_iso=XX/);
    assert.ok((await runs.files()).has("both.csv"));
  });

  it("replaces no pipe by a file", async () => {
    await runs.shell("mkfifo pipe");
    const { errors, exitCode } = await runs.run("series", us, "-o", "pipe");
    assert.deepEqual([exitCode, errors.includes("a device or a pipe")], [2, true]);
    assert.ok(lstatSync(path.join(runs.folder, "pipe")).isFIFO());
    assert.equal(ground.server.requests.length, 0);
  });

  it("leaves the old file on SIGINT, with status 130", async () => {
    await writeFile(path.join(runs.folder, "us.csv"), "old");
    const asked = new Promise<void>((resolve) => (ground.instead = () => resolve()));
    const child = runs.start("series", us, "-o", "us.csv");
    const ended = endOf(child);
    await asked;
    child.kill("SIGINT");
    const { exitCode, errors } = await ended;
    assert.deepEqual([exitCode, errors], [130, "interrupted\n"]);
    const files = await runs.files();
    assert.equal(files.get("us.csv")?.toString(), "old");
    assert.deepEqual(
      [...files.keys()].filter((name) => name.endsWith(".part")),
      [],
    );
  });

  it("never writes the key: neither into files nor to its output", async () => {
    const { output, errors } = await runs.run("series", us, "-o", "us.parquet", "--json");
    await runs.run("archive", "--folder", "archive");
    const texts = [...(await runs.files())].flatMap(([name, text]) => [
      name,
      text.toString("latin1"),
    ]);
    assert.ok(texts.length > 8);
    const digest = createHash("sha256").update(testKey).digest("hex");
    for (const text of [output, errors, ...texts]) {
      assert.ok(!text.includes(testKey) && !text.includes(digest));
    }
  });

  it("archives the latest values once for each change of theirs", async () => {
    const first = await runs.run("archive", "--folder", "kept");
    assert.equal(first.output, "signals: archived\nforecasts: archived\n");
    const second = await runs.run("archive", "--folder", "kept", "--json");
    const { answers } = JSON.parse(second.output) as {
      answers: { kind: string; isNew: boolean }[];
    };
    assert.deepEqual(
      answers.map(({ kind, isNew }) => [kind, isNew]),
      [
        ["signals", false],
        ["forecasts", false],
      ],
    );
    const names = [...(await runs.files()).keys()].filter((name) => name.endsWith(".answer"));
    assert.equal(names.length, 2);
  });

  const vintages = ["vintages", "signals/INFL/2/country_iso=DE+US", ...steps];
  const monthEnds = ["20240131T235959Z", "20240229T235959Z", "20240331T235959Z"];

  it("writes vintages on a grid as one table, whose rows are those of each vintage", async () => {
    const { output, exitCode } = await runs.run(...vintages);
    assert.equal(exitCode, 0);
    const [header, ...rows] = output.trimEnd().split("\n");
    assert.equal(header, "as_of,Date,country_iso,Level,Momentum,Aggregate");
    const expected: string[] = [];
    for (const [at, end] of ["2024-01-31", "2024-02-29", "2024-03-31"].entries()) {
      for (const iso of ["DE", "US"]) {
        const query = `country_iso=${iso}&kind=FIT&as_of_utc=${end}T23:59:59&fmt=csv`;
        const [, ...days] = (await ground.answer(`/api/v3/signal/INFL/2/data/?${query}`))
          .trimEnd()
          .split("\n");
        const asOfText = `${end}T23:59:59Z`;
        assert.equal(monthEnds[at], asOfText.replaceAll(/[-:]/g, ""));
        expected.push(...days.map((line) => line.replace(/^[^,]*/, `${asOfText},$&,${iso}`)));
      }
    }
    assert.equal(rows.length, expected.length);
    assert.ok(rows.every((row, at) => row === expected[at]));
    // An as-of of a reference is not used, so this one is there already.
    const again = `signals/INFL/2/country_iso=US/FIT/20240131T235959Z`;
    assert.equal((await runs.run(...vintages, again)).output, output);
  });

  it("writes vintages in Hive style, replaces such a folder only, and resumes from the disk", async () => {
    const args = [...vintages, "--partitioned", "--format", "csv", "-o", "v"];
    assert.equal((await runs.run(...args)).exitCode, 0);
    const files = async (): Promise<string[]> =>
      [...(await runs.files()).keys()].filter((name) => name.startsWith("v/"));
    const expected = monthEnds.map((each) => `v/as_of=${each}/part-0.csv`);
    assert.deepEqual(await files(), expected);
    const asked = ground.server.requests.length;
    assert.equal((await runs.run(...args)).exitCode, 0);
    assert.deepEqual(await files(), expected);
    assert.equal(ground.server.requests.length, asked);
    await writeFile(path.join(runs.folder, "v", "mine.txt"), "");
    const refused = await runs.run(...args);
    assert.equal(refused.exitCode, 2);
    assert.deepEqual(await files(), [...expected, "v/mine.txt"]);
  });

  it("leaves the old vintages where the service has none, with status 4", async () => {
    const none = ["vintages", "signals/INFL/2/country_iso=XK", "--as-ofs", "2024-01-31"];
    for (const output of [["old.csv"], ["old", "--partitioned"]]) {
      const [name = ""] = output;
      const file = path.join(runs.folder, name, ...(output.length > 1 ? ["as_of=1.csv"] : []));
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, "old");
      const { exitCode, errors } = await runs.run(...none, "-o", ...output);
      assert.equal(exitCode, 4);
      assert.match(errors, /does not have 1 of 1 vintages\n.*there are no vintages/);
      assert.equal(await readFile(file, "utf8"), "old");
    }
  });

  it("ends with 4 for a signal without vintages that is not listed, and writes the others", async () => {
    const named = (iso: string): string => `signals/INFL/2/country_iso=${iso}`;
    const [panel, ...end] = [named("US+XX"), "--as-ofs", "2024-01-31", "-o", "v.csv"];
    // A part of a panel, and one that is listed.
    const listed = "signals/EARN/1/country_iso=US,sector=Industrials";
    assert.equal((await runs.run("vintages", panel, listed, ...end)).exitCode, 0);
    const { exitCode, errors } = await runs.run("vintages", named("XX"), panel, ...end);
    assert.equal(exitCode, 4);
    assert.match(errors, /^failed: signals\/INFL\/2\/country_iso=XX\/FIT: .*check the spelling$/m);
  });

  it("ends with 4 for a panel that does not exist, and names it", async () => {
    for (const [panel, reason] of [
      [
        us.replace("INFL", "INLF").replace("=US", "=*"),
        "the service does not have this signal (404)",
      ],
      [us.replace("country_iso=US", "country=*"), "no variant of the signal is tagged by country"],
    ]) {
      const { exitCode, errors } = await runs.run("series", panel ?? "", "-o", "none.csv");
      assert.deepEqual(
        [exitCode, errors],
        [4, `${panel?.slice(0, panel.lastIndexOf("/"))}: ${reason}\n`],
      );
    }
  });

  it("ends with 4 for a panel without any series", async () => {
    const panel = us.replace("=US", "=XK+XX");
    const { exitCode, errors } = await runs.run("series", panel, "-o", "none.csv");
    assert.deepEqual([exitCode, errors.includes("has none of the series")], [4, true]);
  });

  it("keeps the old vintages on SIGINT, and asks afterwards only for those that are missing", async () => {
    const args = [...vintages, "--partitioned", "--format", "csv", "-o", "v"];
    ground.instead = (request, response) => {
      // The definition and three of the six vintages.
      if (ground.server.requests.length <= 4) ground.forward(request, response);
    };
    const child = runs.start(...args);
    const ended = endOf(child);
    await until("three vintages on disk", () => {
      const cached = runs.names().filter((name) => name.endsWith(".series"));
      return cached.length === 3 ? true : undefined;
    });
    child.kill("SIGINT");
    assert.equal((await ended).exitCode, 130);
    assert.deepEqual(
      runs.names().filter((name) => !name.startsWith(".cache")),
      [],
    );
    ground.instead = undefined;
    const before = ground.server.requests.length;
    assert.equal((await runs.run(...args)).exitCode, 0);
    assert.equal(ground.dataRequests(before).length, 3);
  });

  it("names the argument of a grid that is wrong", async () => {
    const productions = ["--as-ofs", "productions", "--archive", "none"];
    const wrong = [
      [
        ["--every", "day", ...steps.slice(2)],
        "--every must be week, month, quarter or year, not day",
      ],
      [[...steps, "--to", "2023-12-31"], "--from is later than --to"],
      [productions, "the archive has no answers yet: run macro-signals archive first"],
    ] as const;
    for (const [args, words] of wrong) {
      const { errors, exitCode } = await runs.run("vintages", us, ...args);
      assert.deepEqual([exitCode, errors], [2, `${words}\n`]);
    }
  });

  it("uses the archived productions as as-ofs", async () => {
    await runs.run("archive", "--folder", "kept");
    const args = [us, "--as-ofs", "productions", "--archive", "kept", "-o", "p.csv", "--json"];
    const { output, exitCode } = await runs.run("vintages", ...args);
    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(output), {
      ...{ output: "p.csv", vintages: 1, missing: 0, failed: [], unknown: [], leftOut: [] },
    });
  });

  it("serves sample data, whose address and key another run uses", async () => {
    const child = runs.start("sample", "--key", "sample-key-1", "--until", sampleUntil);
    const [printed] = (await once(child.stdout ?? child, "data")) as [Buffer];
    const address = /http:\/\/[\w.:[\]]+/.exec(printed.toString())?.[0] ?? "";
    const other = runs.with({ ...cliEnvironment(address), MACRO_SIGNALS_API_KEY: "sample-key-1" });
    const [here, there] = [await runs.run("series", us), await other.run("series", us)];
    assert.equal(here.output, there.output);
    const closed = once(child, "close");
    child.kill("SIGINT");
    assert.deepEqual(await closed, [0, null]);
  });
});
