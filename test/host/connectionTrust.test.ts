import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type ApiKey, parseApiKey } from "../../src/service/apiKey";
import { type BaseUrl, parseBaseUrl } from "../../src/service/baseUrl";
import { MissingKeyError, UnauthorizedError } from "../../src/service/errors";
import { type Log, silentLog } from "../../src/shared/log";
import { FrameWorker } from "../../src/store/frameWorker";
import { ApiKeys } from "../../src/connect/apiKeys";
import { ConnectedServices } from "../../src/connect/connectedServices";
import { Connections } from "../../src/connect/connections";
import { Fingerprints } from "../../src/connect/fingerprints";
import { UnknownConnectionError } from "../../src/editor/report/unknownConnectionError";
import { hostSetting } from "../support/hostResult";
import { itInBoth } from "../support/inBothEditors";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { rejection } from "../support/rejection";
import { TestSecrets } from "../support/secretStorages";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { until } from "../support/until";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";
import { WindowAsOf } from "../../src/connect/windowAsOf";

const canary = "canary-51c2d7";
const bundleFolder = path.join(__dirname, "../..");

function baseUrlOf(text: string): BaseUrl {
  const typed = parseBaseUrl(text);
  assert.ok(typed.ok);
  return typed.baseUrl;
}

function keyOf(text: string): ApiKey {
  const typed = parseApiKey(text);
  assert.ok(typed.ok);
  return typed.key;
}

describe("connections", () => {
  const folder = temporaryFolder("connections");
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  let servers: TestServer[];
  let connections: Connections;
  let apiKeys: ApiKeys;
  let services: ConnectedServices;
  let original: UserSettings;
  let shown: string[];

  before(() => (original = userSettings()));
  beforeEach(async () => {
    shown = [];
    const log: Log = { ...silentLog, info: (line) => shown.push(line) };
    const listing = (): Promise<TestServer> =>
      startServer((_request, response) => response.end('["INFL"]'));
    servers = [await listing(), await listing()];
    const globalState = memento();
    connections = new Connections(globalState, silentLog);
    apiKeys = new ApiKeys(new TestSecrets(), silentLog);
    services = new ConnectedServices({
      connections,
      apiKeys,
      fingerprints: new Fingerprints(globalState),
      worker,
      asOf: new WindowAsOf(memento()),
      bundleFolder,
      storageFolder: folder.path,
      log,
    });
  });

  afterEach(async () => {
    services.dispose();
    apiKeys.dispose();
    connections.dispose();
    for (const server of servers) await server.close();
  });

  after(async () => {
    await restoreUserSettings(original);
    worker.dispose();
    folder.remove();
  });

  function serverAt(index: number): TestServer {
    const server = servers[index];
    assert.ok(server !== undefined);
    return server;
  }

  async function moveTo(origin: string): Promise<void> {
    const acme = { name: "Acme", baseUrl: `${origin}/prefix` };
    await setUserSettings({ connections: { acme }, connection: "acme" });
  }

  async function listedCodes(): Promise<string[]> {
    const { catalog } = await services.get("acme");
    const listing = await catalog.signals();
    return listing.items.map(({ code }) => code);
  }

  function keysSentTo(server: TestServer): unknown[] {
    return server.requests.map(({ headers }) => headers["x-api-key"]);
  }

  it("log each request at the level that the log shows without a setting", async () => {
    await moveTo(serverAt(0).origin);
    await apiKeys.store(serverAt(0).origin, keyOf(canary));
    await listedCodes();
    assert.equal(shown.length, 1);
    assert.match(shown.join(), /^GET \/prefix\/\S*\/signal\/ 200 \d+ ms \d+ bytes attempt 1$/);
  });

  it("send a key to the origin it was entered for only (SEC-05)", async () => {
    const [first, second] = [serverAt(0), serverAt(1)];
    await moveTo(first.origin);
    await apiKeys.store(first.origin, keyOf(canary));
    assert.deepEqual(await listedCodes(), ["INFL"]);
    assert.deepEqual(keysSentTo(first), [canary]);

    const reset = nextEvent(services.onDidReset);
    await moveTo(second.origin);
    assert.equal(await reset, "acme");
    await rejection(listedCodes(), MissingKeyError);
    assert.equal(second.requests.length, 0);

    const back = nextEvent(services.onDidReset);
    await moveTo(first.origin);
    await back;
    assert.deepEqual(await listedCodes(), ["INFL"]);
    assert.deepEqual(keysSentTo(first), [canary, canary]);
  });

  itInBoth("keep base URLs in the user's settings and keys out of them", async () => {
    const { origin } = serverAt(0);
    await apiKeys.store(origin, keyOf(canary));
    const connection = await connections.add(baseUrlOf(`${origin}/prefix/`));
    assert.equal(connections.active?.id, connection.id);
    assert.equal(connections.find(connection.id)?.kind, "service");
    const settings = JSON.stringify(userSettings());
    assert.ok(settings.includes(`${origin}/prefix`));
    assert.equal(settings.includes(canary), false);
  });

  it("are not added twice, and an id is never given again", async () => {
    const baseUrl = baseUrlOf(serverAt(0).origin);
    const first = await connections.add(baseUrl);
    const same = await connections.add(baseUrl);
    assert.equal(same.id, first.id);
    await setUserSettings({ connections: undefined, connection: undefined });
    const again = await connections.add(baseUrl);
    assert.notEqual(again.id, first.id);
  });

  itInBoth("of a workspace's settings are ignored (SEC-03)", async () => {
    const { origin, requests } = serverAt(0);
    await setUserSettings({ connections: undefined, connection: "sample" });
    const folder = vscode.Uri.file(path.join(hostSetting().workspace, ".vscode"));
    const settings = vscode.Uri.joinPath(folder, "settings.json");
    const evil = {
      "macroSignals.connections": { evil: { name: "Evil", baseUrl: origin } },
      "macroSignals.connection": "evil",
      "editor.tabSize": 7,
    };
    await vscode.workspace.fs.writeFile(settings, Buffer.from(JSON.stringify(evil)));
    try {
      // The tab size tells that the file has been read.
      await until("the workspace's settings", () =>
        vscode.workspace.getConfiguration("editor").get("tabSize") === 7 ? true : undefined,
      );
      assert.equal(connections.active?.id, "sample");
      assert.equal(connections.find("evil"), undefined);
      await rejection(services.get("evil"), UnknownConnectionError);
      await vscode.commands.executeCommand("macroSignals.refreshSignals");
      assert.equal(requests.length, 0);
    } finally {
      await vscode.workspace.fs.delete(folder, { recursive: true });
    }
  });

  describe("checked before they are kept", () => {
    it("take a key that the service accepts, with one request", async () => {
      const server = serverAt(0);
      const baseUrl = baseUrlOf(`${server.origin}/prefix`);
      await services.verify(baseUrl, keyOf(canary), AbortSignal.timeout(10_000));
      const targets = server.requests.map(({ target }) => target);
      assert.deepEqual(targets, ["/prefix/api/v3/signal/"]);
      assert.deepEqual(keysSentTo(server), [canary]);
    });

    it("refuse a wrong key of the sample service and take the right one", async () => {
      const { url, key } = hostSetting().sample;
      const baseUrl = baseUrlOf(url);
      const { signal } = new AbortController();
      const error = await rejection(
        services.verify(baseUrl, keyOf(canary), signal),
        UnauthorizedError,
      );
      assert.equal(error.status, 401);
      assert.equal(error.message.includes(canary), false);
      await services.verify(baseUrl, keyOf(key), signal);
    });

    it("close the socket when the person leaves", async () => {
      let isClosed = false;
      const silent = await startServer((_request, response) => {
        response.on("close", () => {
          isClosed = true;
        });
      });
      servers.push(silent);
      const leaving = new AbortController();
      const baseUrl = baseUrlOf(silent.origin);
      const check = services.verify(baseUrl, keyOf(canary), leaving.signal);
      await until("the request", () => silent.requests[0]);
      leaving.abort();
      await rejection(check, DOMException);
      await until("the end of the socket", () => (isClosed ? true : undefined));
    });
  });
});
