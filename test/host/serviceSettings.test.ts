import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { parseApiKey } from "../../src/service/apiKey";
import { signalRef } from "../../src/shared/reference";
import {
  archiveCapacityBytes,
  cacheCapacityBytes,
  freshnessLimits,
} from "../../src/connect/cacheSettings";
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
import { maxRequestsAtOnce } from "../../src/connect/service";

const names = [
  "archive.sizeMB",
  "cache.sizeMB",
  "cache.latestMinutes",
  "cache.finalAfterHours",
  "network.maxConcurrentRequests",
  "network.transferFormat",
] as const;

async function set(name: (typeof names)[number], value: unknown): Promise<void> {
  const section = vscode.workspace.getConfiguration("macroSignals");
  await section.update(name, value, vscode.ConfigurationTarget.Global);
}

describe("settings of what is kept and sent", () => {
  afterEach(async () => {
    for (const name of names) await set(name, undefined);
  });

  it("have the defaults of the manifest", () => {
    assert.equal(cacheCapacityBytes(), 1_000_000_000);
    assert.equal(archiveCapacityBytes(), 200_000_000);
    assert.deepEqual(freshnessLimits(), { latestForMs: 900_000, finalAfterMs: 172_800_000 });
    assert.equal(maxRequestsAtOnce(), 8);
  });

  it("are read anew each time", async () => {
    await set("archive.sizeMB", 1.5);
    await set("cache.sizeMB", 2.5);
    await set("cache.latestMinutes", 1);
    await set("cache.finalAfterHours", 72);
    await set("network.maxConcurrentRequests", 3);
    assert.equal(archiveCapacityBytes(), 1_500_000);
    assert.equal(cacheCapacityBytes(), 2_500_000);
    assert.deepEqual(freshnessLimits(), { latestForMs: 60_000, finalAfterMs: 259_200_000 });
    assert.equal(maxRequestsAtOnce(), 3);
  });

  it("count for as much as they may when they are out of bounds", async () => {
    await set("cache.sizeMB", -1);
    await set("cache.finalAfterHours", 0);
    await set("network.maxConcurrentRequests", 1_000);
    assert.equal(cacheCapacityBytes(), 0);
    assert.equal(freshnessLimits().finalAfterMs, 3_600_000);
    assert.equal(maxRequestsAtOnce(), 64);
  });

  it("count for nothing when they are no numbers", async () => {
    for (const name of names) await set(name, "many");
    assert.equal(cacheCapacityBytes(), 1_000_000_000);
    assert.equal(archiveCapacityBytes(), 200_000_000);
    assert.equal(maxRequestsAtOnce(), 8);
  });

  describe("of a service", () => {
    const folder = temporaryFolder("service-settings");
    let original: UserSettings;
    let server: TestServer;
    let window: TestWindow;
    let running: number;
    let max: number;

    before(async () => {
      original = userSettings();
      server = await startServer((_request, response) => {
        running += 1;
        max = Math.max(max, running);
        response.on("close", () => (running -= 1));
        setImmediate(() => response.end("Date,Level\n2024-01-01,1.5\n"));
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
      await window.apiKeys.store(server.origin, typed.key);
    });
    beforeEach(async () => {
      [running, max] = [0, 0];
      await set("network.transferFormat", "csv");
    });
    after(async () => {
      window.dispose();
      await restoreUserSettings(original);
      await server.close();
      folder.remove();
    });

    async function fetchAll(codes: readonly string[]): Promise<void> {
      const { series } = await window.services.get("acme");
      const references = codes.map((code) =>
        signalRef({ code, version: 0, tags: {}, dataKind: "SNAP", asOf: "latest" }),
      );
      await Promise.all(references.map((reference) => series.series(reference)));
    }

    it("send it no more requests at once than they say", async () => {
      await set("network.maxConcurrentRequests", 2);
      await fetchAll(["A", "B", "C", "D", "E", "F"]);
      assert.equal(max, 2);
    });

    it("keep nothing of it on disk when nothing may be kept", async () => {
      await window.services.clearCache();
      await set("cache.sizeMB", 0);
      await fetchAll(["G", "H"]);
      assert.equal((await window.services.clearCache()).series, 0);
    });
  });
});
