import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { textAt } from "../../../src/shared/columns";
import { labelledColumns } from "../../../src/shared/latestColumns";
import { latestUri } from "../../../src/features/latest/model/latestPlace";
import { type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { sampleConnection } from "../../../src/shared/place";
import { FrameWorker } from "../../../src/store/frameWorker";
import { LatestEditor } from "../../../src/features/latest/heatmap/host/latestEditor";
import { LatestTexts } from "../../../src/features/latest/latestTexts";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { chartPlaceOfUri } from "../../../src/shared/chartPlace";
import { hostSetting } from "../../support/hostResult";
import { recordingLog } from "../../support/recordingLog";
import { TestServices } from "../../support/testServices";
import { TestPage } from "../../support/testPage";
import { until } from "../../support/until";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");

/** A record as the service writes it. */
interface WireRecord {
  readonly signal_code: string;
  readonly version: number;
  readonly latest: Readonly<Record<"Level" | "Momentum" | "Aggregate", number | null>> & {
    readonly Date: string;
  };
  readonly [field: string]: unknown;
}

/** What the service itself says, asked for without any code of the product's client. */
async function answer(): Promise<readonly WireRecord[]> {
  const { url, key } = hostSetting().sample;
  const response = await fetch(`${url}/api/v3/signal/latest/`, { headers: { "X-API-KEY": key } });
  return (await response.json()) as WireRecord[];
}

describe("the editor of the latest signals", () => {
  const context = windowContext();
  const { channel: log } = recordingLog();
  const reporter = new FailureReporter(log);
  let worker: FrameWorker;
  let services: TestServices;
  let open: LatestEditor | undefined;

  function openEditor(
    connected: TestServices,
    signal?: { code: string; version: number },
  ): TestPage<ToLatest, FromLatest> {
    const panel = new TestPage<ToLatest, FromLatest>();
    const place = {
      connectionId: "acme",
      of: "signals",
      form: "heatmap",
      ...(signal === undefined ? {} : { signal }),
    } as const;
    const parts = { services: connected, context, reporter, bundleFolder, log };
    open = new LatestEditor({ ...parts, place, panel });
    return panel;
  }

  before(() => {
    worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
  });
  afterEach(async () => {
    open?.tab.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => {
    services.dispose();
    worker.dispose();
    log.dispose();
  });

  it("sends its page every number as the service has it", async () => {
    const panel = openEditor(services);
    panel.say({ type: "ready" });
    const { identity, answer: shown } = await panel.hear("show");
    const expected = await answer();
    const columns = labelledColumns(shown.columns, shown.labels);
    assert.equal(identity.signal, null);
    assert.ok(expected.length > 400);
    assert.deepEqual(
      Array.from(columns.codes, (code) => textAt(columns, code)),
      expected.map((each) => each.signal_code),
    );
    assert.deepEqual(
      [...columns.versions],
      expected.map(({ version }) => version),
    );
    for (const [name, values] of [
      ["Level", columns.level],
      ["Momentum", columns.momentum],
      ["Aggregate", columns.aggregate],
    ] as const) {
      assert.deepEqual(
        [...values],
        expected.map(({ latest }) => latest[name] ?? Number.NaN),
      );
    }
    const days = expected.map(({ latest }) => Date.parse(`${latest.Date.slice(0, 10)}T00:00:00Z`));
    assert.deepEqual(
      Array.from(columns.days, (day) => day * 86_400_000),
      days,
    );
    assert.ok(shown.signals.some(({ code, name }) => code === "INFL" && name === "Inflation"));
  });

  it("sends its page the records of one signal alone", async () => {
    const panel = openEditor(services, { code: "INFL", version: 2 });
    panel.say({ type: "ready" });
    const { answer: shown } = await panel.hear("show");
    const expected = (await answer()).filter((each) => each.signal_code === "INFL");
    assert.deepEqual(
      [...labelledColumns(shown.columns, shown.labels).aggregate],
      expected.map(({ latest }) => latest.Aggregate ?? Number.NaN),
    );
  });

  it("opens the chart of a variant, by the tag kinds of its definition, as a preview", async () => {
    const panel = openEditor(services);
    panel.say({ type: "ready" });
    const { answer: shown } = await panel.hear("show");
    const expected = await answer();
    const at = expected.findIndex((each) => each["sector_name"] !== undefined);
    const { version = 0, signal_code: code = "" } = expected[at] ?? {};
    panel.say({
      type: "run",
      generation: shown.generation,
      command: "openChart",
      records: Int32Array.of(at),
      versions: Float64Array.of(version),
    });
    const tab = await until("the chart", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ input }) => input instanceof vscode.TabInputCustom),
    );
    assert.ok(tab.input instanceof vscode.TabInputCustom);
    assert.ok(tab.isPreview);
    const { path: opened } = tab.input.uri;
    assert.ok(opened.startsWith(`/acme/signals/${code}/${version}/`), opened);
    assert.match(opened, /sector=/);
  });

  it("opens several variants as one chart, in a tab that is no preview", async () => {
    const panel = openEditor(services);
    panel.say({ type: "ready" });
    const { answer: shown } = await panel.hear("show");
    const expected = await answer();
    const found = [...expected.keys()]
      .filter((at) => expected[at]?.signal_code === "INFL")
      .slice(0, 3);
    panel.say({
      type: "run",
      generation: shown.generation,
      command: "openChart",
      records: Int32Array.from(found),
      versions: Float64Array.from(found, (at) => expected[at]?.version ?? 0),
    });
    const tab = await until("the chart", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ input }) => input instanceof vscode.TabInputCustom),
    );
    assert.ok(tab.input instanceof vscode.TabInputCustom);
    assert.ok(!tab.isPreview);
    const place = chartPlaceOfUri(tab.input.uri.toString());
    assert.deepEqual(
      place?.parts.map(({ reference }) => reference.family === "signal" && reference.tags),
      found.map((at) => ({ country_iso: expected[at]?.["country_iso"] })),
    );
  });

  it("shows a failure, and retries", async () => {
    const { url } = hostSetting().sample;
    const refused = new TestServices(url, worker, { key: "wrong" });
    try {
      const panel = openEditor(refused);
      panel.say({ type: "ready" });
      const { failure } = await panel.hear("fail");
      assert.match(failure.message, /key/i);
      assert.ok(failure.actions.includes("retry"));
    } finally {
      refused.dispose();
    }
  });

  it("has texts with the service's names and numbers", async () => {
    const texts = new LatestTexts(services);
    const read = async (form: "csv" | "json"): Promise<string> =>
      new TextDecoder().decode(await texts.read({ connectionId: "acme", of: "signals", form }));
    const expected = await answer();
    const records = JSON.parse(await read("json")) as readonly Record<string, unknown>[];
    assert.deepEqual(
      records.map((each) => [each["signal_code"], each["version"], each["country_iso"]]),
      expected.map((each) => [each.signal_code, each.version, each["country_iso"] ?? null]),
    );
    assert.deepEqual(
      records.map((each) => [each["Date"], each["Level"], each["Aggregate"]]),
      expected.map(({ latest }) => [latest.Date.slice(0, 10), latest.Level, latest.Aggregate]),
    );
    const [header = "", first = "", ...others] = (await read("csv")).split("\n");
    assert.match(header, /^signal_code,version,.*Date,Level,Momentum,Aggregate,point_in_time$/);
    assert.ok(first.includes(`,${expected[0]?.latest.Level ?? ""},`));
    assert.equal(others.length, expected.length);
  });
});

describe("the command Latest Signals", () => {
  it("opens the heat map of a connection in a tab that is no preview, and its records as texts", async () => {
    const place = { connectionId: sampleConnection, of: "signals", form: "heatmap" } as const;
    const uri = vscode.Uri.parse(latestUri(place), true);
    await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputCustom);
    assert.equal(activeTab.input.viewType, "macroSignals.heatmap");
    const csv = vscode.Uri.parse(latestUri({ ...place, form: "csv" }), true);
    const document = await vscode.workspace.openTextDocument(csv);
    assert.match(document.lineAt(0).text, /^signal_code,version,/);
    assert.ok(document.lineCount > 400);
    const bare = csv.with({ path: csv.path.replace("SAMPLE ", "") });
    await assert.rejects(async () => vscode.workspace.openTextDocument(bare));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});
