import assert from "node:assert/strict";
import { globalAgent, createServer } from "node:https";
import { buffer } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { once } from "node:events";
import { type AddressInfo } from "node:net";
import { type TransportPhase, type TransportRequest } from "../../src/service/transport";
import { ProxyRefusedError } from "../../src/service/transportError";
import { Transports } from "../../src/connect/transports";
import { ChangedSettings } from "../support/changedSettings";
import {
  type ConnectProxy,
  type ConnectProxyOptions,
  type ProxyAnswer,
  startConnectProxy,
} from "../support/connectProxy";
import { hostCertificates } from "../support/hostCertificates";
import { describeInBoth } from "../support/inBothEditors";
import { type RecordingLog, recordingLog } from "../support/recordingLog";
import { rejection } from "../support/rejection";
import { startServer } from "../support/testServer";
import { until } from "../support/until";
import { type TestCertificate } from "../support/certificates";

/** A service with TLS that answers every request with {@link keyServiceBody}, compressed by gzip. */
interface KeyService {
  readonly port: number;
  /** The keys that reached it; undefined for a request without one. */
  readonly keys: readonly unknown[];
  readonly close: () => Promise<void>;
}

const keyServiceBody = "[]";

/** Starts the service on a free port of 127.0.0.1. */
async function startKeyService(certificate: TestCertificate): Promise<KeyService> {
  const keys: unknown[] = [];
  const server = createServer(certificate, (request, response) => {
    keys.push(request.headers["x-api-key"]);
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(keyServiceBody));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    keys,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const key = "canary-9c31-key";
// No resolver finds this host: it can be reached only through a proxy.
const origin = "https://service.test:8443";
const target = "service.test:8443";
const variable = "NODE_TLS_REJECT_UNAUTHORIZED";

describeInBoth("The editor's transport", () => {
  const certificates = hostCertificates();
  // Each change of a setting takes the editor a while: what all tests need is set once.
  const base = new ChangedSettings();
  const settings = new ChangedSettings();
  let log: RecordingLog;
  let service: KeyService;
  let transports: Transports;
  let closers: (() => unknown)[];
  /** The proxy of the settings, and how it responds at the moment. */
  let proxy: ConnectProxy;
  const behaviour: { -readonly [name in keyof ConnectProxyOptions]: ConnectProxyOptions[name] } = {
    ports: {},
  };

  before(async () => {
    proxy = await startConnectProxy(behaviour);
    await base.set("macroSignals.network.transport", "editor");
    // Otherwise the editor does not trust the authorities that Node was started with.
    await base.set("http.systemCertificates", false);
    await base.set("http.proxy", withPassword(proxy));
  });
  after(async () => {
    await base.reset();
    await proxy.close();
  });
  beforeEach(async () => {
    closers = [];
    log = recordingLog();
    service = await startService();
    transports = new Transports(log.channel);
    useProxy({});
  });
  afterEach(async () => {
    transports.dispose();
    for (const close of closers.reverse()) await close();
    await settings.reset();
    log.channel.dispose();
  });

  async function startService(kind: keyof typeof certificates = "good"): Promise<KeyService> {
    const started = await startKeyService(certificates[kind]);
    closers.push(() => started.close());
    return started;
  }

  /** Has the proxy respond so from now on, and forget what it was asked for. */
  function useProxy(options: Partial<ConnectProxyOptions>): void {
    behaviour.credentials = options.credentials;
    behaviour.answer = options.answer;
    behaviour.ports = { "service.test": service.port };
    proxy.requests.length = 0;
  }

  function withPassword({ url }: ConnectProxy): string {
    return url.replace("://", "://ann:p%40ss-word-7@");
  }

  async function send(options: Partial<TransportRequest> = {}): Promise<Buffer> {
    const { signal } = new AbortController();
    const headers = { "x-api-key": key };
    const request = { origin, path: "/a%2Fb/?x=%2E%2E", headers, signal, ...options };
    return buffer((await transports.transport.send(request)).body);
  }

  /** Asserts that nothing shown of an error contains the proxy password. */
  function assertSecret(error: Error): void {
    const cause = error.cause instanceof Error ? error.cause : undefined;
    const texts = [error.message, error.stack, cause?.message, cause?.stack, ...log.lines];
    assert.doesNotMatch(texts.join("\n"), /p@ss|p%40ss|ss-word|YW5uOnBAc3Mtd29yZC03|canary/);
  }

  function setVariable(): void {
    process.env[variable] = "0";
    closers.push(() => Reflect.deleteProperty(process.env, variable));
  }

  it("reaches a service through the proxy's tunnel with the proxy's credentials, and reads the bytes as sent (PROXY-01, DATA-01)", async () => {
    useProxy({ credentials: { user: "ann", password: "p@ss-word-7" } });
    const phases: TransportPhase[] = [];
    const body = await send({ onPhase: (phase) => phases.push(phase) });
    assert.equal(gunzipSync(body).toString(), keyServiceBody);
    assert.deepEqual(service.keys, [key]);
    assert.deepEqual(phases, ["connecting", "waiting for the response"]);
    assert.deepEqual(
      proxy.requests.map(({ method, target: asked }) => [method, asked]),
      [["CONNECT", target]],
    );
    assert.equal(JSON.stringify(proxy.requests).includes(key), false);
  });

  for (const status of [204, 302, 403, 407, 503]) {
    it(`attributes status ${status} and the title of its page to the proxy (PROXY-03)`, async () => {
      const body =
        status === 204 ? "" : "<html><title>Blocked, ann:p@ss-word-7</title>Not allowed</html>";
      useProxy({ answer: () => ({ status, body }) });
      const error = await rejection(send(), ProxyRefusedError);
      const title = status === 204 ? "" : ": Blocked, ann:[REDACTED]";
      assert.deepEqual([error.proxyHost, error.status], [proxy.host, status]);
      assert.ok(error.message.endsWith(` (${status})${title}`), error.message);
      assert.deepEqual([proxy.requests.length, service.keys], [1, []]);
      assertSecret(error);
    });
  }

  it("connects only once to a proxy that closes the connection, and shows no password (PROXY-03, SEC-33, SEC-11)", async () => {
    useProxy({ answer: () => "hang up" });
    const error = await rejection(send(), ProxyRefusedError);
    assert.deepEqual([error.proxyHost, error.status], [proxy.host, undefined]);
    assert.match(error.message, /cannot be reached/);
    assert.deepEqual([proxy.requests.length, service.keys], [1, []]);
    assertSecret(error);
  });

  it("names a proxy that is not running, and shows no password (PROXY-03, SEC-11)", async () => {
    const stopped = await startConnectProxy({ ports: {} });
    await settings.set("http.proxy", withPassword(stopped));
    await stopped.close();
    const error = await rejection(send(), ProxyRefusedError);
    assert.match(error.message, /^the proxy 127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/);
    assertSecret(error);
  });

  for (const answer of ["silence", "hang up"] as const) {
    it(`ends a request at once when it is cancelled before the proxy's ${answer}, and sends nothing afterwards (HTTP-07)`, async () => {
      const ending = new AbortController();
      const reason = new Error("enough");
      useProxy({
        answer: (): ProxyAnswer => {
          ending.abort(reason);
          return answer;
        },
      });
      const phases: TransportPhase[] = [];
      const onPhase = (phase: TransportPhase): number => phases.push(phase);
      const sent = send({ signal: ending.signal, onPhase });
      assert.equal(await rejection(sent, Error), reason);
      for (let i = 0; i < 20; i++) await nextTurn();
      assert.deepEqual([proxy.requests.length, phases, service.keys], [1, ["connecting"], []]);
    });
  }

  it("sends nothing when a tunnel opens after the request was cancelled (HTTP-07)", async () => {
    const ending = new AbortController();
    const reason = new Error("enough");
    useProxy({
      answer: (): ProxyAnswer => {
        ending.abort(reason);
        return "tunnel";
      },
    });
    const { open: before } = proxy;
    assert.equal(await rejection(send({ signal: ending.signal }), Error), reason);
    await until("the end of the tunnel", () => (proxy.open <= before ? true : undefined));
    assert.deepEqual([proxy.requests.length, service.keys], [1, []]);
  });

  const untrusted = [
    ["expired", "CERT_HAS_EXPIRED"],
    ["wrongName", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["selfSigned", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ] as const;
  const times = ["never", "before the call", "while the connection opens"] as const;
  for (const [kind, code] of untrusted) {
    for (const when of times) {
      it(`sends no key through a tunnel to a service whose certificate is ${kind}, ${variable} set ${when} (SEC-17, SEC-33)`, async () => {
        service = await startService(kind);
        if (when === "before the call") setVariable();
        useProxy({
          answer: () => {
            if (when === "while the connection opens") setVariable();
            return "tunnel";
          },
        });
        const error = await rejection(send(), Error);
        assert.deepEqual([Reflect.get(error, "code"), service.keys], [code, []]);
        assert.equal(proxy.requests.length, 1);
      });

      it(`sends no key directly to a service whose certificate is ${kind}, ${variable} set ${when} (SEC-17, SEC-33)`, async () => {
        service = await startService(kind);
        if (when === "before the call") setVariable();
        const sent = send({ origin: `https://localhost:${service.port}` });
        if (when === "while the connection opens") setVariable();
        const error = await rejection(sent, Error);
        assert.deepEqual([Reflect.get(error, "code"), service.keys], [code, []]);
      });
    }

    it(`sends no key to a service whose certificate is ${kind} if the global agent accepts any (SEC-33)`, async () => {
      service = await startService(kind);
      const options = { rejectUnauthorized: false, checkServerIdentity: () => undefined };
      Object.assign(globalAgent.options, options);
      closers.push(() => {
        for (const name of Object.keys(options)) Reflect.deleteProperty(globalAgent.options, name);
      });
      const error = await rejection(send({ origin: `https://localhost:${service.port}` }), Error);
      assert.deepEqual([Reflect.get(error, "code"), service.keys], [code, []]);
    });
  }

  it("verifies certificates when the editor adds those of the system (SEC-33)", async () => {
    await settings.set("http.systemCertificates", true);
    service = await startService("selfSigned");
    setVariable();
    useProxy({});
    const direct = `https://localhost:${service.port}`;
    for (const to of [origin, direct]) await rejection(send({ origin: to }), Error);
    assert.deepEqual([proxy.requests.length, service.keys], [1, []]);
  });

  it("reaches a service directly if no proxy is set", async () => {
    await settings.set("http.proxy", "");
    await send({ origin: `https://localhost:${service.port}` });
    assert.deepEqual(service.keys, [key]);
  });

  for (const host of ["127.0.0.1", "localhost"]) {
    it(`reaches ${host} without a proxy (PROXY-01)`, async () => {
      useProxy({});
      const server = await startServer((_, response) => response.end("[]"));
      const { port } = new URL(server.origin);
      await send({ origin: `http://${host}:${port}` });
      await server.close();
      assert.deepEqual([server.requests.length, proxy.requests], [1, []]);
    });
  }

  describe("as the fallback of auto", () => {
    const auto = new ChangedSettings();
    before(() => auto.set("macroSignals.network.transport", "auto"));
    after(() => auto.reset());

    it("calls a proxy that hangs up once for each way, not after a cancellation (SEC-33)", async () => {
      useProxy({ answer: () => "hang up" });
      assertSecret(await rejection(send(), ProxyRefusedError));
      for (let i = 0; i < 20; i++) await nextTurn();
      assert.deepEqual([proxy.requests.length, service.keys], [2, []]);
    });

    it("is not used if the request is cancelled when a proxy closes the first transport's connection (HTTP-07)", async () => {
      const ending = new AbortController();
      const reason = new Error("enough");
      useProxy({
        answer: (): ProxyAnswer => {
          ending.abort(reason);
          return "hang up";
        },
      });
      assert.equal(await rejection(send({ signal: ending.signal }), Error), reason);
      for (let i = 0; i < 20; i++) await nextTurn();
      assert.equal(proxy.requests.length, 1);
    });

    it("is kept once it reaches a service, which is logged in one line (PROXY-01)", async () => {
      let asked = 0;
      useProxy({
        answer: (): ProxyAnswer => ((asked += 1) === 1 ? { status: 502 } : "tunnel"),
      });
      await send();
      await send();
      assert.deepEqual([proxy.requests.length, service.keys], [3, [key, key]]);
      assert.equal(transports.carrierTo(origin), "editor");
      const lines = log.lines.filter((line) => line.includes(origin));
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? "", /only the editor's transport reaches .*: the proxy .*502/);
    });

    it("reaches a service whose name only the editor's proxy can resolve (PROXY-01)", async () => {
      useProxy({});
      // The editor does not support such patterns.
      await settings.set("http.noProxy", ["*.service.test"]);
      await send();
      assert.deepEqual([proxy.requests.length, service.keys], [1, [key]]);
    });

    it("is not used after a certificate was rejected (SEC-33)", async () => {
      service = await startService("selfSigned");
      setVariable();
      useProxy({});
      const error = await rejection(send(), Error);
      assert.equal(Reflect.get(error, "code"), "DEPTH_ZERO_SELF_SIGNED_CERT");
      assert.deepEqual([proxy.requests.length, service.keys], [1, []]);
    });
  });
});
