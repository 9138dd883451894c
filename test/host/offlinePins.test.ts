import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { parseApiKey } from "../../src/service/apiKey";
import { silentLog } from "../../src/shared/log";
import { type Instant } from "../../src/shared/instant";
import { LaterThanAsOfError } from "../../src/store/asOfGate";
import { clearCache } from "../../src/connect/connectionCommands";
import { type ConnectionDependencies } from "../../src/connect/connectionParts";
import { type FailureContext } from "../../src/editor/report/failureReporter";
import { HedgingChoice } from "../../src/features/browse/hedgingChoice";
import {
  keepPinsOffline,
  releaseUnmarked,
  stopOffline,
} from "../../src/features/pinned/offlinePins";
import { type PinnedNode } from "../../src/features/pinned/pinRows";
import { removePins } from "../../src/features/pinned/pinCommands";
import { pinsSetting } from "../../src/features/pinned/pinSetting";
import { PinTree } from "../../src/features/pinned/pinTree";
import { memento } from "../support/memento";
import { TestSecrets } from "../support/secretStorages";
import { StoppableServer } from "../support/stoppableServer";
import { temporaryFolder } from "../support/temporaryFolder";
import { TestWindow } from "../support/testWindow";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";

describe("pins that are kept offline", () => {
  const folder = temporaryFolder("offline-pins");
  const settings = vscode.workspace.getConfiguration("macroSignals");
  const { Global } = vscode.ConfigurationTarget;
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const globalState = memento();
  const secrets = new TestSecrets();
  const bundleFolder = path.join(__dirname, "../..");
  const options = { globalState, secrets, storageFolder: folder.path, bundleFolder };
  let original: UserSettings;
  let server: StoppableServer;
  let window: TestWindow;
  let tree: PinTree;
  let parts: ConnectionDependencies;
  let said: string[];
  let failures: (FailureContext & { readonly error: unknown })[];
  /** The action that questions are answered with. */
  let answer: string | undefined;
  let us: string;
  let panel: string;

  before(async () => {
    original = userSettings();
    await settings.update("network.transferFormat", "csv", Global);
    server = new StoppableServer(({ url = "" }, response) => {
      response.setHeader("date", new Date().toUTCString());
      if (url.endsWith("/signal/")) response.end('["INFL"]');
      else if (url.endsWith("/signal/INFL/2/")) {
        response.end('{"tags": [{"kind": "country_iso", "values": ["US", "DE", "FR"]}]}');
      } else response.end("Date,Level\n2024-01-01,1.5\n");
    });
    await server.start();
    us = `signals/INFL/2/country_iso=US/SNAP/latest @ ${server.origin}`;
    panel = us.replace("US", "*");
    const acme = { name: "Acme", baseUrl: server.origin };
    await setUserSettings({ connections: { acme }, connection: "acme" });
    open();
    const typed = parseApiKey("key-of-the-tests");
    assert.ok(typed.ok);
    await window.apiKeys.store(server.origin, typed.key);
  });
  beforeEach(() => {
    said = [];
    failures = [];
    answer = undefined;
    const message = (words: string): Promise<unknown> => {
      said.push(words);
      return Promise.resolve(answer);
    };
    const warn = (words: string, ...rest: readonly unknown[]): Promise<unknown> => {
      said.push(words);
      return Promise.resolve(rest.find((each) => titleOf(each) === answer));
    };
    Object.assign(vscode.window, { showInformationMessage: message, showWarningMessage: warn });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage });
    window.asOf.gate.set("latest");
    await settings.update("pins", undefined, Global);
    await settings.update("offline.sizeMB", undefined, Global);
    await window.services.clearOffline();
  });
  after(async () => {
    close();
    await settings.update("network.transferFormat", undefined, Global);
    await restoreUserSettings(original);
    await server.stop();
    folder.remove();
  });

  /** The title of an action of a message; an empty text for options. */
  function titleOf(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    return "title" in value ? value.title : "";
  }

  function open(): void {
    window = new TestWindow(options);
    const { services, connections } = window;
    const hedging = new HedgingChoice(memento());
    const sources = { services, connections, hedging, log: silentLog };
    tree = new PinTree(sources, () => undefined);
    const report = (error: unknown, context: FailureContext): Promise<void> => {
      failures.push({ ...context, error });
      return Promise.resolve();
    };
    parts = { services, connections, failures: { report } } as unknown as ConnectionDependencies;
  }

  function close(): void {
    tree.dispose();
    window.dispose();
  }

  /** As after a reload of the window. */
  function reload(): void {
    close();
    open();
  }

  async function set(pins: unknown): Promise<readonly PinnedNode[]> {
    await settings.update("pins", pins, Global);
    return tree.rows(pinsSetting());
  }

  const texts = async (): Promise<readonly string[]> => {
    const rows = await tree.rows(pinsSetting());
    const all = rows.flatMap((row) => [row, ...(row.kind === "folder" ? row.rows : [])]);
    const items = await Promise.all(all.map((row) => tree.item(row)));
    return items.map(({ contextValue, description, resourceUri }) => {
      const { badge } = (resourceUri && tree.badges.provideFileDecoration(resourceUri)) ?? {};
      const marks = badge === undefined ? [] : [badge];
      return [contextValue, "|", ...marks, String(description)].join(" ");
    });
  };

  it("are fetched when marked, state their number and size, and open after a reload without the service", async () => {
    const rows = await set([us, { name: "F", pins: [panel, "pages/latest @ sample"] }]);
    await keepPinsOffline(parts, rows, false);
    assert.deepEqual(failures, []);
    assert.deepEqual(pinsSetting(), [
      { pin: us, offline: true },
      { name: "F", pins: [{ pin: panel, offline: true }, "pages/latest @ sample"] },
    ]);
    assert.match(
      said.join("\n"),
      /^4 series are kept offline \([\d.]+ kB\)\. All offline copies: [\d.]+ kB of 500 MB\. 1 pin was left out/,
    );
    assert.deepEqual(await texts(), [
      "variant.offline | ↧ Acme\u2002SNAP",
      "pinFolder.partly.offline | 1 of 2 pins offline",
      "pinPanel.offline | ↧ Acme\u2002SNAP",
      "pinPage | Sample, synthetic",
    ]);
    await window.services.clearCache();
    reload();
    await server.stop();
    try {
      assert.match((await texts())[0] ?? "", /^variant\.offline \| ↧/);
      const [first, second] = await tree.rows(pinsSetting());
      assert.ok(first?.kind === "pin" && first.target?.reference.family === "signal");
      const service = await window.services.get("acme");
      const series = await service.series.series(first.target.reference);
      assert.deepEqual([...series.frame.days], [19_723]);
      const below = second?.kind === "folder" ? second.rows[0] : undefined;
      assert.ok(below?.kind === "pin" && below.target?.reference.family === "panel");
      const shown = await service.panels.panel(below.target.reference);
      assert.equal(shown.variants.length, 3);
      assert.ok(shown.staleBecause);
    } finally {
      await server.start();
    }
  });

  it("request nothing until they are refreshed, where another computer has marked them", async () => {
    const rows = await set([{ pin: us, offline: true }]);
    const before = server.targets.length;
    assert.deepEqual(await texts(), ["variant.offline | not offline here yet\u2002SNAP"]);
    assert.equal(server.targets.filter((each) => each.includes("/data/")).length, dataOf(before));
    await keepPinsOffline(parts, rows, true);
    await keepPinsOffline(parts, rows, true);
    assert.equal(
      server.targets.filter((each) => each.includes("/data/")).length,
      dataOf(before) + 2,
    );
    assert.deepEqual(await texts(), ["variant.offline | ↧ SNAP"]);
  });

  function dataOf(count: number): number {
    return server.targets.slice(0, count).filter((each) => each.includes("/data/")).length;
  }

  it("stay in the cache when they are no longer kept, and return to their lines", async () => {
    await keepPinsOffline(parts, await set([us]), false);
    assert.equal((await window.services.offlineSize()).series, 1);
    await stopOffline(parts, await tree.rows(pinsSetting()));
    assert.deepEqual(pinsSetting(), [us]);
    assert.equal((await window.services.offlineSize()).series, 0);
    assert.equal((await window.services.clearCache()).series, 1);
    await keepPinsOffline(parts, await tree.rows(pinsSetting()), false);
    const rows = await tree.rows(pinsSetting());
    assert.equal(await removePins(rows), true);
    await releaseUnmarked(parts, rows);
    assert.equal((await window.services.offlineSize()).series, 0);
  });

  it("are never later than the window's as-of", async () => {
    const rows = await set([us]);
    window.asOf.gate.set("20200131T235959Z" as Instant);
    await keepPinsOffline(parts, rows, false);
    assert.equal((await window.services.offlineSize()).series, 0);
    const [failure] = failures;
    assert.equal(failure?.attempt, "Could not keep 1 series offline");
    assert.ok(failure.error instanceof LaterThanAsOfError);
  });

  it("are marked for their own service alone, and not where the window's as-of opens others", async () => {
    await keepPinsOffline(parts, await set([us]), false);
    const elsewhere = us.replace(server.origin, "https://api.acme.com");
    const marked = [us, elsewhere, "pages/latest @ sample"].map((pin) => ({ pin, offline: true }));
    await set(marked);
    assert.deepEqual(await texts(), [
      "variant.offline | ↧ Acme\u2002SNAP",
      "pinUnknown | No connection to https://api.acme.com",
      "pinPage | Sample, synthetic",
    ]);
    window.asOf.gate.set("20200131T235959Z" as Instant);
    assert.equal((await texts())[0], "variant.offline | Acme\u2002SNAP · as of 31 Jan 2020");
  });

  it("have a limit of their own, and say when it is reached", async () => {
    await settings.update("offline.sizeMB", 0, Global);
    await keepPinsOffline(parts, await set([us]), false);
    assert.equal(said.at(-1), "Not everything is kept offline: the limit of 0 kB is reached.");
    assert.deepEqual(await texts(), ["variant.offline | offline: 0 of 1\u2002SNAP"]);
  });

  it("are named by Clear Cache, which deletes them only after a question", async () => {
    await keepPinsOffline(parts, await set([us]), false);
    said.length = 0;
    await clearCache(window.services);
    assert.match(
      said.join("\n"),
      /^Also delete the offline copies of pins\?\n.*Offline copies kept: 1 series, /,
    );
    assert.equal((await window.services.offlineSize()).series, 1);
    answer = "Delete Offline Copies";
    await clearCache(window.services);
    assert.match(said.at(-1) ?? "", /Offline copies deleted: 1 series, /);
    assert.equal((await window.services.offlineSize()).series, 0);
  });

  it("cannot be profiles, pages or sample data, and say so", async () => {
    const pins = ["pages/latest @ sample", us.replace(server.origin, "sample")];
    await keepPinsOffline(parts, await set(pins), false);
    assert.deepEqual(said, [
      "Series, panels and saved charts of a connection can be kept offline; profiles, pages and sample data cannot.",
    ]);
    assert.deepEqual(pinsSetting(), pins);
  });
});
