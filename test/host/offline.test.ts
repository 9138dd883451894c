import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import path from "node:path";
import * as vscode from "vscode";
import { parseApiKey } from "../../src/service/apiKey";
import { NetworkError } from "../../src/service/errors";
import { silentLog } from "../../src/shared/log";
import { placeUri } from "../../src/shared/place";
import { type SignalRef, signalRef } from "../../src/shared/reference";
import { ContextState } from "../../src/connect/context";
import { contextText } from "../../src/contextStatus";
import { ShownPanels } from "../../src/features/chart/host/shownPanels";
import { SeriesFileSystem } from "../../src/features/documents/seriesFileSystem";
import { ExpandedRows } from "../../src/features/browse/expandedRows";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { SignalsGrouping } from "../../src/features/browse/signalsGrouping";
import { SignalsTree } from "../../src/features/browse/signalsTree";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { rejection } from "../support/rejection";
import { TestSecrets } from "../support/secretStorages";
import { StoppableServer } from "../support/stoppableServer";
import { temporaryFolder } from "../support/temporaryFolder";
import { TestWindow } from "../support/testWindow";
import { until } from "../support/until";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";
import { StaleDecorations } from "../../src/features/documents/seriesDocuments";
import { WindowAsOf } from "../../src/connect/windowAsOf";

const oneDay = "Date,Level\n2024-01-01,1.5\n";
const twoDays = `${oneDay}2024-01-02,-0.25\n`;
const definition = '{"tags": [{"kind": "country_iso", "values": ["US"]}]}';

function referenceOf(code: string): SignalRef {
  const tags = { country_iso: "US" };
  return signalRef({ code, version: 0, tags, dataKind: "SNAP", asOf: "latest" });
}

function uriOf(code: string, form: "csv" | "json" = "csv"): vscode.Uri {
  const reference = referenceOf(code);
  return vscode.Uri.parse(placeUri({ connectionId: "acme", reference, form }), true);
}

// Each test goes on where the one before it ended.
describe("a service that is out of reach for a while", () => {
  const folder = temporaryFolder("offline");
  const globalState = memento();
  const secrets = new TestSecrets();
  const listener: RequestListener = ({ url = "" }, response) => {
    if (url.endsWith("/signal/")) response.end('["INFL"]');
    else if (url.endsWith("/signal/INFL/0/")) response.end(definition);
    else response.end(csv);
  };
  const server = new StoppableServer(listener);
  const settings = vscode.workspace.getConfiguration("macroSignals");
  const reported: unknown[] = [];
  let original: UserSettings;
  let csv = oneDay;
  let window: TestWindow;
  let files: SeriesFileSystem;
  let decorations: StaleDecorations;
  let context: ContextState;
  let shown: ShownPanels;
  let tree: SignalsTree;

  /** As after a reload of the window: nothing is in memory. */
  function open(): void {
    const bundleFolder = path.join(__dirname, "../..");
    window = new TestWindow({ globalState, secrets, storageFolder: folder.path, bundleFolder });
    const report = (error: unknown): Promise<void> => {
      reported.push(error);
      return Promise.resolve();
    };
    const { services, worker } = window;
    const seriesFailures = new SeriesFailures();
    shown = new ShownPanels({ report });
    const options = { services, worker, reporter: { report }, seriesFailures };
    files = new SeriesFileSystem({ ...options, panels: shown });
    decorations = new StaleDecorations(files.stale);
    context = new ContextState(window.connections, memento(), new WindowAsOf(memento()));
    tree = new SignalsTree({
      services,
      context,
      offline: services.offline,
      grouping: new SignalsGrouping(memento()),
      reporter: { report },
      seriesFailures,
      log: silentLog,
      expanded: new ExpandedRows(memento(), "rows"),
      language: "en",
      mayLoad: () => Promise.resolve(false),
    });
  }

  function close(): void {
    for (const part of [tree, context, decorations, files, shown]) part.dispose();
    window.dispose();
  }

  before(async () => {
    original = userSettings();
    await server.start();
    const acme = { name: "Acme", baseUrl: server.origin };
    await setUserSettings({ connections: { acme }, connection: "acme" });
    const { Global } = vscode.ConfigurationTarget;
    await settings.update("network.transferFormat", "csv", Global);
    await settings.update("cache.latestMinutes", 0, Global);
    open();
    const typed = parseApiKey("key-of-the-tests");
    assert.ok(typed.ok);
    await window.apiKeys.store(server.origin, typed.key);
  });
  after(async () => {
    close();
    const { Global } = vscode.ConfigurationTarget;
    await settings.update("network.transferFormat", undefined, Global);
    await settings.update("cache.latestMinutes", undefined, Global);
    await restoreUserSettings(original);
    await server.stop();
    folder.remove();
  });

  async function text(uri: vscode.Uri): Promise<string> {
    return Buffer.from(await files.readFile(uri)).toString("utf8");
  }

  it("gives listing, definition and series while it is there", async () => {
    const { catalog, series } = await window.services.get("acme");
    const [signal] = (await catalog.signals()).items;
    assert.ok(signal !== undefined);
    await catalog.definition(signal);
    assert.equal(await text(uriOf("INFL")), oneDay);
    // Waits until it is on disk.
    await series.cachedBody(referenceOf("INFL"));
    assert.equal(server.targets.length, 3);
    assert.equal(decorations.provideFileDecoration(uriOf("INFL")), undefined);
  });

  it("still has them in the next window when nobody listens any more", async () => {
    await server.stop();
    close();
    open();
    const { catalog } = await window.services.get("acme");
    const listing = await catalog.signals();
    const [signal] = listing.items;
    assert.ok(signal !== undefined);
    assert.ok(listing.staleBecause instanceof NetworkError);
    assert.deepEqual((await catalog.definition(signal)).tags[0]?.values, ["US"]);
    assert.equal(await text(uriOf("INFL")), oneDay);
  });

  it("is offline in the status bar, in words too", () => {
    const { services, connections } = window;
    assert.notEqual(services.offline.sinceMs("acme"), undefined);
    const connection = connections.find("acme");
    assert.ok(connection !== undefined);
    const words = contextText({ connection, dataKind: "SNAP", asOf: "latest" }, true);
    assert.equal(words.text, "Acme · SNAP · latest · offline");
    assert.match(words.tooltip, /cannot be reached/);
    assert.match(words.label, /cannot be reached/);
  });

  it("says above the rows that they are old, and since when", async () => {
    assert.equal((await tree.provider.getChildren()).length, 1);
    assert.match(
      tree.status.message,
      /^The service cannot be reached. This list was fetched \d+ \w+ \d{4} \d\d:\d\d UTC\.$/,
    );
  });

  it("marks every form of what is stale, with when it was fetched and why it is not newer", () => {
    for (const form of ["csv", "json"] as const) {
      const mark = decorations.provideFileDecoration(uriOf("INFL", form));
      assert.ok(mark !== undefined);
      const { badge, tooltip } = mark;
      assert.equal(badge, "!");
      assert.match(
        tooltip ?? "",
        /^Out of date: fetched \d+ \w+ \d{4} \d\d:\d\d UTC, and could not be refreshed since: cannot reach /,
      );
    }
    assert.equal(decorations.provideFileDecoration(uriOf("OTHER")), undefined);
  });

  it("fails for what was never fetched, and a refresh leaves what is shown", async () => {
    await assert.rejects(files.readFile(uriOf("NEVER")), { message: /cannot reach/ });
    await files.refresh(uriOf("INFL"));
    const error = await until("the failure", () => reported[0]);
    assert.ok(error instanceof NetworkError);
    assert.equal(await text(uriOf("INFL")), oneDay);
    assert.ok(decorations.provideFileDecoration(uriOf("INFL")) !== undefined);
  });

  it("is back with the first answer, and a refresh brings what is new", async () => {
    await server.start();
    csv = twoDays;
    const rowsAreOld = nextEvent(tree.provider.onDidChangeTreeData);
    await files.refresh(uriOf("INFL"));
    await rowsAreOld;
    assert.equal(await text(uriOf("INFL")), twoDays);
    assert.equal(decorations.provideFileDecoration(uriOf("INFL")), undefined);
    assert.equal(window.services.offline.sinceMs("acme"), undefined);
    assert.equal((await tree.provider.getChildren()).length, 1);
    await until("the list that was fetched anew", () =>
      tree.status.message === "" ? true : undefined,
    );
  });

  it("marks what is fresh, too, once newer data were asked for in vain, until there are some", async () => {
    const { Global } = vscode.ConfigurationTarget;
    await settings.update("cache.latestMinutes", 15, Global);
    await server.stop();
    await files.refresh(uriOf("INFL"));
    assert.equal(await text(uriOf("INFL")), twoDays);
    const mark = decorations.provideFileDecoration(uriOf("INFL"));
    assert.match(mark?.tooltip ?? "", /^Out of date: fetched .+ cannot reach/);
    await server.start();
    await files.refresh(uriOf("INFL"));
    assert.equal(decorations.provideFileDecoration(uriOf("INFL")), undefined);
    await settings.update("cache.latestMinutes", 0, Global);
  });

  it("says above the rows that a refresh was in vain, until the service is back", async () => {
    await tree.provider.getChildren();
    await server.stop();
    await tree.refresh();
    await tree.provider.getChildren();
    assert.match(tree.status.message, /^The service cannot be reached. This list was fetched /);
    await server.start();
    await tree.refresh();
    assert.equal(tree.status.message, "");
  });

  it("is back with what a diagnosis is answered", async () => {
    const { client, series } = await window.services.get("acme");
    await server.stop();
    await rejection(series.series(referenceOf("INFL"), { isRefresh: true }), NetworkError);
    assert.notEqual(window.services.offline.sinceMs("acme"), undefined);
    await server.start();
    await client.listSignals();
    assert.equal(window.services.offline.sinceMs("acme"), undefined);
  });

  it("gives nothing that is kept to another key (HTTP-14)", async () => {
    await server.stop();
    const typed = parseApiKey("another-key");
    assert.ok(typed.ok);
    await window.apiKeys.store(server.origin, typed.key);
    const { catalog, series } = await window.services.get("acme");
    await rejection(catalog.signals(), NetworkError);
    const reference = signalRef({
      code: "INFL",
      version: 0,
      tags: { country_iso: "US" },
      dataKind: "SNAP",
      asOf: "latest",
    });
    await rejection(series.series(reference), NetworkError);
  });
});
