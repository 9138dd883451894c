import assert from "node:assert/strict";
import * as vscode from "vscode";
import { instantOfText } from "../../../src/shared/instant";
import { parseReferenceLine } from "../../../src/shared/referenceLine";
import { SeriesFailures } from "../../../src/editor/report/seriesFailures";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { CodeMaker } from "../../../src/features/notebook/codeMaker";
import { seriesDrift, unchangedText } from "../../../src/features/notebook/lines/driftFlow";
import { refreshLines } from "../../../src/features/notebook/lines/refreshLines";
import { ShownPanels } from "../../../src/features/chart/host/shownPanels";
import { refreshDocuments } from "../../../src/features/documents/refreshDocuments";
import { SeriesFileSystem } from "../../../src/features/documents/seriesFileSystem";
import { targetUri } from "../../../src/editor/tabs/target";
import { latestSignal } from "../../support/sampleSeries";
import { LineBench, placesIn, seriesPlaceIn } from "../../support/lineBench";
import { type TestServer, startServer } from "../../support/testServer";
import { until } from "../../support/until";

const { signal } = new AbortController();
const opened = Date.parse("2026-11-22T09:45:00Z");

function asOfIn(line: string): string {
  const { reference } = parseReferenceLine(line) ?? {};
  return reference?.family === "signal" ? reference.asOf : "";
}

describe("one instant of latest", () => {
  let server: TestServer;
  let bench: LineBench;
  /** The service's clock, which stands still but for a step with each answer. */
  let nowMs: number;
  let stepMs: number;
  /** What the newest value of every series is. */
  let level: number;

  const asked = (since = 0): string[] =>
    server.requests.slice(since).map(({ target }) => {
      const { searchParams } = new URL(target, "http://a.example");
      const words = ["country_iso", "kind", "as_of_utc"].map((name) => searchParams.get(name));
      return words.map((word) => word ?? "latest").join(" ");
    });

  beforeEach(async () => {
    nowMs = opened;
    stepMs = 0;
    level = 1.5;
    server = await startServer((request, response) => {
      const asOf = new URL(request.url ?? "", "http://a.example").searchParams.get("as_of_utc");
      // A production at 09:48 revises what was known before.
      const isRevised = Date.parse(`${asOf ?? ""}Z`) >= opened + 180_000 || asOf === null;
      const value = nowMs >= opened + 180_000 && isRevised ? level + 1 : level;
      response.setHeader("date", new Date(nowMs).toUTCString());
      nowMs += stepMs;
      response.setHeader("content-type", "text/csv");
      response.end(`Date,Level\n2024-01-01,${value}\n`);
    });
    bench = new LineBench(server.origin);
  });
  afterEach(async () => {
    await bench.dispose();
    await server.close();
  });

  /** The as-ofs in the lines of some rows that are inserted together. */
  async function inserted(
    countries: readonly string[],
    way: "file" | "values" | "request",
  ): Promise<string[]> {
    const maker = new CodeMaker(bench.services, bench.files);
    const subjects = countries.map((country) => ({
      target: { connectionId: bench.services.connection.id, reference: latestSignal(country) },
    }));
    const folder = vscode.Uri.file(bench.path);
    const { made, failed } = await maker.make(subjects, { language: "python", way, folder });
    assert.deepEqual(failed, []);
    return made.map(({ text }) => asOfIn(text.split("\n")[0] ?? ""));
  }

  for (const way of ["file", "values", "request"] as const) {
    it(`stands in the ${way} code of all rows, of which one is shown already (DATA-13)`, async () => {
      await bench.services.series.series(latestSignal("US"));
      nowMs = opened + 720_000;
      const asOfs = await inserted(["DE", "US"], way);
      assert.deepEqual(asOfs, ["20261122T094500Z", "20261122T094500Z"]);
      assert.deepEqual(asked(1).toSorted(), [
        "DE SNAP 2026-11-22T09:45:00",
        "US SNAP 2026-11-22T09:45:00",
      ]);
    });
  }

  it("stands in the code of rows of which one has a file of other times already (DATA-13)", async () => {
    await inserted(["US"], "file");
    nowMs = opened + 60_000;
    bench.services.reset();
    assert.deepEqual(await inserted(["DE", "US"], "file"), [
      "20261122T094600Z",
      "20261122T094600Z",
    ]);
  });

  it("is another one for Show Drift, however short ago the last fetch was (DATA-13)", async () => {
    const document = await bench.script(await bench.code(latestSignal("US"), "request"));
    const { services, connections, worker } = bench;
    const parts = { services, connections, worker };
    const before = server.requests.length;
    const same = await seriesDrift(parts, seriesPlaceIn(document), { signal });
    assert.deepEqual(asked(before), ["US SNAP latest", "US SNAP 2026-11-22T09:45:00"]);
    assert.equal(same.isLater, false);
    assert.equal(
      unchangedText(same.head, { isLater: same.isLater, bound: undefined, rounding: 0 }),
      "There is no data for INFL US · SNAP newer than 22 Nov 2026 09:45 UTC yet.",
    );
    const bound = instantOfText("20261122T094500Z");
    assert.equal(
      unchangedText(same.head, { isLater: same.isLater, bound, rounding: 0 }),
      "Not compared: this window is as of 22 Nov 2026 09:45 UTC, and INFL US · SNAP has nothing newer up to then.",
    );
    nowMs = opened + 240_000;
    const later = await seriesDrift(parts, seriesPlaceIn(document), { signal });
    assert.deepEqual(
      [later.isLater, later.head.after, later.drift.rows.length],
      [true, "22 Nov 2026 09:49 UTC", 1],
    );
    assert.equal(
      unchangedText(later.head, { isLater: later.isLater, bound: undefined, rounding: 0 }),
      "INFL US · SNAP has not changed between 22 Nov 2026 09:45 UTC and 22 Nov 2026 09:49 UTC.",
    );
  });

  it("is another one for Refresh, however short ago the last fetch was (DATA-13)", async () => {
    const codes = [
      await bench.code(latestSignal("US"), "values"),
      await bench.code(latestSignal("DE"), "values"),
    ];
    const document = await bench.script(codes.join("\n\n"));
    nowMs = opened + 240_000;
    const before = server.requests.length;
    const { changed } = await refreshLines(bench, placesIn(document), { mode: "refresh", signal });
    assert.deepEqual(
      changed.map(({ line }) => line.reference.family === "signal" && line.reference.asOf),
      ["20261122T094900Z", "20261122T094900Z"],
    );
    assert.deepEqual(asked(before).slice(0, 3), [
      "US SNAP latest",
      "US SNAP 2026-11-22T09:49:00",
      "DE SNAP 2026-11-22T09:49:00",
    ]);
  });

  describe("in documents", () => {
    let files: SeriesFileSystem;
    let shown: ShownPanels;

    beforeEach(() => {
      const log = vscode.window.createOutputChannel("one instant", { log: true });
      const reporter = new FailureReporter(log);
      const { services, worker } = bench;
      shown = new ShownPanels(reporter);
      files = new SeriesFileSystem({
        services,
        worker,
        reporter,
        seriesFailures: new SeriesFailures(),
        panels: shown,
      });
    });
    afterEach(() => {
      files.dispose();
      shown.dispose();
    });

    const uriOf = (dataKind: "SNAP" | "FIT"): vscode.Uri =>
      targetUri(
        {
          connectionId: bench.services.connection.id,
          reference: { ...latestSignal("US"), dataKind },
        },
        "csv",
      );
    const sides = [uriOf, uriOf].map((of, at) => () => of(at === 0 ? "SNAP" : "FIT"));

    it("is that of both sides of a comparison that comes back with its window (DATA-13)", async () => {
      const [snap, fit] = sides.map((side) => side());
      assert.ok(snap !== undefined && fit !== undefined);
      // The extension has no such connection: the file system of this test reads beside it.
      await vscode.commands.executeCommand("vscode.diff", snap, fit);
      await until("the comparison", () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return input instanceof vscode.TabInputTextDiff ? input : undefined;
      });
      stepMs = 60_000;
      await Promise.all([files.readFile(snap), files.readFile(fit)]);
      assert.deepEqual(asked(), ["US SNAP latest", "US FIT 2026-11-22T09:45:00"]);
      await Promise.all([files.readFile(snap), files.readFile(fit)]);
      assert.equal(asked().length, 2);
      const latest = { refresh: () => Promise.resolve(false) };
      await refreshDocuments(snap, { files, charts: latest });
      await Promise.all([files.readFile(fit), files.readFile(snap)]);
      assert.deepEqual(asked(2), ["US SNAP latest", "US FIT 2026-11-22T09:47:00"]);
    });

    it("is one anew for both sides that are refreshed (DATA-13)", async () => {
      const [snap, fit] = sides.map((side) => side());
      assert.ok(snap !== undefined && fit !== undefined);
      await vscode.commands.executeCommand("vscode.diff", snap, fit);
      await until("the comparison", () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return input instanceof vscode.TabInputTextDiff ? input : undefined;
      });
      await Promise.all([files.readFile(snap), files.readFile(fit)]);
      nowMs = opened + 5_000;
      const before = server.requests.length;
      const latest = { refresh: () => Promise.resolve(false) };
      await refreshDocuments(snap, { files, charts: latest });
      assert.deepEqual(asked(before).toSorted(), ["US FIT 2026-11-22T09:45:05", "US SNAP latest"]);
    });
  });
});
