import assert from "node:assert/strict";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import { type ApiKey, parseApiKey } from "../../src/service/apiKey";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { UnauthorizedError } from "../../src/service/errors";
import { silentLog } from "../../src/shared/log";
import { forecastRef, signalRef } from "../../src/shared/reference";
import { readAtOnceBytes } from "../../src/store/bodyReader";
import { FrameWorker } from "../../src/store/frameWorker";
import { ApiKeys } from "../../src/connect/apiKeys";
import { ConnectedServices } from "../../src/connect/connectedServices";
import { Connections } from "../../src/connect/connections";
import { Fingerprints } from "../../src/connect/fingerprints";
import { CodeMaker } from "../../src/features/notebook/codeMaker";
import { deferred } from "../support/deferred";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { TestSecrets } from "../support/secretStorages";
import { startServer } from "../support/testServer";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";
import { WindowAsOf } from "../../src/connect/windowAsOf";

/** Does not answer for slow services until the test has it do so. */
class HalfHangingSecrets extends TestSecrets {
  /** What another window has stored, of which this one is not told. */
  fromAnotherWindow: string | undefined;
  /** What keys of slow services come with. */
  readonly slow = deferred<undefined>();

  override get(key: string): Promise<string | undefined> {
    if (key.includes("slow")) return this.slow.promise;
    const { fromAnotherWindow } = this;
    return fromAnotherWindow === undefined ? super.get(key) : Promise.resolve(fromAnotherWindow);
  }
}

function keyOf(text: string): ApiKey {
  const typed = parseApiKey(text);
  assert.ok(typed.ok);
  return typed.key;
}

/** Counts the threads that it starts beside its own. */
class CountingWorker extends FrameWorker {
  forks = 0;

  override fork(): FrameWorker {
    this.forks += 1;
    return super.fork();
  }
}

describe("ConnectedServices", () => {
  const bundleFolder = path.join(__dirname, "../..");
  const worker = new CountingWorker(path.join(bundleFolder, "frameWorker.cjs"));
  let connections: Connections;
  let secrets: HalfHangingSecrets;
  let apiKeys: ApiKeys;
  let services: ConnectedServices;
  let original: UserSettings;

  before(() => (original = userSettings()));
  beforeEach(async () => {
    const globalState = memento();
    connections = new Connections(globalState, silentLog);
    secrets = new HalfHangingSecrets();
    apiKeys = new ApiKeys(secrets, silentLog, { patienceMs: 5_000 });
    services = new ConnectedServices({
      connections,
      apiKeys,
      fingerprints: new Fingerprints(globalState),
      worker,
      asOf: new WindowAsOf(memento()),
      bundleFolder,
      storageFolder: bundleFolder,
      log: silentLog,
    });
    await moveTo("https://one.example");
  });
  afterEach(() => {
    services.dispose();
    apiKeys.dispose();
    connections.dispose();
  });
  after(async () => {
    worker.dispose();
    await restoreUserSettings(original);
  });

  async function moveTo(baseUrl: string): Promise<void> {
    await setUserSettings({
      connections: {
        slow: { name: "Slow", baseUrl: "https://slow.example" },
        acme: { name: "Acme", baseUrl },
      },
      connection: "acme",
    });
  }

  it("gives the same service until the connection's address changes", async () => {
    const first = await services.get("acme");
    assert.equal(await services.get("acme"), first);
    const reset = nextEvent(services.onDidReset);
    await moveTo("https://two.example");
    assert.equal(await reset, "acme");
    assert.notEqual(await services.get("acme"), first);
  });

  it("has a service ready once somebody has asked for it, until it is another one", async () => {
    assert.equal(services.ready("acme"), undefined);
    const made = await services.get("acme");
    assert.equal(services.ready("acme"), made);
    assert.equal(services.ready("sample"), undefined);
    const reset = nextEvent(services.onDidReset);
    await moveTo("https://two.example");
    await reset;
    assert.equal(services.ready("acme"), undefined);
  });

  it("gives another service for a key of which no window has told (HTTP-14)", async () => {
    const first = await services.get("acme");
    secrets.fromAnotherWindow = "another-key";
    const reset = nextEvent(services.onDidReset);
    await assert.rejects(first.catalog.signals(), { name: "AbortError" });
    assert.equal(await reset, "acme");
    assert.notEqual(await services.get("acme"), first);
  });

  it("reads large listings in threads of their own, of connections and of entered keys (HOST-07)", async () => {
    const item = { signal_code: "INFL", signal_name: "x".repeat(readAtOnceBytes) };
    const server = await startServer((_, response) => response.end(JSON.stringify([item])));
    await moveTo(server.origin);
    secrets.fromAnotherWindow = "a-key";
    const { client } = await services.get("acme");
    assert.equal((await client.listSignals()).items.length, 1);
    assert.equal(worker.forks, 1);
    const entered = parseBaseUrl(server.origin);
    const key = parseApiKey("entered-key");
    assert.ok(entered.ok && key.ok);
    await services.verify(entered.baseUrl, key.key, AbortSignal.timeout(10_000));
    assert.equal(worker.forks, 2);
    await server.close();
  });

  it("asks for tag values as the service lists them, whatever form their path has (15.1.7)", async () => {
    // unicodedata.normalize("NFD", "Öl") == "O\u0308l"
    const listed = "O\u0308l";
    const definition = { tags: [{ kind: "commodity", values: [listed], sub_tags: [] }] };
    const server = await startServer(({ url = "" }, response) => {
      const isData = url.includes("/data/");
      const asked = new URL(url, "http://a.example").searchParams.get("commodity");
      if (!isData) response.end(JSON.stringify(definition));
      else if (asked === listed) response.end("Date,Level\n2024-01-01,1.5\n");
      else response.writeHead(404).end();
    });
    await moveTo(server.origin);
    secrets.fromAnotherWindow = "a-key";
    const { series } = await services.get("acme");
    const tags = { commodity: listed };
    const reference = signalRef({ code: "X", version: 1, tags, dataKind: "SNAP", asOf: "latest" });
    assert.equal(reference.tags["commodity"], "\u00d6l");
    const { frame } = await series.series(reference);
    assert.equal(frame.days.length, 1);
    // Inserted code sends the same, below a reference line in the path's form.
    const maker = new CodeMaker(services);
    const subject = { target: { connectionId: "acme", reference } };
    const place = { language: "python", way: "request", folder: undefined } as const;
    const [code] = (await maker.make([subject], place)).made;
    assert.match(code?.text ?? "", new RegExp(`"commodity": "${listed}"`));
    assert.deepEqual(code?.line.reference.family === "signal" && code.line.reference.tags, {
      commodity: "\u00d6l",
    });
    await server.close();
  });

  it("reads the key anew only after a change or a refusal (HTTP-14)", async () => {
    let status = 200;
    const server = await startServer((_, response) => response.writeHead(status).end("[]"));
    await moveTo(server.origin);
    await secrets.store(`apiKey:${server.origin}`, "first-key");
    const { client } = await services.get("acme");
    secrets.fromAnotherWindow = "another-key";
    await client.listSignals();
    status = 401;
    await assert.rejects(client.listSignals(), UnauthorizedError);
    const reset = nextEvent(services.onDidReset);
    await assert.rejects(client.listSignals(), { name: "AbortError" });
    assert.equal(await reset, "acme");
    status = 200;
    await (await services.get("acme")).client.listSignals();
    await server.close();
    const keys = server.requests.map(({ headers }) => headers["x-api-key"]);
    assert.deepEqual(keys, ["first-key", "first-key", "another-key"]);
  });

  const changes: [how: string, change: (origin: string) => Promise<unknown>][] = [
    ["replaced", (origin) => apiKeys.store(origin, keyOf("another-key"))],
    ["forgotten", (origin) => apiKeys.forget(origin)],
  ];
  for (const [how, change] of changes) {
    it(`sends no key that has been ${how}, also through the old service (HTTP-14)`, async () => {
      const server = await startServer((_, response) => response.end("[]"));
      await moveTo(server.origin);
      await apiKeys.store(server.origin, keyOf("first-key"));
      const stale = await services.get("acme");
      await stale.client.listSignals();
      await change(server.origin);
      await assert.rejects(stale.client.listSignals());
      await server.close();
      const keys = server.requests.map(({ headers }) => headers["x-api-key"]);
      assert.deepEqual(keys, ["first-key"]);
    });
  }

  it("never uses another key than the one a service was made for (HTTP-14)", async () => {
    const server = await startServer((_, response) => response.end("[]"));
    await moveTo(server.origin);
    const stale = await services.get("acme");
    secrets.fromAnotherWindow = "another-key";
    await assert.rejects(stale.client.listSignals(), { name: "AbortError" });
    await assert.rejects(stale.catalog.signals(), { name: "AbortError" });
    await (await services.get("acme")).client.listSignals();
    await server.close();
    const keys = server.requests.map(({ headers }) => headers["x-api-key"]);
    assert.deepEqual(keys, ["another-key"]);
  });

  it("reads bodies of many chunks, whose memory it frees, byte for byte", async () => {
    const text = `Date,Level\n${"2024-01-01,1.25\n".repeat(100_000)}`;
    const server = await startServer((_, response) => {
      response.writeHead(200, { "content-length": text.length }).end(text);
    });
    await moveTo(server.origin);
    await apiKeys.store(server.origin, keyOf("a-long-key"));
    const { client } = await services.get("acme");
    const markets = Array.from({ length: 12 }, (_, at) => `M${at}`);
    const bodies = markets.map(async (market) => {
      const reference = forecastRef({ market, currency: "USD", horizon: "1 Month" });
      const { bytes } = await client.downloadForecastData(reference, { format: "csv" });
      return Buffer.from(bytes).toString();
    });
    assert.deepEqual(new Set(await Promise.all(bodies)), new Set([text]));
    await server.close();
  });

  it("takes no login page for a sign that the key works", async () => {
    let body = "<!DOCTYPE html><title>Log in</title>";
    const server = await startServer(({ url }, response) => {
      if (url?.includes("/data/") === true) response.statusCode = 403;
      response.end(body);
    });
    await moveTo(server.origin);
    secrets.fromAnotherWindow = "a-key";
    const { catalog, client } = await services.get("acme");
    const refusal = async (): Promise<boolean> => {
      const request = client.downloadForecastData(
        forecastRef({ market: "SPX", currency: "USD", horizon: "1 Month" }),
      );
      const error: unknown = await request.catch((reason: unknown) => reason);
      assert.ok(error instanceof UnauthorizedError);
      return error.isAboutSubscription;
    };
    await assert.rejects(catalog.signals(), { name: "UnexpectedContentError" });
    assert.equal(await refusal(), false);
    body = "[]";
    await catalog.signals({ isRefresh: true });
    assert.equal(await refusal(), true);
    await server.close();
  });

  it("leaves the new service alone when somebody still asks the old one (HTTP-14)", async () => {
    const stale = await services.get("acme");
    secrets.fromAnotherWindow = "another-key";
    await assert.rejects(stale.client.listSignals(), { name: "AbortError" });
    const present = await services.get("acme");
    const reported: string[] = [];
    services.onDidReset((id) => reported.push(id));
    for (let i = 0; i < 3; i += 1) {
      await assert.rejects(stale.client.listSignals(), { name: "AbortError" });
    }
    assert.deepEqual(reported, []);
    assert.equal(await services.get("acme"), present);
  });

  it("resets a connection while another one is still being made", async () => {
    let isSlowMade = false;
    const slow = services.get("slow").then(() => (isSlowMade = true));
    await services.get("acme");
    const reset = nextEvent(services.onDidReset);
    await moveTo("https://two.example");
    assert.equal(await reset, "acme");
    assert.equal(isSlowMade, false);
    secrets.slow.resolve(undefined);
    await slow;
  });

  describe("with the port of the sample service in the settings", () => {
    const setPort = (port?: number): Thenable<void> =>
      vscode.workspace
        .getConfiguration("macroSignals")
        .update("sample.port", port, vscode.ConfigurationTarget.Global);
    let port: number;
    beforeEach(async () => {
      const free = await startServer((_, response) => response.end());
      await free.close();
      port = Number(new URL(free.origin).port);
      await setPort(port);
    });
    afterEach(() => setPort(undefined));

    /** Of a program that somebody pointed at the port. */
    async function statusWith(apiKey: string): Promise<number> {
      const url = `http://127.0.0.1:${port}/api/v3/signal/`;
      return (await fetch(url, { headers: { "X-API-KEY": apiKey } })).status;
    }

    async function isAnswered(): Promise<boolean> {
      try {
        return (await fetch(`http://127.0.0.1:${port}/`)).status === 401;
      } catch {
        // Nobody listens.
        return false;
      }
    }

    it("starts it there when it is first needed, and ends it (LIFE-01, SEC-16)", async () => {
      assert.equal(await isAnswered(), false);
      const [one, other] = await Promise.all([services.get("sample"), services.get("sample")]);
      assert.equal(one, other);
      assert.equal(await isAnswered(), true);
      assert.ok((await one.catalog.signals()).items.length > 0);
      assert.equal(await statusWith("sample"), 200);
      services.dispose();
      while (await isAnswered()) await nextTurn();
      await assert.rejects(one.catalog.signals({ isRefresh: true }));
    });
  });

  it("tells nothing any more once it is disposed", async () => {
    await services.get("acme");
    const reported: string[] = [];
    services.onDidReset((id) => reported.push(id));
    services.dispose();
    services.dispose();
    const changed = nextEvent(connections.onDidChange);
    await moveTo("https://two.example");
    await changed;
    assert.deepEqual(reported, []);
  });
});
