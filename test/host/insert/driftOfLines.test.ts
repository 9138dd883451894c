import assert from "node:assert/strict";
import { readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { driftOf } from "../../../src/data/frameDrift";
import { forecastRef } from "../../../src/shared/reference";
import { DriftDocuments } from "../../../src/vscode/insert/lines/driftDocuments";
import { type LineDrift, lineDrift, showDrift } from "../../../src/vscode/insert/lines/driftFlow";
import { driftText } from "../../../src/vscode/insert/lines/driftText";
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
    bench = new LineBench(path.join(__dirname, "../../.."));
    documents = new DriftDocuments();
  });
  afterEach(async () => {
    await bench.dispose();
    documents.dispose();
  });

  async function drift(text: string, name?: string): Promise<LineDrift> {
    const document = await bench.script(text, name);
    const { services, connections, worker } = bench;
    return lineDrift({ services, connections, worker, documents }, seriesPlaceIn(document), signal);
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

  it("opens as a table with both texts behind it", async () => {
    const found = await drift(await bench.code(sampleSignal("US", "SNAP"), "request"));
    await showDrift(found, documents);
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.languageId, "markdown");
    const text = editor.document.getText();
    assert.match(text, /^# Drift of INFL US · SNAP\n\n`# macro-signals: signals\/INFL\/2/);
    assert.match(text, /\| Date +\| Column +\| +Then \| +Now \| +Change \|/);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const isShort = found.drift.rows.length <= 5_000;
    assert.equal(
      tabs.some(({ input }) => input instanceof vscode.TabInputTextDiff),
      isShort,
    );
  });

  it("opens nothing when nothing has changed", async () => {
    const frame = frameOf(["2024-01-01"], { Level: [1] });
    const { head } = await drift(await bench.code(sampleSignal(), "request"));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const same = { head, drift: driftOf(frame, frame), before: frame, after: frame };
    await showDrift({ ...same, isLater: true }, documents);
    await until(
      "no tab",
      () => vscode.window.tabGroups.activeTabGroup.tabs.length === 0 || undefined,
    );
  });

  it("writes every number in full and what a service calls things as plain text (SEC-13)", () => {
    const evil = "<img src=x onerror=alert(1)> [x](command:y) | `z`";
    const [before, after] = [0.1, 0.30000000000000004].map((value) =>
      frameOf(["2024-01-01"], { [evil]: [value] }),
    );
    assert.ok(before && after);
    const head = {
      title: evil,
      line: "# a `b`",
      before: evil,
      after: "now",
      unit: "score",
    } as const;
    const text = driftText(head, driftOf(before, after));
    assert.match(text, /\| +0\.1 \| 0\.30000000000000004 \| +0\.2 \|/);
    const unescaped = text.replaceAll(/\\[^\w\s]/g, "");
    assert.ok(!/<img|\[x\]|`z`/.test(unescaped));
    assert.ok(text.includes("`# a 'b'`"));
    const timed = driftText(
      { ...head, after: "as of 2024-07-01 10:15:00Z" },
      driftOf(before, after),
    );
    assert.ok(timed.includes("with as of 2024-07-01 10:15:00Z.\n"));
  });

  it("lists no more values than anybody reads, and counts the others", () => {
    const days = Array.from({ length: 6_000 }, (_, day) =>
      new Date(day * 86_400_000).toISOString().slice(0, 10),
    );
    const [before, after] = [1, 2].map((value) => frameOf(days, { Level: days.map(() => value) }));
    assert.ok(before && after);
    const head = { title: "t", line: "l", before: "b", after: "a", unit: "score" } as const;
    const text = driftText(head, driftOf(before, after));
    assert.equal(text.match(/^\| \d{4}-/gm)?.length, 5_000);
    assert.match(text, /\nand 1,000 more\n/);
    // The newest first.
    assert.match(text.slice(text.indexOf("## ")), /^[^0-9]*\| 1986-06-05 \| Level/);
    const single = text.replaceAll(/ +/g, " ");
    assert.match(single, /\| Level \| 6,000 \| 6,000 \| 0 \| \+1\.00 \| 1970-01-01 \|/);
  });

  it("reads as a table where it stands, revised values before those of new days", () => {
    const before = frameOf(["2024-01-01", "2024-01-02"], { Level: [1, 2] });
    const after = frameOf(["2024-01-01", "2024-01-02", "2024-01-03"], { Level: [1, -2.5, 3] });
    const head = { title: "t", line: "l", before: "b", after: "a", unit: "score" } as const;
    const [, , revised, , added] = driftText(head, driftOf(before, after)).split(/^(## .*)\n/m);
    assert.deepEqual(revised?.trim().split("\n"), [
      "| Date       | Column | Then |  Now | Change |",
      "| ---------- | ------ | ---: | ---: | -----: |",
      "| 2024-01-02 | Level  |    2 | -2.5 |   -4.5 |",
    ]);
    assert.deepEqual(
      added?.trim().split("\n").at(-1),
      "| 2024-01-03 | Level  |      |   3 |        |",
    );
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
