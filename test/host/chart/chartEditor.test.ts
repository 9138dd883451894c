import { chosenOfProfile } from "../../../src/features/latest/profile/chosenOfProfile";
import { type ChooseProfileSeries } from "../../../src/features/chart/host/chartServices";
import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import path from "node:path";
import * as vscode from "vscode";
import { endOfDay, instantOfText } from "../../../src/shared/instant";
import { parseApiKey } from "../../../src/service/apiKey";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import {
  type ChartPlace,
  chartPlaceOf,
  chartPlaceOfUri,
  chartUri,
} from "../../../src/shared/chartPlace";
import { isoOfDay } from "../../../src/shared/day";
import { type SignalRef, signalRef } from "../../../src/shared/reference";
import { ChartEditor } from "../../../src/features/chart/host/chartEditor";
import { PendingViewStates } from "../../../src/features/chart/host/pendingViewStates";
import { parseSavedChart } from "../../../src/features/chart/host/savedChart";
import { savedChartPlace } from "../../../src/features/chart/host/savedChartPlace";
import { StaleSeries } from "../../../src/editor/report/staleSeries";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { SeriesFailures } from "../../../src/editor/report/seriesFailures";
import { targetPath } from "../../../src/shared/place";
import { acceptedUntil } from "../../support/acceptAll";
import { cancelledAt, type ProgressWork } from "../../support/cancelledAt";
import { memento } from "../../support/memento";
import { recordingLog } from "../../support/recordingLog";
import { TestSecrets } from "../../support/secretStorages";
import { temporaryFolder } from "../../support/temporaryFolder";
import { TestPanel } from "../../support/testPanel";
import { until } from "../../support/until";
import { type TestServer, startServer } from "../../support/testServer";
import { TestWindow } from "../../support/testWindow";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../../support/userSettings";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");
const definition =
  '{"name": "Inflation", "tags": [{"kind": "country_iso", "values": ["US", "DE"]}]}';

function referenceOf(code: string): SignalRef {
  const tags = { country_iso: "US" };
  return signalRef({ code, version: 0, tags, dataKind: "SNAP", asOf: "latest" });
}

function placeOf(...codes: string[]): ChartPlace {
  const parts = codes.map((code) => ({ connectionId: "acme", reference: referenceOf(code) }));
  const place = chartPlaceOf(parts);
  assert.ok(place !== undefined);
  return place;
}

const millionRows = 1_000_000;

/** A million days from 2 Jan 1970 on, of which the newest has the 250,000th of the values 1 to 1,000,000. */
function millionCsv(): string {
  const lines = Array.from({ length: millionRows }, (_, at) => {
    const value = at + 1 === millionRows ? 250_000 : at + (at < 249_999 ? 1 : 2);
    return `${isoOfDay(at + 1)},${value}`;
  });
  return ["Date,Level", ...lines, ""].join("\n");
}

/** Series are answered once it resolves. */
let held: Promise<void> | undefined;

/** Holds the answers to requests for series until the returned function is called. */
function holdSeries(): () => void {
  let release = (): void => undefined;
  held = new Promise((resolve) => (release = resolve));
  return () => {
    release();
    held = undefined;
  };
}

/** Knows one signal, refuses `DENIED` and every wrong key. */
const listener: RequestListener = ({ url = "", headers }, response) => {
  if (headers["x-api-key"] !== "good-key") response.writeHead(401).end('{"detail": "wrong key"}');
  else if (url.endsWith("/signal/")) response.end('[{"code": "INFL", "name": "Inflation"}]');
  else if (url.endsWith("/signal/INFL/0/")) response.end(definition);
  else if (url.includes("/MILLION/")) response.end(millionCsv());
  else if (url.includes("/INFL/")) {
    void (held ?? Promise.resolve()).then(() => response.end("Date,Level\n2024-01-01,1.5\n"));
  } else if (url.includes("/DENIED/")) response.writeHead(403).end('{"detail": "not yours"}');
  else response.writeHead(404).end('{"detail": "nothing here"}');
};

describe("the editor of a chart", () => {
  const folder = temporaryFolder("chart");
  const secrets = new TestSecrets();
  const context = windowContext();
  const views = new PendingViewStates();
  let log: vscode.LogOutputChannel;
  let lines: readonly string[];
  let server: TestServer;
  let window: TestWindow;
  let original: UserSettings;
  let open: { readonly editor: ChartEditor; readonly panel: TestPanel } | undefined;

  async function keepKey(text: string): Promise<void> {
    const key = parseApiKey(text);
    assert.ok(key.ok);
    await window.apiKeys.store(server.origin, key.key);
  }

  function openChart(place: ChartPlace): TestPanel {
    const { services } = window;
    const reporter = new FailureReporter(log);
    const stale = new StaleSeries();
    const onRead = (): void => undefined;
    const seriesFailures = new SeriesFailures();
    const uri = vscode.Uri.parse(chartUri(place), true);
    const panel = new TestPanel();
    const chooseProfileSeries: ChooseProfileSeries = (subject, shown) =>
      chosenOfProfile(services, subject, shown);
    const shared = {
      ...{ services, context, stale, seriesFailures, onRead, chooseProfileSeries },
      ...{ reporter, bundleFolder, log },
    };
    const editor = new ChartEditor({ ...shared, uri, place, panel, views });
    open = { editor, panel };
    return panel;
  }

  before(async () => {
    ({ channel: log, lines } = recordingLog());
    original = userSettings();
    server = await startServer(listener);
    const baseUrl = server.origin;
    await setUserSettings({ connections: { acme: { name: "Acme", baseUrl } }, connection: "acme" });
    await vscode.workspace
      .getConfiguration("macroSignals")
      .update("network.transferFormat", "csv", vscode.ConfigurationTarget.Global);
    const globalState = memento();
    const storageFolder = folder.path;
    window = new TestWindow({ globalState, secrets, storageFolder, bundleFolder, log });
  });
  beforeEach(() => keepKey("good-key"));
  afterEach(() => open?.editor.dispose());
  after(async () => {
    window.dispose();
    log.dispose();
    await vscode.workspace
      .getConfiguration("macroSignals")
      .update("network.transferFormat", undefined, vscode.ConfigurationTarget.Global);
    await restoreUserSettings(original);
    await server.close();
    folder.remove();
  });

  it("sends its page what it shows, and no files (SEC-14)", async () => {
    const panel = openChart(placeOf("INFL"));
    const { title, parts } = await panel.hear("show");
    assert.deepEqual(panel.webview.options.localResourceRoots, []);
    assert.match(panel.webview.html, /script-src 'nonce-[\w-]{22}'/);
    assert.deepEqual([title, parts[0]?.title], ["INFL v0 US", "INFL United States"]);
    const part = await panel.hearPart(({ isLoading }) => !isLoading);
    assert.ok(part.data !== "unchanged");
    assert.deepEqual([...(part.data?.columns[0]?.values ?? [])], [1.5]);
    assert.match(part.identity.service, /^Acme · 127\.0\.0\.1:\d+$/);
  });

  it("is saved with its services, and opens from that as the same chart (KEEP-01)", async () => {
    const place = placeOf("INFL", "GROWTH");
    const panel = openChart(place);
    const [, growth] = place.parts;
    assert.ok(growth !== undefined);
    const state = { ...defaultViewState, years: 5, hidden: [targetPath(growth)] };
    panel.say({ type: "keep", state });
    const text = (await open?.editor.savedText()) ?? "";
    assert.ok(text.includes(`"service": "${server.origin}`));
    assert.ok(!text.includes("good-key"));
    const parsed = parseSavedChart(text);
    assert.ok(parsed.ok);
    assert.deepEqual(savedChartPlace(parsed.chart, window.connections), { place, view: state });
  });

  it("has another nonce for each page (SEC-14)", async () => {
    const nonces = new Set<string>();
    for (let pages = 1; pages <= 2; pages++) {
      const panel = openChart(placeOf("INFL"));
      await panel.hear("show");
      const [, nonce = ""] = /nonce-([\w-]+)/.exec(panel.webview.html) ?? [];
      assert.equal(nonces.add(nonce).size, pages);
    }
  });

  it("sets the tab title and icon after the first picture", async () => {
    const panel = openChart(placeOf("INFL"));
    await panel.hearPart(({ data }) => data !== null);
    panel.say({ type: "drawn" });
    await until("an icon", () => panel.iconPath);
    assert.match(panel.title, /^(INFL|Inflation) · United States$/);
  });

  it("requests the listing with its name once the picture is painted, and shows the name in place", async () => {
    const listings = (): number =>
      server.requests.filter(({ target }) => target.endsWith("/signal/")).length;
    window.dispose();
    const storageFolder = folder.path;
    window = new TestWindow({ globalState: memento(), secrets, storageFolder, bundleFolder, log });
    const before = listings();
    const panel = openChart(placeOf("INFL"));
    await panel.hearPart(({ data, isLoading }) => data !== null && !isLoading);
    assert.equal(listings(), before);
    panel.say({ type: "drawn" });
    const named = await panel.hearPart(({ identity }) => identity.title !== "");
    assert.deepEqual(
      [named.identity.title, named.data],
      ["Inflation · United States", "unchanged"],
    );
    assert.equal(panel.title, "Inflation · United States");
    panel.say({ type: "drawn" });
    panel.say({ type: "ready" });
    await panel.hear("show", ({ generation }) => generation === 2);
    panel.say({ type: "drawn" });
    await panel.hearPart(({ isLoading }) => !isLoading);
    assert.equal(listings(), before + 1);
  });

  it("sends the program again when a document requests it", async () => {
    const panel = openChart(placeOf("INFL"));
    await panel.hear("show");
    panel.say({ type: "ready" });
    await panel.hear("show", ({ generation }) => generation === 2);
    assert.equal(panel.programs.length, 2);
  });

  it("asks for the key when the service refuses it, and continues with a new one", async () => {
    await keepKey("wrong-key");
    const panel = openChart(placeOf("INFL"));
    const { failure } = await panel.hearPart((part) => part.failure !== null);
    assert.ok(failure);
    const { cause, message, cached, actions } = failure;
    assert.deepEqual([cause, message], ["key", "The service refused the API key (401: wrong key)"]);
    assert.deepEqual([cached, actions], [null, ["enterKey", "retry"]]);
    await keepKey("good-key");
    await panel.hearPart(({ data }) => data !== null && data !== "unchanged");
    await panel.hear("show", ({ generation }) => generation === 2);
  });

  it("reports what is not in the subscription, beside what is", async () => {
    const service = await window.services.get("acme");
    await service.series.series(referenceOf("INFL"), { isRefresh: true });
    const panel = openChart(placeOf("INFL", "DENIED", "NONE"));
    const failureOf = async (code: string): Promise<string | undefined> => {
      const found = await panel.hearPart(
        ({ id, failure }) => failure !== null && id.includes(code),
      );
      return found.failure?.message;
    };
    assert.equal(await failureOf("DENIED"), "Not in your subscription");
    assert.equal(await failureOf("NONE"), "The service returned 404: nothing here");
    await panel.hearPart(({ id, data }) => id.includes("INFL") && data !== null);
  });

  it("sends a million rows at once, without loss", async () => {
    const panel = openChart(placeOf("MILLION"));
    const { data } = await panel.hearPart((part) => part.data !== null);
    assert.ok(data !== null && data !== "unchanged");
    const { days, columns } = data;
    assert.deepEqual(
      [days.length, days[0], days.at(-1), columns[0]?.values[499_999], columns[0]?.percentile],
      [millionRows, 1, millionRows, 500_001, 25],
    );
  });

  it("drops what is no message and logs it once (SEC-15)", () => {
    const panel = openChart(placeOf("INFL"));
    for (const message of [null, "x", { type: "eval" }, { type: "eval" }, { type: "do" }]) {
      panel.say(message);
    }
    const dropped = lines.filter((line) => line.includes("was dropped"));
    assert.deepEqual(dropped, [
      "a message from a chart page was dropped: it is not an object",
      "a message from a chart page was dropped: its type is not known",
      "a message from a chart page was dropped: do is malformed or too large",
    ]);
    assert.deepEqual(panel.heard, []);
  });

  it("compares its first signal as requested on opening, and as chosen later", async () => {
    const place = placeOf("INFL");
    const vintage = instantOfText("20240628T235959Z") ?? "latest";
    views.give(chartUri(place), { state: null, comparison: { vintage } });
    const panel = openChart(place);
    const { generation } = await panel.hear("show");
    const wanted = await panel.hear("compareWith");
    assert.deepEqual([wanted.generation, wanted.comparison], [generation, { vintage }]);
    open?.editor.compare({ isKindCompared: true });
    await panel.hear("compareWith", ({ comparison }) => "isKindCompared" in comparison);
    assert.equal(panel.heard.filter(({ type }) => type === "compareWith").length, 2);
  });

  it("suggests a specific name for a file of revisions", async () => {
    const panel = openChart(placeOf("INFL"));
    await panel.hear("show");
    const { showSaveDialog } = vscode.window;
    try {
      const asked = await new Promise<vscode.SaveDialogOptions | undefined>((resolve) => {
        const answer = (options?: vscode.SaveDialogOptions): Promise<undefined> => {
          resolve(options);
          return Promise.resolve(undefined);
        };
        Object.assign(vscode.window, { showSaveDialog: answer });
        panel.say({ type: "saveRevisions", form: "json", text: "{}" });
      });
      assert.match(asked?.defaultUri?.path ?? "", /INFL.*\.revisions\.json$/);
      assert.deepEqual(asked?.filters, { JSON: ["json"] });
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
    }
  });

  it("reports that a text to copy or save is too large", async () => {
    const panel = openChart(placeOf("INFL"));
    await panel.hear("show");
    for (const type of ["copyText", "saveCsv", "saveStatistics"])
      panel.say({ type, text: "x".repeat(2 ** 26 + 1) });
    const { words } = await panel.hear("told");
    assert.equal(words, "Too large to save or copy. Show fewer days or series.");
    assert.equal(panel.heard.filter(({ type }) => type === "told").length, 3);
  });

  it("finds series to add, of the kind that it shows", async () => {
    const panel = openChart(placeOf("INFL"));
    const { generation } = await panel.hear("show");
    panel.say({ type: "search", generation, text: "infl germany" });
    const { rows } = await panel.hear("found", (found) => found.rows.length > 0);
    assert.deepEqual(rows, [
      {
        id: "acme/signals/INFL/0/country_iso=DE/SNAP/latest",
        label: "INFL v0 · Germany",
        description: "Inflation · DE",
      },
    ]);
    const foundSoFar = (): number => panel.heard.filter(({ type }) => type === "found").length;
    const count = foundSoFar();
    panel.say({ type: "search", generation: generation - 1, text: "infl" });
    assert.equal(foundSoFar(), count);
  });

  it("fetches what a draft of its page adds", async () => {
    const panel = openChart(placeOf("INFL"));
    const { generation, parts } = await panel.hear("show");
    const added = "acme/signals/INFL/0/country_iso=DE/SNAP/latest";
    panel.say({ type: "draft", generation, ids: [parts[0]?.id ?? "", added] });
    const part = await panel.hearPart(({ id, data }) => id === added && data !== null);
    assert.equal(part.role, "part");
  });

  it("passes the view that its page kept to the chart that its tab moves to, once", async () => {
    const page = openChart(placeOf("INFL"));
    const kept = { ...defaultViewState, columns: ["Level"], isKindCompared: true, isTable: true };
    page.say({ type: "keep", state: { ...kept, version: 0 } });
    page.say({ type: "keep", state: kept });
    open?.editor.handOver(placeOf("DENIED"));
    open?.editor.dispose();
    const states: unknown[] = [];
    for (const code of ["INFL", "DENIED", "DENIED"]) {
      const panel = openChart(placeOf(code));
      states.push((await panel.hear("show")).state);
      open?.editor.dispose();
    }
    assert.deepEqual(states, [null, kept, null]);
  });

  it("sends a new page the view that was kept last", async () => {
    const panel = openChart(placeOf("INFL"));
    const state = { ...defaultViewState, isTable: true };
    panel.say({ type: "keep", state });
    panel.say({ type: "ready" });
    const anew = await panel.hear("show", ({ generation }) => generation === 2);
    assert.deepEqual(anew.state, state);
  });

  it("copies the text that the page sends", async () => {
    const panel = openChart(placeOf("INFL"));
    // A page without a picture is sent nothing else.
    await panel.hear("show");
    panel.say({ type: "copyText", text: "Date\tLevel\n" });
    assert.equal((await panel.hear("told")).words, "Copied");
    assert.equal(await vscode.env.clipboard.readText(), "Date\tLevel\n");
  });

  it("logs the failure of a page, in one line", () => {
    const panel = openChart(placeOf("INFL"));
    panel.say({ type: "failed", message: "TypeError: x\n  at y" });
    assert.ok(lines.includes("a chart page failed: TypeError: x   at y"));
  });

  it("adds the chosen vintages, none later than the window's as-of", async () => {
    await window.asOf.set(instantOfText("20240215T120000Z") ?? "latest");
    const panel = openChart(placeOf("INFL"));
    await panel.hear("show");
    panel.say({ type: "do", action: "addVintages" });
    // Accepts the first row and the proposed number: twelve month ends.
    const uri = await acceptedUntilOpen();
    const asOfs = chartPlaceOfUri(uri)?.parts.map(({ reference }) =>
      reference.family === "signal" ? reference.asOf : "",
    );
    assert.deepEqual(
      asOfs,
      [
        "20240215T120000Z",
        ...["20240131", "20231231", "20231130", "20231031", "20230930", "20230831", "20230731"],
        ...["20230630", "20230531", "20230430", "20230331", "20230228"],
      ].map((asOf) => (asOf.length === 8 ? `${asOf}T235959Z` : asOf)),
    );
    await window.asOf.set("latest");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("adds the vintages fetched before Cancel, and reports how many of all", async () => {
    const { withProgress, setStatusBarMessage } = vscode.window;
    const reported: unknown[] = [];
    await window.asOf.set(instantOfText("20250615T120000Z") ?? "latest");
    const panel = openChart(placeOf("INFL"));
    await panel.hear("show");
    const { series } = await window.services.get("acme");
    for (const asOf of [endOfDay(20_208), endOfDay(20_239)]) {
      await series.series({ ...referenceOf("INFL"), asOf });
    }
    const release = holdSeries();
    Object.assign(vscode.window, {
      withProgress: (_: unknown, work: ProgressWork) => cancelledAt("2 of 12", work),
      setStatusBarMessage: (words: unknown) => reported.push(words),
    });
    try {
      panel.say({ type: "do", action: "addVintages" });
      assert.equal(chartPlaceOfUri(await acceptedUntilOpen())?.parts.length, 3);
    } finally {
      Object.assign(vscode.window, { withProgress, setStatusBarMessage });
      release();
      await window.asOf.set("latest");
    }
    assert.deepEqual(reported, ["2 of 12 vintages added"]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  it("opens no chart of vintages after it was closed", async () => {
    await window.asOf.set(instantOfText("20240615T120000Z") ?? "latest");
    const panel = openChart(placeOf("INFL"));
    await panel.hear("show");
    const release = holdSeries();
    const { length } = server.requests;
    panel.say({ type: "do", action: "addVintages" });
    await acceptedUntil("a request", () => server.requests.length > length || undefined);
    const { series } = await window.services.get("acme");
    const moved: string[] = [];
    Object.assign(views, { give: (to: string) => moved.push(to) });
    open?.editor.dispose();
    release();
    const asOf = instantOfText("20240531T235959Z") ?? "latest";
    await series.series({ ...referenceOf("INFL"), asOf });
    await series.series({ ...referenceOf("INFL"), asOf, dataKind: "FIT" });
    assert.deepEqual(moved, []);
    Reflect.deleteProperty(views, "give");
    await window.asOf.set("latest");
  });

  it("adds the other kind to the vintages if it is cached, and hides it", async () => {
    const asOf = instantOfText("20240115T120000Z") ?? assert.fail();
    const reference = { ...referenceOf("INFL"), asOf };
    const other = { connectionId: "acme", reference: { ...reference, dataKind: "FIT" } as const };
    const fit = openChart({ parts: [other] });
    await fit.hearPart(({ data }) => data !== null);
    open?.editor.dispose();
    await window.asOf.set(asOf);
    const panel = openChart({ parts: [{ connectionId: "acme", reference }] });
    await panel.hear("show");
    panel.say({ type: "do", action: "addVintages" });
    const uri = await acceptedUntilOpen();
    assert.equal(chartPlaceOfUri(uri)?.parts.length, 14);
    assert.deepEqual(views.take(uri)?.state?.hidden, [targetPath(other)]);
    await window.asOf.set("latest");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
});

/** Accepts each question until a chart of several series is open; returns its URI. */
function acceptedUntilOpen(): Promise<string> {
  return acceptedUntil("a chart", () => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    const uri = input instanceof vscode.TabInputCustom ? input.uri.toString() : "";
    return (chartPlaceOfUri(uri)?.parts.length ?? 0) > 1 ? uri : undefined;
  });
}
