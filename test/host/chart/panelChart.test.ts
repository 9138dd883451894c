import {
  chartOutcomes,
  type ChartOutcomesOptions,
} from "../../../src/features/chart/host/chartOutcomes";
import { chosenOfProfile } from "../../../src/features/latest/profile/chosenOfProfile";
import { type ChooseProfileSeries } from "../../../src/features/chart/host/chartServices";
import assert from "node:assert/strict";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { NetworkError } from "../../../src/service/errors";
import { type ChartPart, type ToChart } from "../../../src/features/chart/protocol";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { chartUri, type PanelChartPlace } from "../../../src/shared/chartPlace";
import { seriesOfKey } from "../../../src/shared/composedPlace";
import { dayOfIso, isoOfDay } from "../../../src/shared/day";
import { documentPlaceOfUri } from "../../../src/shared/documentPlace";
import { sampleConnection } from "../../../src/shared/place";
import { panelRef, type SignalRef, signalRef, type TagSet } from "../../../src/shared/reference";
import { type Panel } from "../../../src/store/panel";
import { chartCoverage } from "../../../src/features/chart/host/chartCoverage";
import { ChartEditor } from "../../../src/features/chart/host/chartEditor";
import { PendingViewStates } from "../../../src/features/chart/host/pendingViewStates";
import { StaleSeries } from "../../../src/editor/report/staleSeries";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { SeriesFailures } from "../../../src/editor/report/seriesFailures";
import { noRepairs } from "../../support/frames";
import { hostSetting } from "../../support/hostResult";
import { memento } from "../../support/memento";
import { recordingLog } from "../../support/recordingLog";
import { fetchedCsv, pastAsOf, sampleSignal } from "../../support/sampleSeries";
import { TestSecrets } from "../../support/secretStorages";
import { temporaryFolder } from "../../support/temporaryFolder";
import { TestPanel } from "../../support/testPanel";
import { TestWindow } from "../../support/testWindow";
import { until } from "../../support/until";
import { receivedParts } from "../../../src/features/chart/page/model/receivedParts";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");

function placeOf(code: string, version: number, tags: Record<string, TagSet>): PanelChartPlace {
  const panel = panelRef({ code, version, tags, dataKind: "FIT", asOf: pastAsOf });
  assert.ok(panel.family === "panel");
  return { connectionId: sampleConnection, reference: panel };
}

/** The service's own table of a part, fetched alone and without any of the product's code. */
async function fetchedRows({ id }: ChartPart): Promise<readonly string[]> {
  const series = seriesOfKey(id);
  assert.ok(series?.reference.family === "signal");
  const text = await fetchedCsv(hostSetting().sample, series.reference);
  return text.trim().split(/\r?\n/);
}

/** The same table as it is sent to the page. */
function shownRows({ data }: ChartPart): readonly string[] {
  assert.ok(data !== null);
  const { days, columns } = data;
  const head = ["Date", ...columns.map(({ name }) => name)].join(",");
  const cells = (row: number): readonly string[] =>
    columns.map(({ values }) => {
      const value = values[row] ?? Number.NaN;
      return Number.isNaN(value) ? "" : String(value);
    });
  return [head, ...Array.from(days, (day, row) => [isoOfDay(day), ...cells(row)].join(","))];
}

/** Numbers as such, however they are written. */
function readRow(line: string): readonly (string | number)[] {
  const [day = "", ...cells] = line.split(",");
  return [day, ...cells.map((cell) => (cell === "" || !/\d/.test(cell) ? cell : Number(cell)))];
}

type Show = Extract<ToChart, { type: "show" }>;

describe("the chart of a panel, on the sample service,", () => {
  const folder = temporaryFolder("panelChart");
  let log: vscode.LogOutputChannel;
  let window: TestWindow;
  let open: ChartEditor | undefined;

  async function openPanel(place: PanelChartPlace): Promise<{ panel: TestPanel; shown: Show }> {
    const { services } = window;
    const reporter = new FailureReporter(log);
    const stale = new StaleSeries();
    const onRead = (): void => undefined;
    const seriesFailures = new SeriesFailures();
    const uri = vscode.Uri.parse(chartUri(place), true);
    const panel = new TestPanel();
    const chooseProfileSeries: ChooseProfileSeries = (subject, shown) =>
      chosenOfProfile(services, subject, shown);
    const context = windowContext();
    const registers = { stale, seriesFailures, onRead };
    const shared = { services, context, ...registers, chooseProfileSeries, reporter };
    const views = new PendingViewStates();
    open = new ChartEditor({ ...shared, bundleFolder, log, uri, place, panel, views });
    // The values of single fetches are compared in all columns.
    panel.say({
      type: "keep",
      state: { ...defaultViewState, columns: ["Level", "Momentum", "Aggregate"] },
    });
    return { panel, shown: await panel.hear("show", (show) => show.panel?.progress === null) };
  }

  before(() => {
    ({ channel: log } = recordingLog());
    const shared = { globalState: memento(), secrets: new TestSecrets(), bundleFolder, log };
    window = new TestWindow({ ...shared, storageFolder: folder.path });
  });
  afterEach(async () => {
    open?.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => {
    window.dispose();
    log.dispose();
    folder.remove();
  });

  it("shows all 40 countries with the values of single fetches", async () => {
    const { panel, shown } = await openPanel(placeOf("INFL", 2, { country_iso: "*" }));
    assert.equal(shown.parts.length, 40);
    assert.deepEqual(
      [shown.title, shown.isSample, shown.panel?.identity.service],
      ["SAMPLE INFL v2 all countries FIT 28 Jun 2024", true, "Sample data"],
    );
    assert.match(shown.panel?.coverage ?? "", /^40 of 40 variants · last day \d+ \w+ 2024/);
    // Fetching one takes a while.
    for (const part of receivedParts([0, 20, 39].flatMap((at) => shown.parts[at] ?? []))) {
      const [expected, actual] = [await fetchedRows(part), shownRows(part)];
      // Telling what differs between that many rows takes all the memory there is.
      assert.ok(isDeepStrictEqual(actual.map(readRow), expected.map(readRow)), part.id);
    }
    const counts = panel.heard.flatMap((each) =>
      each.type === "panel" && each.panel.progress !== null ? [each.panel.progress.of] : [],
    );
    assert.ok(counts.includes(40));
  });

  it("holds the sector of a two-dimensional signal, and names only the countries", async () => {
    const place = placeOf("EARN", 1, { country_iso: ["US", "DE"], sector: ["Energy"] });
    const { shown } = await openPanel(place);
    assert.deepEqual(
      shown.parts.map(({ title }) => title),
      ["Germany", "United States"],
    );
    assert.equal(shown.panel?.identity.variant, "United States, Germany · Energy");
    for (const part of receivedParts(shown.parts)) {
      const [expected, actual] = [await fetchedRows(part), shownRows(part)];
      assert.ok(isDeepStrictEqual(actual.map(readRow), expected.map(readRow)), part.id);
    }
  });

  it("reports how many combinations have no data, which is no failure", async () => {
    const place = placeOf("TERMS", 1, { country_iso: "*", commodity: ["Gold"] });
    const { shown } = await openPanel(place);
    const [, ok, all, missing] =
      /^(\d+) of (\d+) variants · (\d+) without data/.exec(shown.panel?.coverage ?? "") ?? [];
    assert.ok(Number(missing) > 0, shown.panel?.coverage);
    assert.equal(Number(ok) + Number(missing), Number(all));
    assert.equal(shown.parts.length, Number(ok));
    assert.ok(shown.parts.every(({ failure }) => failure === null));
  });

  it("reports why an unknown signal has no chart, and retries", async () => {
    const { panel, shown } = await openPanel(placeOf("NONE", 1, { country_iso: "*" }));
    assert.deepEqual(shown.parts, []);
    assert.notEqual(shown.panel?.failure ?? null, null);
    const before = shown.generation;
    panel.say({ type: "retry", id: "anything" });
    await panel.hear("show", (show) => show.generation > before && show.panel?.failure !== null);
  });

  it("opens the chart of a variant beside the panel, and no other", async () => {
    const { panel, shown } = await openPanel(placeOf("INFL", 2, { country_iso: ["US", "DE"] }));
    const own = shown.parts[1]?.id ?? "";
    panel.say({ type: "openPart", id: "sample/signals/GROWTH/1/country_iso=US/FIT/latest" });
    panel.say({ type: "openPart", id: own.replace("/FIT/", "/SNAP/") });
    panel.say({ type: "openPart", id: own.replace(/[^/]+$/, "latest") });
    panel.say({ type: "openPart", id: own.replace("=US", "=JP") });
    panel.say({ type: "openPart", id: shown.parts[0]?.id ?? "" });
    const uri = await until("the chart of Germany", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom ? input.uri : undefined;
    });
    assert.match(uri.path, /\/signals\/INFL\/2\/country_iso=DE\/FIT\/.*\.chart$/);
    const charts = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    assert.equal(charts.length, 1);
  });

  it("opens a variant in a chart of series, and no other", async () => {
    const { panel, shown } = await openPanel(placeOf("INFL", 2, { country_iso: ["US", "DE"] }));
    const own = shown.parts[1]?.id ?? "";
    panel.say({ type: "addVariant", id: own.replace("=US", "=JP") });
    panel.say({ type: "addVariant", id: own });
    const uri = await until("the chart of the United States", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom ? input.uri : undefined;
    });
    assert.match(uri.path, /\/signals\/INFL\/2\/country_iso=US\/FIT\/.*\.chart$/);
  });

  it("is compared with the other kind as of the same instant, with the values of single fetches", async () => {
    const place = placeOf("INFL", 2, { country_iso: ["US", "DE"] });
    const { panel, shown } = await openPanel(place);
    const { generation } = shown;
    panel.say({ type: "compare", generation, isKindCompared: true, vintage: null });
    const compared = await panel.hear(
      "show",
      (show) => show.generation > generation && show.parts.length === 4,
    );
    const others = compared.parts.filter(({ role }) => role === "kind");
    assert.deepEqual(
      others.map(({ title, identity }) => [title, identity.dataKind, identity.asOf]),
      ["Germany", "United States"].map((title) => [title, "SNAP", compared.panel?.asOf]),
    );
    for (const part of receivedParts(others)) {
      const [expected, actual] = [await fetchedRows(part), shownRows(part)];
      assert.ok(isDeepStrictEqual(actual.map(readRow), expected.map(readRow)), part.id);
    }
  });

  it("opens the shown slice as a table", async () => {
    const slice = { from: dayOfIso("2024-01-01") ?? 0, columns: ["Level"] };
    const place = { ...placeOf("INFL", 2, { country_iso: ["US", "DE"] }), slice };
    const { panel } = await openPanel(place);
    panel.say({ type: "do", action: "openCsv" });
    const text = await until("the table", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputText ? input.uri : undefined;
    });
    assert.deepEqual(documentPlaceOfUri(text.toString())?.slice, slice);
  });

  it("states in its coverage that a chart holds 300 variants at most", () => {
    const { reference: asked } = placeOf("INFL", 2, { country_iso: "*" });
    const panelOf = (count: number): Panel => ({
      asked,
      reference: { ...asked, asOf: pastAsOf },
      variants: Array.from({ length: count }, (_, place) => {
        const tags = { country_iso: `C${place}` };
        const reference = signalRef({ ...asked, tags, asOf: pastAsOf });
        return {
          reference,
          columns: [],
          observed: Int32Array.of(19_000),
          rows: 1,
          repairs: noRepairs,
        };
      }),
      missing: [],
      failed: [],
      retrievedAt: pastAsOf,
      fetchedAtMs: 0,
    });
    assert.match(chartCoverage(panelOf(300)), /^300 of 300 variants/);
    assert.match(chartCoverage(panelOf(301)), /only the first 300.*CSV.* · 301 of 301 variants/);
  });

  const registersOf = (stale: StaleSeries): Omit<ChartOutcomesOptions, "reporter"> => ({
    stale,
    seriesFailures: new SeriesFailures(),
    onRead: (): void => undefined,
  });

  it("says that nothing is cached of a vintage that cannot be fetched", () => {
    const stale = new StaleSeries();
    const outcomes = chartOutcomes({ reporter: new FailureReporter(log), ...registersOf(stale) });
    const gone = new NetworkError({ request: "GET /", attempts: 1 }, "gone", "ECONNREFUSED");
    const saidOf = (reference: SignalRef): string =>
      outcomes.failureOf(gone, { connectionId: "sample", reference }, undefined).message;
    assert.match(saidOf(sampleSignal()), /Nothing is cached as of 28 Jun 2024 or earlier\.$/);
    assert.doesNotMatch(saidOf({ ...sampleSignal(), asOf: "latest" }), /cached/);
    stale.dispose();
  });

  it("marks the tabs of the panel when it is old", () => {
    const stale = new StaleSeries();
    const outcomes = chartOutcomes({ reporter: new FailureReporter(log), ...registersOf(stale) });
    const place = placeOf("INFL", 2, { country_iso: "*" });
    const because = new NetworkError({ request: "GET /", attempts: 1 }, "gone", "ECONNREFUSED");
    outcomes.notePanelRead(place, { fetchedAtMs: 1, staleBecause: because });
    const target = { connectionId: place.connectionId, reference: place.reference };
    assert.deepEqual(stale.of(target), { fetchedAtMs: 1, because });
    stale.dispose();
  });

  it("adds no series to a panel and removes none", async () => {
    const { panel, shown } = await openPanel(placeOf("INFL", 2, { country_iso: ["US", "DE"] }));
    const reported = panel.heard.length;
    const other = "sample/signals/GROWTH/1/country_iso=US/FIT/latest";
    panel.say({ type: "addVariant", id: other });
    panel.say({ type: "compose", ids: [other] });
    panel.say({ type: "remove", id: shown.parts[0]?.id ?? "" });
    panel.say({ type: "copyText", text: "x" });
    await panel.hear("told");
    assert.equal(panel.heard.length, reported + 1);
  });
});
