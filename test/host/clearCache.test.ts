import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { parseApiKey } from "../../src/service/apiKey";
import { NetworkError } from "../../src/service/errors";
import { signalRef } from "../../src/shared/reference";
import { Fingerprints } from "../../src/connect/fingerprints";
import { forgottenText } from "../../src/connect/forgetKey";
import { filesHolding } from "../support/filesHolding";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { TestSecrets } from "../support/secretStorages";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { TestWindow } from "../support/testWindow";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";
import { clearCache, clearedText } from "../../src/connect/connectionCommands";
import { baseUrl } from "../support/baseUrl";

const reference = signalRef({
  code: "INFL",
  version: 0,
  tags: {},
  dataKind: "SNAP",
  asOf: "latest",
});

describe("Clear Cache", () => {
  const folder = temporaryFolder("clear-cache");
  const settings = vscode.workspace.getConfiguration("macroSignals");
  const { Global } = vscode.ConfigurationTarget;
  let original: UserSettings;
  const globalState = memento();
  const secrets = new TestSecrets();
  const bundleFolder = path.join(__dirname, "../..");
  const windowOptions = { globalState, storageFolder: folder.path, bundleFolder };
  let server: TestServer;
  let window: TestWindow;

  before(async () => {
    original = userSettings();
    await settings.update("network.transferFormat", "csv", Global);
    server = await startServer(({ url = "" }, response) => {
      if (url.endsWith("/signal/")) response.end('["INFL"]');
      else if (url.endsWith("/signal/INFL/0/")) response.end('{"tags": []}');
      else response.end("Date,Level\n2024-01-01,1.5\n");
    });
    const acme = { name: "Acme", baseUrl: server.origin };
    await setUserSettings({ connections: { acme }, connection: "acme" });
    window = new TestWindow({ ...windowOptions, secrets });
    const typed = parseApiKey("key-of-the-tests");
    assert.ok(typed.ok);
    await window.apiKeys.store(server.origin, typed.key);
  });
  afterEach(() => vscode.commands.executeCommand("notifications.clearAll"));
  after(async () => {
    window.dispose();
    await settings.update("network.transferFormat", undefined, Global);
    await restoreUserSettings(original);
    await server.close();
    folder.remove();
  });

  async function useAll(): Promise<void> {
    const { catalog, series } = await window.services.get("acme");
    for (const signal of (await catalog.signals()).items) await catalog.definition(signal);
    await series.series(reference);
    // Waits until the series has been written.
    await series.cachedBody(reference);
  }

  it("deletes what is kept, and tells how much that was", async () => {
    await useAll();
    const { bytes, ...counts } = await window.services.clearCache();
    assert.deepEqual(counts, { series: 1, definitions: 1, listings: 1 });
    assert.ok(bytes > 0);
    assert.deepEqual(await filesHolding(folder.path, ""), []);
  });

  it("leaves nothing in memory: a series is fetched anew and kept again", async () => {
    const count = server.requests.length;
    await useAll();
    assert.equal(server.requests.length, count + 1);
    const { series } = await window.services.clearCache();
    assert.equal(series, 1);
  });

  it("releases the search of each connection, which begins anew when it is next opened", async () => {
    const { search } = await window.services.get("acme");
    const work = { signal: new AbortController().signal, onDidChange: () => undefined };
    await search.update(work);
    assert.equal(search.signalCount, 1);
    await window.services.clearCache();
    assert.equal(search.signalCount, 0);
    await search.update(work);
    assert.equal(search.signalCount, 1);
  });

  it("says what it freed, or that there was nothing", () => {
    const some = { series: 1312, definitions: 40, listings: 3, bytes: 84_249_000 };
    assert.equal(
      clearedText(some),
      "Cleared the cache: 1,312 series, 40 definitions and 3 listings, 84.2 MB",
    );
    const none = { series: 0, definitions: 0, listings: 0, bytes: 0 };
    assert.equal(clearedText(none), "The cache was empty");
  });

  it("has one for one", () => {
    const one = { series: 1, definitions: 1, listings: 1, bytes: 1_000 };
    assert.equal(clearedText(one), "Cleared the cache: 1 series, 1 definition and 1 listing, 1 kB");
  });

  it("asks first while a service cannot be reached: the copies are the only ones", async () => {
    await useAll();
    const { offline } = window.services;
    const facts = { request: "GET /a", attempts: 1 };
    offline.note("acme", new NetworkError(facts, "nobody listens", "ECONNREFUSED"));
    await clearCache(window.services, () => Promise.resolve(false));
    assert.notDeepEqual(await filesHolding(folder.path, ""), []);
    await clearCache(window.services, () => Promise.resolve(true));
    assert.deepEqual(await filesHolding(folder.path, ""), []);
    offline.forget("acme");
  });

  it("deletes what was given to a key with the key (HTTP-14)", async () => {
    const { catalog, series } = await window.services.get("acme");
    await catalog.signals({ isRefresh: true });
    await series.series(reference, { isRefresh: true });
    await series.cachedBody(reference);
    assert.equal((await filesHolding(folder.path, "")).length, 2);
    const forgotten = await window.services.forgetKey(server.origin);
    assert.deepEqual(forgotten, { isForgotten: true, left: [] });
    assert.deepEqual(await filesHolding(folder.path, ""), []);
    assert.equal(await window.apiKeys.get(server.origin), undefined);
  });

  it("deletes what earlier keys were given, too, in whatever window and version (SEC-34)", async () => {
    const other = "https://other.example";
    const acme = { name: "Acme", baseUrl: `${server.origin}/prefix` };
    await setUserSettings({
      connections: { acme, other: { name: "Other", baseUrl: other } },
      connection: "acme",
    });
    const elsewhere = new TestWindow({ ...windowOptions, secrets });
    for (const [text, each] of [
      ["earlier-key", window],
      ["present-key", elsewhere],
    ] as const) {
      const typed = parseApiKey(text);
      assert.ok(typed.ok);
      each.apiKeys.holdForThisWindow(server.origin, typed.key);
      await (await each.services.get("acme")).catalog.signals();
    }
    const ofOther = await new Fingerprints(globalState).of(baseUrl(other), "a-key");
    const kept = [
      path.join("series", "0123456789abcdef0123456789abcdef"),
      path.join("series", ofOther),
    ];
    const name = `${"a".repeat(64)}.series`;
    for (const owner of kept) {
      mkdirSync(path.join(folder.path, owner), { recursive: true });
      writeFileSync(path.join(folder.path, owner, name), "x");
    }
    assert.equal((await filesHolding(folder.path, "")).length, 4);
    const reset = nextEvent(elsewhere.services.onDidReset);
    const forgotten = await window.services.forgetKey(server.origin);
    assert.deepEqual(forgotten, { isForgotten: true, left: [] });
    assert.deepEqual(await filesHolding(folder.path, ""), [path.join("series", ofOther, name)]);
    assert.equal(await reset, "acme");
    assert.equal(await elsewhere.apiKeys.get(server.origin), undefined);
    elsewhere.dispose();
  });

  it("says what is forgotten and what stays (SEC-34)", () => {
    const origin = "https://api.example.com";
    assert.equal(
      forgottenText(origin, { isForgotten: true, left: [] }, false),
      "The API key of https://api.example.com was forgotten. " +
        "Data fetched with this and earlier keys are deleted from this computer. " +
        "Open text tabs, saved files, inserted code and the log are kept.",
    );
    const left = ["/cache/series/a", "/cache/listings/a"];
    const words = forgottenText(origin, { isForgotten: false, left }, true);
    assert.match(words, /the editor's secret storage did not respond/);
    assert.match(words, /MACRO_SIGNALS_API_KEY still contains a key/);
    assert.match(words, /2 cache folders could not be deleted; the first is \/cache\/series\/a$/);
    assert.doesNotMatch(words, /are deleted/);
  });

  it("is over for its caller as soon as the files are gone (SEC-12)", async () => {
    await clearCache(window.services);
    const returned: unknown = await vscode.commands.executeCommand("macroSignals.clearCache", "x");
    assert.equal(returned, undefined);
  });
});
