import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { parseApiKey } from "../../src/service/apiKey";
import { NetworkError } from "../../src/service/errors";
import { signalRef } from "../../src/shared/reference";
import { clearCache, clearedWords } from "../../src/vscode/connection/clearCacheFlow";
import { filesHolding } from "../support/filesHolding";
import { memento } from "../support/memento";
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
    window = new TestWindow({
      globalState: memento(),
      secrets: new TestSecrets(),
      storageFolder: folder.path,
      bundleFolder: path.join(__dirname, "../.."),
    });
    const typed = parseApiKey("key-of-the-tests");
    assert.ok(typed.ok);
    await window.apiKeys.keep(server.origin, typed.key);
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

  it("says what it freed, or that there was nothing", () => {
    const some = { series: 1312, definitions: 40, listings: 3, bytes: 84_249_000 };
    assert.equal(
      clearedWords(some),
      "Cleared the cache: 1,312 series, 40 definitions and 3 listings, 84.2 MB",
    );
    const none = { series: 0, definitions: 0, listings: 0, bytes: 0 };
    assert.equal(clearedWords(none), "The cache was empty");
  });

  it("has one for one", () => {
    const one = { series: 1, definitions: 1, listings: 1, bytes: 1_000 };
    assert.equal(
      clearedWords(one),
      "Cleared the cache: 1 series, 1 definition and 1 listing, 1 kB",
    );
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
    assert.equal((await filesHolding(folder.path, "")).length, 2);
    assert.equal(await window.services.forgetKey(server.origin), true);
    assert.deepEqual(await filesHolding(folder.path, ""), []);
    assert.equal(await window.apiKeys.get(server.origin), undefined);
  });

  it("is over for whoever called it as soon as the files are gone (SEC-12)", async () => {
    await clearCache(window.services);
    const returned: unknown = await vscode.commands.executeCommand("macroSignals.clearCache", "x");
    assert.equal(returned, undefined);
  });
});
