import assert from "node:assert/strict";
import * as tls from "node:tls";
import { type TransportResponse } from "../../src/service/transport";
import { ProxyRefusedError } from "../../src/service/transportError";
import { Transports } from "../../src/connect/transports";
import { ChangedSettings } from "../support/changedSettings";
import { type ConnectProxy, startConnectProxy } from "../support/connectProxy";
import { describeInBoth } from "../support/inBothEditors";
import { type RecordingLog, recordingLog } from "../support/recordingLog";
import { rejection } from "../support/rejection";
import { type TestServer, startServer } from "../support/testServer";

// No resolver knows it: only a proxy can lead there.
const origin = "https://service.test";
const target = "service.test:443";

describeInBoth("Transports", () => {
  const base = new ChangedSettings();
  const settings = new ChangedSettings();
  const set = (name: string, value: unknown): Promise<void> => settings.set(name, value);
  let log: RecordingLog;
  let proxy: ConnectProxy;
  let transports: Transports;
  before(() => base.set("macroSignals.network.transport", "undici"));
  after(() => base.reset());
  beforeEach(async () => {
    log = recordingLog();
    proxy = await startConnectProxy({ ports: {} });
    transports = new Transports(log.channel);
  });
  afterEach(async () => {
    transports.dispose();
    await settings.reset();
    await proxy.close();
    log.channel.dispose();
  });

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

  it("reaches this computer without a proxy, by either transport (PROXY-01)", async () => {
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
