import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type ChartPlace } from "../../../src/shared/chartPlace";
import { type AsOf, type Instant } from "../../../src/shared/instant";
import { forecastRef, type SeriesRef } from "../../../src/shared/reference";
import { type Charts } from "../../../src/features/chart/host/chartEditors";
import { type WantedComparison } from "../../../src/features/chart/host/pendingViewStates";
import { openedRevisions } from "../../../src/features/chart/model/viewState";
import { writeTable } from "../../../src/features/documents/save/saveTable";
import { openRevisions } from "../../../src/features/notebook/openRevisions";
import { tableSources } from "../../../src/connect/tableSources";
import { fetchSeries } from "../../../src/store/tables";
import { acceptAll } from "../../support/acceptAll";
import { LineBench } from "../../support/lineBench";
import { pastAsOf, sampleSignal } from "../../support/sampleSeries";

const bound = "20250331T235959Z" as Instant;
const later = "20260930T235959Z" as Instant;
const connectionId = "acme";

describe("the revisions of a vintage", () => {
  let bench: LineBench;
  let opened: [place: ChartPlace, comparison: WantedComparison][];
  let failures: unknown[];
  beforeEach(() => {
    bench = new LineBench();
    [opened, failures] = [[], []];
  });
  afterEach(() => bench.dispose());

  async function open(argument?: unknown): Promise<void> {
    const { services, connections } = bench;
    const charts: Charts = {
      placeOf: () => undefined,
      compare: (...each) => Promise.resolve(void opened.push(each)),
      giveView: () => undefined,
      handOver: () => undefined,
    };
    const report = (error: unknown): Promise<void> => Promise.resolve(void failures.push(error));
    const parts = { services, connections, charts, failures: { report } };
    await acceptAll(openRevisions(parts, argument, undefined));
  }

  const chartOf = (asOf: AsOf): ChartPlace => ({
    parts: [{ connectionId, reference: { ...sampleSignal(), asOf } }],
  });
  const since = (vintage: AsOf): WantedComparison => ({ vintage, revisions: openedRevisions });

  async function saved(reference: SeriesRef): Promise<vscode.Uri> {
    const target = { connectionId, reference };
    const member = await fetchSeries(tableSources(bench.services), target);
    const file = vscode.Uri.file(path.join(bench.path, "saved.parquet"));
    await writeTable(bench.worker, { kind: "series", member }, {}, file);
    return file;
  }

  it("of a reference line are those since its as-of, up to that of the window", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "request"));
    const location = { uri: document.uri.toString(), row: 0 };
    await open(location);
    bench.services.gate.set(bound);
    await open(location);
    assert.deepEqual(opened, [
      [chartOf("latest"), since(pastAsOf)],
      [chartOf(bound), since(pastAsOf)],
    ]);
  });

  it("at the cursor need no argument, and of a later line ask for another as-of", async () => {
    const code = await bench.code({ ...sampleSignal(), asOf: later }, "request");
    await bench.script(code);
    bench.services.gate.set(bound);
    await open();
    const [[place, comparison] = []] = opened;
    assert.deepEqual(place, chartOf(bound));
    assert.ok(comparison !== undefined && "vintage" in comparison);
    assert.ok(comparison.vintage < bound, comparison.vintage);
    assert.deepEqual(comparison.revisions, openedRevisions);
  });

  it("of a saved file are those since its as-of", async () => {
    await open(await saved(sampleSignal()));
    assert.deepEqual(opened, [[chartOf("latest"), since(pastAsOf)]]);
  });

  it("of a row are those between it and the chosen as-of", async () => {
    await open({ target: { connectionId, reference: sampleSignal() } });
    const [[place, comparison] = []] = opened;
    assert.deepEqual(place, chartOf(pastAsOf));
    assert.ok(comparison !== undefined && "revisions" in comparison);
  });

  it("do not exist for a forecast, which has no vintages", async () => {
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    await open(await saved(forecast));
    assert.deepEqual(opened, []);
    assert.match(String(failures[0]), /only a single signal has revisions/);
  });
});
