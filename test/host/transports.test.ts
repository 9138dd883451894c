import assert from "node:assert/strict";
import * as tls from "node:tls";
import * as vscode from "vscode";
import { type TransportResponse } from "../../src/service/transport";
import { ProxyRefusedError } from "../../src/service/transportError";
import { Transports } from "../../src/vscode/connection/transports";
import { describeInNewest } from "../support/describeInNewest";
import { type ConnectProxy, startConnectProxy } from "../support/connectProxy";
import { nextEvent } from "../support/nextEvent";
import { type RecordingLog, recordingLog } from "../support/recordingLog";
import { rejection } from "../support/rejection";
import { type TestServer, startServer } from "../support/testServer";

// No resolver knows it: only a proxy can lead there.
const origin = "https://service.test";
const target = "service.test:443";

describeInNewest("Transports", () => {
  const changed = new Map<string, unknown>();
  let log: RecordingLog;
  let proxy: ConnectProxy;
  let transports: Transports;
  beforeEach(async () => {
    log = recordingLog();
    proxy = await startConnectProxy({ ports: {} });
    transports = new Transports(log.channel);
    await set("macroSignals.network.transport", "undici");
  });
  afterEach(async () => {
    transports.dispose();
    for (const [name, value] of changed) await update(name, value);
    changed.clear();
    await proxy.close();
    log.channel.dispose();
  });

  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration();
  const update = (name: string, value: unknown): Thenable<void> =>
    settings().update(name, value, vscode.ConfigurationTarget.Global);

  /** Sets a setting of the user until the test is over. */
  async function set(name: string, value: unknown): Promise<void> {
    if (!changed.has(name)) changed.set(name, settings().inspect(name)?.globalValue);
    const change = nextEvent(vscode.workspace.onDidChangeConfiguration);
    const before = settings().get(name);
    await update(name, value);
    if (before !== value) await change;
  }

  function send(to = origin): Promise<TransportResponse> {
    const { signal } = new AbortController();
    return transports.transport.send({ origin: to, path: "/", headers: {}, signal });
  }

  const targets = (): string[] => proxy.requests.map((request) => request.target);

  it("sends requests through the proxy of the settings, from the next one on (PROXY-01)", async () => {
    await rejection(send(), Error);
    assert.deepEqual(targets(), []);
    await set("http.proxy", proxy.url);
    const error = await rejection(send(), Error);
    assert.ok(error instanceof ProxyRefusedError);
    assert.deepEqual([error.proxyHost, error.status, targets()], [proxy.host, 502, [target]]);
  });

  it("sends the authorization of the settings to the proxy (PROXY-01)", async () => {
    await set("http.proxy", proxy.url);
    await set("http.proxyAuthorization", "Bearer token");
    await rejection(send(), Error);
    assert.equal(proxy.requests[0]?.headers["proxy-authorization"], "Bearer token");
    assert.equal(log.lines.join().includes("token"), false);
  });

  const direct: [name: string, value: unknown][] = [
    ["http.noProxy", ["service.test"]],
    ["http.proxySupport", "off"],
  ];
  for (const [name, value] of direct) {
    it(`uses no proxy with ${name} ${JSON.stringify(value)} (PROXY-01)`, async () => {
      await set("http.proxy", proxy.url);
      await set(name, value);
      const error = await rejection(send(), Error);
      assert.equal(error instanceof ProxyRefusedError, false);
      assert.deepEqual(targets(), []);
    });
  }

  it("reaches this computer without a proxy, whoever sends (PROXY-01)", async () => {
    const server: TestServer = await startServer((_, response) => response.end("[]"));
    await set("http.proxy", proxy.url);
    const statuses: number[] = [];
    for (const kind of ["auto", "undici", "editor"]) {
      await set("macroSignals.network.transport", kind);
      statuses.push((await send(server.origin)).status);
    }
    await server.close();
    assert.deepEqual([statuses, proxy.requests], [[200, 200, 200], []]);
  });

  describe("with an editor that gets through where its proxy does not", () => {
    const { fetch } = globalThis;
    let asked: string[];
    beforeEach(() => {
      asked = [];
      globalThis.fetch = (input) => {
        asked.push(input instanceof Request ? input.url : String(input));
        return Promise.resolve(new Response("[]", { status: 203 }));
      };
    });
    afterEach(() => {
      globalThis.fetch = fetch;
    });

    it("stays with the editor's own way for that service, and says so in one line (PROXY-01)", async () => {
      await set("http.proxy", proxy.url);
      await set("macroSignals.network.transport", "auto");
      const statuses = [(await send()).status, (await send()).status];
      assert.deepEqual([statuses, targets(), asked.length], [[203, 203], [target], 2]);
      const lines = log.lines.filter((line) => line.includes(origin));
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? "", /only the editor's transport reaches .*: the proxy .*502/);
    });

    it("goes that way where a name is known to the editor's proxy alone (PROXY-01)", async () => {
      await set("macroSignals.network.transport", "auto");
      assert.equal((await send()).status, 203);
      assert.deepEqual([targets(), asked], [[], [`${origin}/`]]);
    });

    it("takes that way at once when the setting says so (PROXY-01)", async () => {
      await set("http.proxy", proxy.url);
      await set("macroSignals.network.transport", "editor");
      assert.equal((await send()).status, 203);
      assert.deepEqual([targets(), asked], [[], [`${origin}/`]]);
    });

    it("does not take it where the environment has switched verification off (SEC-17)", async () => {
      process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
      try {
        await set("macroSignals.network.transport", "editor");
        await rejection(send(), Error);
      } finally {
        Reflect.deleteProperty(process.env, "NODE_TLS_REJECT_UNAUTHORIZED");
      }
      assert.deepEqual(asked, []);
      assert.match(log.lines.join(), /certificates are still verified/);
    });
  });

  it("says once that http.proxyStrictSSL is ignored (SEC-17)", async () => {
    await set("http.proxyStrictSSL", false);
    await rejection(send(), Error);
    await set("http.proxy", proxy.url);
    await rejection(send(), Error);
    const lines = log.lines.filter((line) => line.includes("proxyStrictSSL"));
    assert.deepEqual(lines, ["http.proxyStrictSSL is ignored: certificates are always verified"]);
  });

  it("trusts the operating system's certificates when it is told to (PROXY-02)", async () => {
    const read: unknown = Reflect.get(tls, "getCACertificates");
    assert.ok(typeof read === "function");
    const system: unknown = Reflect.apply(read, tls, ["system"]);
    await set("http.systemCertificates", true);
    assert.deepEqual(transports.certificates(), system);
    await set("http.systemCertificates", false);
    assert.deepEqual(transports.certificates(), []);
  });
});
