import assert from "node:assert/strict";
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import MarkdownIt from "markdown-it";
import * as vscode from "vscode";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { driftOf } from "../../../src/data/frameDrift";
import { forecastRef } from "../../../src/shared/reference";
import { DriftDocuments } from "../../../src/features/notebook/lines/driftDocuments";
import {
  type SeriesDrift,
  seriesDrift,
  showDrift,
} from "../../../src/features/notebook/lines/driftFlow";
import { driftText } from "../../../src/features/notebook/lines/driftText";
import { frameOf } from "../../support/frames";
import { hostSetting } from "../../support/hostResult";
import { LineBench, seriesPlaceIn } from "../../support/lineBench";
import { fetchedCsv, fetchedForecastCsv, sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";

const { signal } = new AbortController();

describe("the drift of a reference line", () => {
  let bench: LineBench;
  let documents: DriftDocuments;
  beforeEach(() => {
    bench = new LineBench();
    documents = new DriftDocuments();
  });
  afterEach(async () => {
    await bench.dispose();
    documents.dispose();
  });

  async function drift(text: string, name?: string): Promise<SeriesDrift> {
    const document = await bench.script(text, name);
    const { services, connections, worker } = bench;
    return seriesDrift({ services, connections, worker }, seriesPlaceIn(document), { signal });
  }

  const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
  const onlyFile = (): string => {
    const [name = ""] = readdirSync(path.join(bench.path, "data"));
    return path.join(bench.path, "data", name);
  };

  it("is what the service gives now against what it gave then, counted by other means", async () => {
    const reference = sampleSignal("US", "SNAP");
    const found = await drift(await bench.code(reference, "request"));
    const sample = hostSetting().sample;
    const [then, now] = await Promise.all([
      fetchedCsv(sample, reference),
      fetchedCsv(sample, { ...reference, asOf: "latest" }),
    ]);
    const rows = (csv: string): Map<string, string> =>
      new Map(
        csv
          .trim()
          .split("\n")
          .slice(1)
          .map((row) => [row.slice(0, 10), row]),
      );
    const [before, after] = [rows(then), rows(now)];
    const added = [...after.keys()].filter((day) => !before.has(day));
    const revised = [...before].filter(([day, row]) => after.get(day) !== row);
    assert.equal(found.drift.daysAdded.length, added.length);
    assert.ok(added.length > 100);
    assert.ok(revised.length > 0);
    const changedDays = new Set(found.drift.rows.map(({ day }) => day));
    assert.equal(changedDays.size, added.length + revised.length);
  });

  it("of FIT is days alone: what was reported first stays", async () => {
    const { drift: found } = await drift(await bench.code(sampleSignal(), "request"));
    assert.ok(found.daysAdded.length > 100);
    assert.deepEqual(found.daysGone, []);
    assert.deepEqual(
      found.columns.map(({ revised }) => revised),
      [0, 0, 0],
    );
  });

  it("of a forecast is the file of its code against now", async () => {
    const code = await bench.code(forecast, "file");
    const whole = await fetchedForecastCsv(hostSetting().sample, forecast);
    const lines = whole.trimEnd().split("\n");
    const file = onlyFile().replace(/\.parquet$/, ".csv");
    writeFileSync(file, `${lines.slice(0, -2).join("\n")}\n`);
    const found = await drift(code.replaceAll(".parquet", ".csv"));
    assert.equal(found.drift.daysAdded.length, 2);
    assert.equal(found.drift.daysGone.length, 0);
    assert.match(found.head.before, /^the file data\/SPX_USD_12-Months_retrieved-/);
  });

  it("says of a forecast without a file that there is nothing to compare with", async () => {
    await assert.rejects(drift(await bench.code(forecast, "request")), { name: "NoFileError" });
  });

  it("reads no file through a link that leads out of the folder (SEC-20)", async () => {
    const code = await bench.code(forecast, "file");
    const outside = path.join(hostSetting().workspace, "outside.csv");
    writeFileSync(outside, "Date,Level\n2024-01-01,1\n");
    symlinkSync(outside, path.join(bench.path, "link.csv"));
    const linked = code.replace(/"data\/[^"]+"/, '"link.csv"');
    await assert.rejects(drift(linked), /link\.csv cannot be read: it is outside the document/);
  });

  it("says why a file that is none cannot be compared", async () => {
    const code = await bench.code(forecast, "file");
    writeFileSync(onlyFile(), "no Parquet");
    await assert.rejects(drift(code), { name: "DataFileError" });
    const gone = code.replace(/_retrieved-[^"]*/, "-gone.parquet");
    await assert.rejects(drift(gone, "gone.py"), /does not exist/);
  });

  it("compares the part that the line names, to its end where it went to the last day", async () => {
    const { drift: found, before } = await drift(await bench.code(sampleSignal(), "values"));
    assert.equal(before.days.length, 200);
    assert.ok(found.daysAdded.length > 100);
    assert.deepEqual(found.daysGone, []);
  });

  it("opens as a rendered report alone, which leads to all changes as CSV", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const found = await drift(await bench.code(sampleSignal("US", "SNAP"), "request"));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await showDrift(found, documents);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const [tab] = tabs;
    assert.ok(tab?.input instanceof vscode.TabInputCustom);
    const { uri, viewType } = tab.input;
    assert.deepEqual(
      [tabs.length, tab.isPreview, viewType],
      [1, false, "vscode.markdown.preview.editor"],
    );
    const text = documents.provideTextDocumentContent(uri);
    assert.match(text, /^# Drift of INFL US · SNAP\n\nComparing 28 Jun 2024 with \d+ \w+ 20\d\d/);
    const [, words, link = ""] = /^\[(.*)\]\((.*)\)$/m.exec(text) ?? [];
    const csv = documents.provideTextDocumentContent(
      vscode.Uri.joinPath(uri, "..", decodeURI(link)),
    );
    const lines = csv.trimEnd().split("\n");
    assert.equal(lines[0], "Date,column,before,after,change");
    assert.equal(lines.length - 1, found.drift.rows.length);
    assert.equal(words?.replace(",", ""), `All changes as CSV (${lines.length - 1})`);
  });

  it("opens nothing when nothing has changed", async () => {
    const frame = frameOf(["2024-01-01"], { Level: [1] });
    const { head } = await drift(await bench.code(sampleSignal(), "request"));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const same = {
      kind: "series" as const,
      head,
      drift: driftOf(frame, frame),
      before: frame,
      after: frame,
    };
    await showDrift({ ...same, isLater: true }, documents);
    await until(
      "no tab",
      () => vscode.window.tabGroups.activeTabGroup.tabs.length === 0 || undefined,
    );
  });

  const head = {
    title: "INFL US",
    line: "# macro-signals: …",
    before: "2024-01-02",
    after: "2024-06-28 10:15:00Z",
    unit: "score",
  } as const;

  it("has three rows, four digits, and one line for days in a row", () => {
    const before = frameOf(["2024-01-01", "2024-01-02", "2024-01-03"], {
      Level: [1, 2, 0.1],
      Old: [null, 7, null],
    });
    const days = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-08"];
    const after = frameOf(days, { Level: [1, -2.5, 0.123_456, 3, 1_234.56] });
    assert.deepEqual(driftText(head, driftOf(before, after), "INFL · US.csv").split("\n"), [
      "# Drift of INFL US",
      "",
      "Comparing 2024-01-02 with 2024-06-28 10\\:15\\:00Z.",
      "",
      "| Change  | Values | First day  | Last day   | Largest change |",
      "| ------- | -----: | ---------- | ---------- | -------------: |",
      "| Revised |      2 | 2 Jan 2024 | 3 Jan 2024 |         −4.500 |",
      "| Added   |      2 | 4 Jan 2024 | 8 Jan 2024 |              – |",
      "| Removed |      1 | 2 Jan 2024 | 2 Jan 2024 |              – |",
      "",
      "2 of 3 days revised (66.7 %), first 2 Jan 2024, largest 4.50 on 2 Jan 2024, RMS 2.60, 1 sign flip; 2 added.",
      "",
      "Columns removed: Old.",
      "",
      "[All changes as CSV (5)](INFL%20-%20US.csv)",
      "",
      "## Largest changes",
      "",
      "| Days       | Column |  Before |   After |   Change |",
      "| ---------- | ------ | ------: | ------: | -------: |",
      "| 2 Jan 2024 | Level  |  +2.000 |  −2.500 |   −4.500 |",
      "| 3 Jan 2024 | Level  | +0.1000 | +0.1235 | +0.02346 |",
      "",
      "## Values added and removed",
      "",
      "- 4 Jan 2024 to 8 Jan 2024: 2 values added",
      "- 2 Jan 2024: 1 value removed",
      "",
      "## Reference line",
      "",
      "`# macro-signals: …`",
      "",
    ]);
  });

  it("counts apart what differs by less than a person can see", () => {
    const before = frameOf(["2024-01-01", "2024-01-02", "2024-01-03"], { Level: [1, 2, 3] });
    const after = frameOf(["2024-01-01", "2024-01-02", "2024-01-03"], { Level: [1.004, 2.5, 3] });
    const lines = driftText(head, driftOf(before, after), "all.csv").split("\n");
    const text =
      "1 of 3 days revised (33.3 %), first 2 Jan 2024, largest 0.50 on 2 Jan 2024, RMS 0.29; 1 more differs by less than 0.005.";
    assert.ok(lines.includes(text), lines.join("\n"));
    assert.ok(lines.some((line) => /^\| Revised \| +1 \| 2 Jan 2024 \|/.test(line)));
    assert.ok(lines.includes("[All changes as CSV (2)](all.csv)"));
  });

  it("shows what a service calls things as plain text (SEC-13)", () => {
    const evil = "<img src=x onerror=alert(1)> [x](http://evil.example) | `z` http://evil.example";
    const [before, after] = [
      ["A", evil],
      ["B", "C"],
    ].map((values) => frameOf(["2024-01-01", "2024-01-02"], { [evil]: values }));
    assert.ok(before && after);
    const hostile = { ...head, title: evil, line: `# ${evil}`, before: evil };
    const text = driftText(hostile, driftOf(before, after), `${evil}.csv`);
    const html = new MarkdownIt({ html: true, linkify: true }).render(text);
    const tags = [...html.matchAll(/<(\w+)[^>]*?(?: (?:href|src)="([^"]*)")?>/g)];
    assert.deepEqual(
      new Set(tags.map(([, name]) => name)),
      new Set(["h1", "p", "table", "thead", "tr", "th", "tbody", "td", "a", "h2", "code"]),
    );
    assert.deepEqual(
      tags.flatMap(([, , target]) => target ?? []).filter((target) => /:|\/\//.test(target)),
      [],
    );
  });

  it("lists twenty changes and counts the others, which the CSV has", () => {
    const days = Array.from({ length: 50 }, (_, day) =>
      new Date(day * 2 * 86_400_000).toISOString().slice(0, 10),
    );
    const before = frameOf(days, { Level: days.map((_, at) => (at % 2 === 0 ? at : null)) });
    const after = frameOf(days, { Level: days.map((_, at) => at * 1.5 + 1) });
    const text = driftText(head, driftOf(before, after), "all.csv");
    const [, largest = "", runs = ""] = text.split(/^## .*$/m);
    const rows = [...largest.matchAll(/^\| +(\d+ \w+ \d{4}) +\|/gm)].map(([, day]) => day);
    // Every other day was revised by 1 + at / 2, of which the last is the largest: day 48 of 0 to 49.
    assert.deepEqual([rows.length, rows[0], rows[19]], [20, "7 Apr 1970", "21 Jan 1970"]);
    assert.match(largest, /\nand 5 more\n/);
    assert.equal(runs.match(/^- .*: 1 value added$/gm)?.length, 20);
    assert.match(runs, /\nand 5 more\n/);
    assert.ok(text.includes("[All changes as CSV (50)](all.csv)"));
  });

  it("of the sample's own bytes is none", async () => {
    const csv = await fetchedCsv(hostSetting().sample, sampleSignal());
    const { frame } = await decodeFrame(new TextEncoder().encode(csv), "csv");
    const code = await bench.code(sampleSignal(), "file", "r");
    assert.ok(code.includes(".csv"));
    const written = await decodeFrame(new Uint8Array(readFileSync(onlyFile())), "csv");
    assert.deepEqual(driftOf(frame, written.frame).rows, []);
  });
});
