import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { fetchDataset } from "../../../src/dataset/fetchDataset";
import { type DatasetLock } from "../../../src/dataset/lock";
import { parseDatasetSpec } from "../../../src/dataset/parseSpec";
import { type DatasetSpec } from "../../../src/dataset/spec";
import { serviceNameOf } from "../../../src/connect/connection";
import { openTable } from "../../../src/features/dataset/openTable";
import { insertTable, type TableOfDataset } from "../../../src/features/notebook/insertTable";
import { RecentEditors } from "../../../src/features/notebook/recentEditors";
import { acceptAll } from "../../support/acceptAll";
import { pythonWith, runInterpreter } from "../../support/interpreters";
import { LineBench } from "../../support/lineBench";
import { memento } from "../../support/memento";
import { closeWithoutSaving } from "../../support/openedNotebook";
import { pastAsOf } from "../../support/sampleSeries";
import { ShownPicks } from "../../support/shownPicks";
import { windowContext } from "../../support/windowContext";

describe("inserting a table of a dataset", function () {
  this.timeout(60_000);
  const recent = new RecentEditors();
  let bench: LineBench;
  let failures: string[];
  /** The rows of the tables that were offered last. */
  let described: readonly string[];
  beforeEach(() => {
    bench = new LineBench();
    failures = [];
  });
  afterEach(async () => {
    await closeWithoutSaving();
    await bench.dispose();
  });
  after(() => recent.dispose());

  /** A dataset in the folder `sets`, fetched. */
  async function fetched(
    tables: Readonly<Record<string, unknown>>,
    format: string,
  ): Promise<{ readonly uri: vscode.Uri; readonly spec: DatasetSpec; readonly lock: DatasetLock }> {
    const { connection } = bench.services;
    const service = serviceNameOf(connection);
    const output = { folder: "data", format };
    const head = { macrodata: 1, service, kind: "FIT", asOf: pastAsOf, output };
    const parsed = parseDatasetSpec(JSON.stringify({ ...head, tables }));
    assert.ok("spec" in parsed);
    const { client, series, catalog } = await bench.services.get(connection.id);
    const { worker } = bench;
    const source = { client, series, catalog, worker, service, isSample: false };
    const root = path.join(bench.path, "sets");
    const uri = vscode.Uri.file(path.join(root, "study.macrodata.json"));
    await vscode.workspace.fs.createDirectory(vscode.Uri.file(root));
    writeFileSync(uri.fsPath, JSON.stringify({ ...head, tables }));
    const { spec } = parsed;
    const { lock } = await fetchDataset(
      source,
      { root, name: "study", spec },
      {
        signal: new AbortController().signal,
      },
    );
    return { uri, spec, lock };
  }

  async function inserted(table: TableOfDataset, file = "study.py"): Promise<string> {
    const document = await bench.script("", file);
    const { services, worker, connections } = bench;
    const report = (error: unknown): Promise<void> => {
      failures.push(String(error));
      return Promise.resolve();
    };
    const parts = { services, worker, connections, recent, reporter: { report } };
    const all = { ...parts, workspaceState: memento(), context: windowContext() };
    await acceptAll(insertTable(all, table));
    return document.getText();
  }

  /** The tables that *Open Dataset* offers code for, of which each is accepted. */
  async function offered(
    tables: Readonly<Record<string, unknown>>,
    format = "csv",
    parts?: number,
  ): Promise<ReadonlyMap<string, TableOfDataset>> {
    const { uri, spec, lock: whole } = await fetched(tables, format);
    const lock = { ...whole, ...(parts !== undefined && { parts }) };
    const { gate, connection } = bench.services;
    const found = new Map<string, TableOfDataset>();
    const insert = (table: TableOfDataset): Promise<void> =>
      Promise.resolve(void found.set(table.name, table));
    const dataset = { uri, root: path.dirname(uri.fsPath), name: "study", spec };
    const picks = new ShownPicks();
    let rows: readonly string[] | undefined;
    for (let at = 0; rows === undefined || at < rows.length; at++) {
      const opening = openTable(dataset, lock, { connection, gate, insert });
      const list = await picks.open(/^Open study$/);
      const codes = list.pick.items.filter(
        (row) => row.description?.startsWith("Insert Code") === true,
      );
      rows ??= codes.map(({ label, description = "" }) => `${label}: ${description}`);
      list.pick.activeItems = codes.slice(at, at + 1);
      if (codes.length === 0) list.pick.hide();
      else await list.accept();
      await opening;
    }
    picks.dispose();
    described = rows;
    return found;
  }

  it("reads its file, below a line that names the dataset", async () => {
    const tables = await offered({
      us: { series: "signals/INFL/2/country_iso=US" },
      all: { panel: "signals/INFL/2/country_iso=*" },
    });
    const [us, all] = [tables.get("us"), tables.get("all")];
    assert.ok(us && all);
    const text = await inserted(us);
    assert.deepEqual(failures, []);
    assert.match(text, /^# macro-signals: .*\/FIT\/\w+ @ \S+ from sets\/study\.macrodata\.json$/m);
    assert.match(text, /"sets\/data\/us\.csv"/);
    const [header = ""] = readFileSync(path.join(bench.path, "sets/data/us.csv"), "utf8").split(
      "\n",
    );
    for (const name of header.trim().split(",").slice(1))
      assert.ok(text.includes(`"${name}"`), name);
    assert.match(await inserted(us, "study.R"), / from sets\/study\.macrodata\.json$/m);
    assert.match(
      await inserted(all, "all.py"),
      /country_iso=\*\/FIT.* from sets\/study[^]*_wide = /,
    );
    const outside = { ...us, dataset: vscode.Uri.file(path.resolve("/x.macrodata.json")) };
    assert.equal(await inserted(outside, "a.py"), "");
    assert.match(failures.join(), /the dataset is not in the folder of a\.py or below/);
  });

  it("is offered once, also where the table was fetched in parts", async () => {
    const revised = {
      vintages: ["signals/INFL/2/country_iso=DE+FR+GB+IT+JP+US"],
      ...{ asOfs: ["2024-01-31"], layout: "partitioned" },
    };
    await offered({ revised }, "csv", 3);
    assert.deepEqual(described, ["revised: Insert Code"]);
  });

  it("reads vintages whatever their table is called, and names the dataset", async () => {
    const asOfs = ["2024-01-31", "2024-02-29"];
    const tables = await offered({
      history: { vintages: ["signals/INFL/2/country_iso=US"], asOfs },
      parts: { vintages: ["signals/INFL/2/country_iso=US"], asOfs, layout: "partitioned" },
    });
    const [history, parts] = [tables.get("history"), tables.get("parts")];
    assert.ok(history && parts);
    const text = await inserted(history);
    assert.deepEqual(failures, []);
    assert.match(text, /^# history from sets\/study\.macrodata\.json\n/);
    assert.match(
      text,
      /"sets\/data\/history\.csv"[^]*^history_vintages_known = pd\.merge_asof\($/m,
    );
    assert.match(await inserted(parts, "parts.py"), /^# parts from [^]*"sets\/data\/parts"/);
  });

  it("reads a set, whose line names no single series", async () => {
    const set = ["signals/INFL/2/country_iso=US", "signals/INFL/2/country_iso=DE"];
    const other = ["signals/INFL/2/country_iso=US", "forecasts/SPX/USD/12 Months"];
    for (const format of ["csv", "json"]) {
      const tables = await offered({ two: { set }, other: { set: other } }, format);
      const [two, both] = [tables.get("two"), tables.get("other")];
      assert.ok(two && both);
      const text = await inserted(two, `two-${format}.py`);
      assert.deepEqual(failures, []);
      assert.match(text, /^# two from sets\/study\.macrodata\.json\n/);
      const python = pythonWith("pandas");
      if (python === undefined) continue;
      const csv =
        format === "csv" ? readFileSync(path.join(bench.path, "sets/data/two.csv"), "utf8") : "";
      const shape = await printed(
        python,
        `${text}\nprint(list(two_table_wide.columns), len(two_table))`,
      );
      assert.match(shape, /^\['DE', 'US'\] \d+$/m);
      if (csv !== "") assert.ok(shape.endsWith(` ${csv.trimEnd().split("\n").length - 1}\n`));
      const all = await printed(
        python,
        `${await inserted(both, `other-${format}.py`)}\nprint(sorted(other_table["market"].fillna("").unique()))`,
      );
      assert.equal(all, "['', 'SPX']\n");
    }
  });

  it("reads a set of more series than are fetched at a time", async () => {
    const countries = "AT AU BE BR CA CH CL CN CO CZ DE DK ES FI FR GB GR HK HU ID".split(" ");
    const set = countries.map((each) => `signals/INFL/2/country_iso=${each}`);
    const many = (await offered({ many: { set } })).get("many");
    assert.ok(many);
    const text = await inserted(many, "many.py");
    assert.deepEqual(failures, []);
    const python = pythonWith("pandas");
    if (python === undefined) return;
    const names = await printed(python, `${text}\nprint(*many_table_wide.columns)`);
    assert.equal(names, `${countries.join(" ")}\n`);
  });

  it("reads a set with the columns that its file has without absent series", async () => {
    const absent = "signals/INFL/9/country_iso=US";
    const forecast = "forecasts/SPX/USD/12 Months";
    const sets = [
      ["signals/INFL/2/country_iso=US", absent],
      ["signals/INFL/2/country_iso=US", absent, forecast],
    ];
    for (const [at, set] of sets.entries()) {
      const name = `table${at}`;
      const table = (await offered({ [name]: { set } })).get(name);
      assert.ok(table);
      const text = await inserted(table, `${name}.py`);
      assert.deepEqual(failures, []);
      const csv = readFileSync(path.join(bench.path, "sets/data", `${name}.csv`), "utf8");
      const typed = Array.from(
        text.matchAll(/"([\w ]+)": "(?:string|float64)"/g),
        ([, each]) => each,
      );
      assert.equal(["Date", ...typed].join(","), csv.split("\n", 1)[0]);
    }
  });

  it("reads a file for each series, each below its own line", async () => {
    const tables = await offered(
      {
        countries: { panel: "signals/INFL/2/country_iso=DE+US", layout: "files" },
        none: { series: "signals/INFL/2/country_iso=XX" },
      },
      "json",
    );
    const countries = tables.get("countries");
    assert.ok(countries);
    assert.deepEqual(described, ["countries: Insert Code for 2 series"]);
    const text = await inserted(countries);
    assert.deepEqual(failures, []);
    const line = (country: string): RegExp =>
      new RegExp(`^# macro-signals: .*=${country}/FIT/.* from sets/study[.]macrodata[.]json$`, "m");
    assert.match(text, line("DE"));
    assert.match(text, line("US"));
    assert.match(text, /"sets\/data\/countries\/DE\.json"[^]*"sets\/data\/countries\/US\.json"/);
    const python = pythonWith("pandas");
    if (python === undefined) return;
    const shape = "print([len(each) > 100 for each in (infl_v2_de_fit, infl_v2_us_fit)])";
    assert.equal(await printed(python, `${text}\n${shape}`), "[True, True]\n");
    assert.equal(await inserted(countries, "a.R"), "");
    assert.match(failures.join(), /code in R can read only CSV/);
    const { contents } = countries;
    assert.equal(contents.kind, "each");
    const [first] = contents.files;
    const many = Array.from({ length: 200 }, () => first);
    const tooMany = { ...countries, contents: { ...contents, files: [first, ...many] } as const };
    assert.equal(await inserted(tooMany, "many.py"), "");
    assert.match(failures.join(), /it has 201 files, and code can read at most 200/);
  });

  async function printed(python: string, code: string): Promise<string> {
    const options = { cwd: bench.path, env: { PYTHONUTF8: "1" } };
    const { stdout, stderr } = await runInterpreter(python, ["-c", code], options);
    assert.equal(stderr, "");
    return stdout;
  }
});
