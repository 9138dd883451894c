import { type FromExplorer } from "../../../src/features/latest/explorer/messages";
import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import {
  type ExplorerAnswer,
  type ToExplorer,
} from "../../../src/features/latest/explorer/protocol";
import { latestUri } from "../../../src/features/latest/model/latestPlace";
import { sampleConnection } from "../../../src/shared/place";
import { FrameWorker } from "../../../src/store/frameWorker";
import { ExplorerEditor } from "../../../src/features/latest/explorer/host/explorerEditor";
import { LatestTexts } from "../../../src/features/latest/latestTexts";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { HedgingChoice } from "../../../src/features/browse/hedgingChoice";
import { hostSetting } from "../../support/hostResult";
import { describeInBoth } from "../../support/inBothEditors";
import { memento } from "../../support/memento";
import { recordingLog } from "../../support/recordingLog";
import { startServer } from "../../support/testServer";
import { TestPage } from "../../support/testPage";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");

/** A node as the service writes it. */
interface WireNode {
  readonly kind: string;
  readonly forecast: number;
  readonly exposure_adjustment: number;
  readonly drivers: readonly WireNode[];
}

/** A summary as the service writes it. */
interface WireSummary {
  readonly market_code: string;
  readonly currency_iso: string;
  readonly horizon: string;
  readonly hedging: string;
  readonly latest: WireNode;
  readonly attributions: readonly {
    readonly signal_code: string;
    readonly variant: Readonly<Record<string, string>>;
    readonly forecast: number;
  }[];
}

/** What the service itself says, asked for without any code of the product's client. */
async function wire<T>(route: string): Promise<readonly T[]> {
  const { url, key } = hostSetting().sample;
  const response = await fetch(`${url}/api/v3/${route}/`, { headers: { "X-API-KEY": key } });
  return (await response.json()) as T[];
}

function keyOf(answer: ExplorerAnswer, at: number): string {
  const { markets, currencies, horizons, hedgings, summaries } = answer;
  return [
    markets[summaries.markets[at] ?? -1]?.code,
    currencies[summaries.currencies[at] ?? -1],
    horizons[summaries.horizons[at] ?? -1],
    hedgings[summaries.hedgings[at] ?? -1]?.name,
  ].join("|");
}

function flat(node: WireNode, parent = -1, found: unknown[][] = []): unknown[][] {
  const at = found.push([node.kind, parent, node.forecast, node.exposure_adjustment]) - 1;
  for (const driver of node.drivers) flat(driver, at, found);
  return found;
}

describe("the editor of the forecast explorer", () => {
  const context = windowContext();
  const { channel: log } = recordingLog();
  const reporter = new FailureReporter(log);
  let worker: FrameWorker;
  let services: TestServices;
  let open: ExplorerEditor;
  let hedging: HedgingChoice;

  function openEditor(connected = services): TestPage<ToExplorer, FromExplorer> {
    const panel = new TestPage<ToExplorer, FromExplorer>();
    const place = { connectionId: "acme", of: "forecasts", form: "explorer" } as const;
    const parts = { services: connected, context, reporter, bundleFolder, log };
    open = new ExplorerEditor({ ...parts, place, panel }, hedging);
    panel.say({ type: "ready" });
    return panel;
  }

  before(() => {
    worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
    const { url, key } = hostSetting().sample;
    services = new TestServices(url, worker, { key });
  });
  beforeEach(() => {
    hedging = new HedgingChoice(memento());
  });
  afterEach(async () => {
    open.tab.dispose();
    hedging.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => {
    services.dispose();
    worker.dispose();
    log.dispose();
  });

  it("sends its page the total of every forecast as the service has it", async () => {
    const { answer } = await openEditor().hear("show");
    const expected = await wire<WireSummary>("forecast/latest");
    assert.ok(expected.length > 400);
    assert.deepEqual(
      expected.map((_, at) => keyOf(answer, at)),
      expected.map((each) =>
        [each.market_code, each.currency_iso, each.horizon, each.hedging].join("|"),
      ),
    );
    assert.deepEqual(
      [...answer.summaries.totals],
      expected.map(({ latest }) => latest.forecast),
    );
    assert.equal(answer.notice, null);
  });

  it("sends its page the hedging modes as the service lists them, and the markets by groups", async () => {
    const { answer } = await openEditor().hear("show");
    const modes = await wire<{ name: string; description?: string }>("forecast/hedging");
    assert.deepEqual(
      answer.hedgings.map(({ name, description }) => [name, description]),
      modes.map(({ name, description = null }) => [name, description]),
    );
    const groups = answer.markets.map(({ group }) => group);
    assert.ok(new Set(groups).size > 3);
    // The markets of a group are together.
    const changes = groups.filter((group, at) => group !== groups[at - 1]);
    assert.equal(changes.length, new Set(groups).size);
  });

  it("sends its page every node and attribution of a forecast", async () => {
    const page = openEditor();
    const { answer } = await page.hear("show");
    const expected = await wire<WireSummary>("forecast/latest");
    const { generation } = answer;
    const [one, other] = [1, expected.length - 1];
    page.say({ type: "details", generation, summaries: Int32Array.of(one, other) });
    const { details } = await page.hear("details");
    assert.deepEqual(
      details.map(({ summary }) => summary),
      [one, other],
    );
    for (const { summary, tree, attributions } of details) {
      const { latest, attributions: listed = [] } = expected[summary] ?? {};
      assert.ok(latest);
      assert.deepEqual(
        tree.kinds.map((kind, at) => [
          kind,
          tree.parents[at],
          tree.forecasts[at],
          tree.exposureAdjustments[at],
        ]),
        flat(latest),
      );
      assert.deepEqual(
        attributions.map(({ code, tags, forecast }) => [code, tags, forecast]),
        listed.map((each) => [each.signal_code, each.variant, each.forecast]),
      );
    }
    page.say({ type: "details", generation: generation - 1, summaries: Int32Array.of(2) });
    page.say({ type: "details", generation, summaries: Int32Array.of(3) });
    await page.hear("details", ({ details: [first] }) => first?.summary === 3);
    assert.equal(page.heard.filter(({ type }) => type === "details").length, 2);
  });

  it("shows the forecasts that a variant moves, and all again", async () => {
    const page = openEditor();
    const { answer } = await page.hear("show");
    const { generation } = answer;
    const expected = await wire<WireSummary>("forecast/latest");
    const summary = expected.findIndex(({ attributions }) => attributions.length > 0);
    const wanted = expected[summary]?.attributions[0];
    assert.ok(wanted);
    page.say({ type: "showMoved", generation, summary, attribution: 0 });
    const { moved } = await page.hear("moved", (each) => each.moved !== null);
    const own = expected.flatMap(({ attributions }, at) =>
      attributions
        .filter(
          (each) =>
            each.signal_code === wanted.signal_code &&
            JSON.stringify(each.variant) === JSON.stringify(wanted.variant),
        )
        .map(({ forecast }) => ({ at, forecast })),
    );
    own.sort((a, b) => Math.abs(b.forecast) - Math.abs(a.forecast));
    assert.ok(own.length > 1);
    assert.deepEqual(
      [...(moved?.forecasts ?? [])],
      own.map(({ forecast }) => forecast),
    );
    assert.deepEqual([...(moved?.summaries ?? [])].sort(), own.map(({ at }) => at).sort());
    page.heard.length = 0;
    page.say({ type: "showMoved", generation, summary: 0, attribution: -1 });
    assert.equal((await page.hear("moved")).moved, null);
  });

  it("shows the requested forecasts as soon as it has any, and in each new page", async () => {
    const page = openEditor();
    await open.fulfil({ choice: { market: "SPX", currency: null, horizon: null } });
    const { choice } = await page.hear("choose");
    assert.equal(choice.market, "SPX");
    const types = page.heard.map(({ type }) => type);
    assert.ok(types.indexOf("show") < types.indexOf("choose"), types.join(" "));
    await open.fulfil({ movedBy: { code: "INFL", tags: { country_iso: "US" } } });
    const { moved } = await page.hear("moved", (each) => each.moved !== null);
    assert.equal(moved?.variant, "Inflation · United States");
    page.heard.length = 0;
    page.say({ type: "ready" });
    await page.hear("moved", (each) => each.moved !== null);
    assert.ok(page.heard.every(({ type }) => type !== "choose"));
  });

  it("opens the charts of a forecast and of a variant that moves it", async () => {
    const page = openEditor();
    const { answer } = await page.hear("show");
    const { generation } = answer;
    const expected = await wire<WireSummary>("forecast/latest");
    const summary = expected.findIndex(({ attributions }) => attributions.length > 0);
    const { market_code: market, currency_iso: currency, attributions } = expected[summary] ?? {};
    const chart = (part: string): Promise<vscode.Tab> =>
      until(`the chart of ${part}`, () =>
        vscode.window.tabGroups.all
          .flatMap(({ tabs }) => tabs)
          .find(
            ({ input }) =>
              input instanceof vscode.TabInputCustom && input.uri.path.startsWith(part),
          ),
      );
    const run = { generation, command: "openChart" } as const;
    page.say({ type: "run", ...run, summaries: Int32Array.of(summary) });
    await chart(`/acme/forecasts/${market}/${currency}/`);
    page.say({ type: "runVariant", ...run, summary, attribution: 0 });
    await chart(`/acme/signals/${attributions?.[0]?.signal_code}/`);
  });

  it("sends its page the hedging mode of the side bar before any forecast, and when it changes", async () => {
    await hedging.set("acme", "Hedged");
    const page = openEditor();
    await page.hear("show");
    const types = page.heard.map(({ type }) => type);
    assert.ok(types.indexOf("hedging") < types.indexOf("show"), types.join(" "));
    assert.equal((await page.hear("hedging")).hedging, "Hedged");
    await hedging.set("acme", "Unhedged");
    await page.hear("hedging", (message) => message.hedging === "Unhedged");
  });

  it("uses the hedging modes and markets of the forecasts when the service does not list any", async () => {
    const forecasts = await wire<WireSummary>("forecast/latest");
    const server = await startServer((request, response) => {
      const isLatest = request.url?.includes("/forecast/latest/") === true;
      response.writeHead(isLatest ? 200 : 404, { "content-type": "application/json" });
      response.end(isLatest ? JSON.stringify(forecasts) : "{}");
    });
    const without = new TestServices(server.origin, worker, { key: "k" });
    try {
      const { answer } = await openEditor(without).hear("show");
      const named = new Set(forecasts.map((each) => each.hedging));
      assert.deepEqual(
        answer.hedgings,
        Array.from(named, (name) => ({ name, description: null })),
      );
      assert.equal(
        answer.notice,
        "This service does not list hedging modes; those of its forecasts are shown · " +
          "This service does not list markets; their codes are shown",
      );
    } finally {
      without.dispose();
      await server.close();
    }
  });

  it("reports that a service has no latest forecasts", async () => {
    const server = await startServer((_, response) => response.writeHead(404).end("{}"));
    const without = new TestServices(server.origin, worker, { key: "k" });
    try {
      const { failure } = await openEditor(without).hear("fail");
      assert.equal(failure.message, "This service does not provide latest forecasts (404).");
    } finally {
      without.dispose();
      await server.close();
    }
  });

  it("shows a failure", async () => {
    const { url } = hostSetting().sample;
    const refused = new TestServices(url, worker, { key: "wrong" });
    try {
      const { failure } = await openEditor(refused).hear("fail");
      assert.match(failure.message, /key/i);
      assert.ok(failure.actions.includes("retry"));
    } finally {
      refused.dispose();
    }
  });

  it("has texts with the service's names and numbers", async () => {
    const texts = new LatestTexts(services);
    const read = async (form: "csv" | "json"): Promise<string> =>
      new TextDecoder().decode(await texts.read({ connectionId: "acme", of: "forecasts", form }));
    const expected = await wire<WireSummary>("forecast/latest");
    assert.deepEqual(JSON.parse(await read("json")), expected);
    const [header = "", ...rows] = (await read("csv")).trimEnd().split("\n");
    assert.match(header, /^market_code,currency_iso,horizon,hedging,Forecast,Forecast\/Trend,/);
    assert.deepEqual(
      rows.map((row) => Number(row.split(",")[4])),
      expected.map(({ latest }) => latest.forecast),
    );
  });
});

describeInBoth("the command Forecast Explorer", () => {
  const place = { connectionId: sampleConnection, of: "forecasts", form: "explorer" } as const;

  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("opens the explorer of a connection in a tab that is no preview, and its forecasts as texts", async () => {
    const uri = vscode.Uri.parse(latestUri(place), true);
    await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputCustom);
    assert.equal(activeTab.input.viewType, "macroSignals.explorer");
    assert.equal(activeTab.isPreview, false);
    const csv = vscode.Uri.parse(latestUri({ ...place, form: "csv" }), true);
    const document = await vscode.workspace.openTextDocument(csv);
    assert.match(document.lineAt(0).text, /^market_code,currency_iso,horizon,hedging,Forecast,/);
    assert.ok(document.lineCount > 400);
  });
});
