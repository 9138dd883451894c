import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { NetworkError, ProxyError, type ServiceError, TlsError } from "../../src/service/errors";
import { parseProxy } from "../../src/service/proxyServer";
import { type ServiceClient } from "../../src/service/serviceClient";
import { UndiciTransport } from "../../src/service/undiciTransport";
import { type TestCertificates, makeCertificate, makeCertificates } from "../support/certificates";
import {
  type ConnectProxy,
  type ConnectProxyOptions,
  startConnectProxy,
} from "../support/connectProxy";
import { startRawServer } from "../support/rawServer";
import { rejection } from "../support/rejection";
import { testClient, testKey } from "../support/testClient";
import { until } from "../support/until";

const service = "https://service.test:8443";
const tunnelTarget = "service.test:8443";

describe("a service behind a proxy", () => {
  let certificates: TestCertificates;
  let port: number;
  let keys: unknown[];
  let closers: (() => unknown)[];
  before(async () => (certificates = await makeCertificates()));
  beforeEach(async () => {
    closers = [];
    keys = [];
    port = await startService(certificates.good);
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
  });

  async function startService(certificate: { cert: string; key: string }): Promise<number> {
    const server = createServer(certificate, (request, response) => {
      keys.push(request.headers["x-api-key"]);
      response.end("[]");
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    return (server.address() as AddressInfo).port;
  }

  async function startProxy(options: Partial<ConnectProxyOptions> = {}): Promise<ConnectProxy> {
    const proxy = await startConnectProxy({ ports: { "service.test": port }, ...options });
    closers.push(() => proxy.close());
    return proxy;
  }

  function clientThrough(proxyText: string, authorization?: string): ServiceClient {
    const transport = new UndiciTransport({
      proxyFor: () => parseProxy(proxyText, authorization),
      certificates: () => [certificates.authority.cert],
    });
    const test = testClient(service, { transport });
    closers.push(test.dispose);
    return test.client;
  }

  it("is reached through a tunnel, in which the key stays secret (PROXY-01)", async () => {
    const proxy = await startProxy();
    const { items } = await clientThrough(proxy.url).listMarkets();
    assert.deepEqual([items, keys], [[], [testKey]]);
    const [{ method, target, headers } = assert.fail()] = proxy.requests;
    assert.deepEqual([method, target, headers.host], ["CONNECT", tunnelTarget, tunnelTarget]);
    assert.equal(JSON.stringify(proxy.requests).includes(testKey), false);
  });

  it("uses a tunnel again (PROXY-01)", async () => {
    const proxy = await startProxy();
    const client = clientThrough(proxy.url);
    await client.listMarkets();
    // The connection is free again a turn later.
    await nextTurn();
    await client.listHedgings();
    assert.deepEqual([proxy.requests.length, keys.length], [1, 2]);
  });

  it("is reached through a proxy that speaks TLS itself (PROXY-01)", async () => {
    const proxy = await startProxy({ certificate: certificates.good });
    await clientThrough(proxy.url).listMarkets();
    assert.deepEqual([proxy.requests.length, keys], [1, [testKey]]);
  });

  it("is reached with the user and the password of the proxy's address (PROXY-01)", async () => {
    const credentials = { user: "ann", password: "s3cret-p@ss:word" };
    const proxy = await startProxy({ credentials });
    const userInfo = `ann:${encodeURIComponent(credentials.password)}@`;
    await clientThrough(proxy.url.replace("://", `://${userInfo}`)).listMarkets();
    assert.deepEqual(keys, [testKey]);
  });

  it("is reached with the authorization of the settings (PROXY-01)", async () => {
    const proxy = await startProxy({ credentials: { user: "ann", password: "secret" } });
    const authorization = `Basic ${Buffer.from("ann:secret").toString("base64")}`;
    await clientThrough(proxy.url, authorization).listMarkets();
    assert.deepEqual(keys, [testKey]);
  });

  it("is told apart from a proxy that asks who it is, once, without the password (PROXY-03)", async () => {
    const proxy = await startProxy({ credentials: { user: "ann", password: "right" } });
    const url = proxy.url.replace("://", "://ann:wrong-one@");
    const error = await rejection(clientThrough(url).listMarkets(), ProxyError);
    assert.deepEqual(
      [error.proxyHost, error.status, error.attempts, proxy.requests.length],
      [proxy.host, 407, 1, 1],
    );
    assert.match(error.message, /requires authentication \(407\): Who asks\?$/);
    const secrets = ["wrong-one", Buffer.from("ann:wrong-one").toString("base64")];
    assert.ok(!secrets.some((secret) => textOf(error).includes(secret)));
  });

  it("is told apart from a block page, whose title is kept (PROXY-03)", async () => {
    const body = `<html><title>Blocked by policy</title>${"x".repeat(100_000)}</html>`;
    const proxy = await startProxy({ answer: () => ({ status: 403, body }) });
    const error = await rejection(clientThrough(proxy.url).listMarkets(), ProxyError);
    assert.deepEqual([error.status, keys], [403, []]);
    assert.match(
      error.problem,
      new RegExp(`the proxy ${proxy.host} .*\\(403\\): Blocked by policy$`),
    );
  });

  it("gives no secret away that a block page repeats (SEC-11, PROXY-03)", async () => {
    const token = Buffer.from("ann:secret").toString("base64");
    const proxy = await startProxy({
      answer: () => ({ status: 403, body: titled(`you sent Basic ${token}`) }),
    });
    const url = proxy.url.replace("://", "://ann:secret@");
    const error = await rejection(clientThrough(url).listMarkets(), ProxyError);
    assert.match(error.problem, /: you sent Basic \[REDACTED\]$/);
    assert.equal(textOf(error).includes(token), false);
  });

  const repeated = "hunter22 secret/@";
  for (const [how, written] of [
    ["as it is", repeated],
    ["as in an address", "hunter22%20secret%2F%40"],
    ["as in JSON", String.raw`hunter22 secret\/@`],
    ["as in HTML", "hunter22 secret&#47;&#x40;"],
  ] as const) {
    it(`gives no password away that a page repeats ${how} (SEC-11, PROXY-03)`, async () => {
      const proxy = await startProxy({
        answer: () => ({ status: 407, body: titled(`password ${written} is wrong`) }),
      });
      const url = proxy.url.replace("://", `://ann:${encodeURIComponent(repeated)}@`);
      const error = await rejection(clientThrough(url).listMarkets(), ProxyError);
      assert.match(error.problem, /: password \[REDACTED\] is wrong$/);
      assert.equal(textOf(error).includes("hunter22"), false);
    });
  }

  it("gives no part of a password away that looks like a title (SEC-11, PROXY-03)", async () => {
    const password = "hunter22<title>secret</title>";
    const body = `<html>${password} is wrong</html>`;
    const proxy = await startProxy({ answer: () => ({ status: 407, body }) });
    const url = proxy.url.replace("://", `://ann:${encodeURIComponent(password)}@`);
    const error = await rejection(clientThrough(url).listMarkets(), ProxyError);
    assert.match(error.problem, /requires authentication \(407\)$/);
  });

  it("gives no password of the settings away that a page repeats (SEC-11, PROXY-03)", async () => {
    const body = titled("not hunter22secret");
    const proxy = await startProxy({ answer: () => ({ status: 407, body }) });
    const authorization = `basic  ${Buffer.from("ann:hunter22secret").toString("base64")}`;
    const error = await rejection(
      clientThrough(proxy.url, authorization).listMarkets(),
      ProxyError,
    );
    assert.match(error.problem, /: not \[REDACTED\]$/);
  });

  for (const status of [201, 204, 302, 502, 503]) {
    it(`takes no ${status} of the proxy for one of the service (PROXY-03)`, async () => {
      const proxy = await startProxy({
        answer: () => ({ status, headers: { location: "https://login.bank/" } }),
      });
      const error = await rejection(clientThrough(proxy.url).listMarkets(), ProxyError);
      assert.deepEqual([error.status, keys], [status, []]);
      assert.match(error.problem, /\(\d+\)$/);
    });
  }

  for (const scheme of ["http", "https"] as const) {
    it(`connects once per attempt to an ${scheme} proxy that closes the connection (PROXY-03, SEC-33)`, async () => {
      const certificate = scheme === "https" ? { certificate: certificates.good } : {};
      const proxy = await startProxy({ ...certificate, answer: () => "hang up" });
      const error = await rejection(clientThrough(proxy.url).listMarkets(), ProxyError);
      assert.deepEqual([error.proxyHost, error.status, keys], [proxy.host, undefined, []]);
      assert.deepEqual([error.attempts, proxy.requests.length], [3, 3]);
    });

    it(`connects once per attempt to an ${scheme} proxy that closes it before the request (SEC-33)`, async () => {
      const server = await startRawServer((connection) => connection.reset());
      closers.push(() => server.close());
      const url = server.origin.replace("http:", `${scheme}:`);
      const error = await rejection(clientThrough(url).listMarkets(), ProxyError);
      assert.deepEqual([error.attempts, server.opened], [3, 3]);
    });
  }

  it("connects once per attempt to a proxy that closes the opened tunnel (SEC-33)", async () => {
    const proxy = await startProxy({ answer: () => "tunnel to nothing" });
    const error = await rejection(clientThrough(proxy.url).listMarkets(), NetworkError);
    assert.deepEqual([error.attempts, proxy.requests.length, keys], [3, 3, []]);
  });

  it("does not connect again to a proxy that closed the connection if the request is cancelled (HTTP-07)", async () => {
    const ending = new AbortController();
    const reason = new Error("enough");
    const proxy = await startProxy({
      answer: () => {
        ending.abort(reason);
        return "hang up";
      },
    });
    const listing = clientThrough(proxy.url).listMarkets({ signal: ending.signal });
    assert.equal(await rejection(listing, Error), reason);
    for (let i = 0; i < 20; i++) await nextTurn();
    assert.equal(proxy.requests.length, 1);
  });

  it("is verified even if the variable is set while the tunnel opens (SEC-33)", async () => {
    const other = await startService(certificates.selfSigned);
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    const proxy = await startProxy({
      ports: { "service.test": other },
      answer: () => {
        process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
        return "tunnel";
      },
    });
    closers.push(() => {
      if (before === undefined) Reflect.deleteProperty(process.env, "NODE_TLS_REJECT_UNAUTHORIZED");
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    });
    const error = await rejection(clientThrough(proxy.url).listMarkets(), TlsError);
    assert.deepEqual([error.attempts, proxy.requests.length, keys], [1, 1, []]);
  });

  it("tells of a proxy that nobody runs any more (PROXY-03)", async () => {
    const proxy = await startProxy();
    await proxy.close();
    closers.pop();
    const url = proxy.url.replace("://", "://ann:secret@");
    const error = await rejection(clientThrough(url).listMarkets(), ProxyError);
    assert.match(error.problem, /^the proxy 127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/);
    assert.equal(textOf(error).includes("secret"), false);
  });

  it("tells of a proxy that cannot prove who it is (PROXY-03, SEC-17)", async () => {
    const proxy = await startProxy({ certificate: certificates.selfSigned });
    const error = await rejection(clientThrough(proxy.url).listMarkets(), ProxyError);
    assert.deepEqual([proxy.requests, keys], [[], []]);
    assert.match(error.problem, /self-signed certificate/);
  });

  it("sends nothing another way when the proxy is of a kind that is not known (PROXY-01)", async () => {
    const client = clientThrough("socks5://ann:secret@127.0.0.1:1");
    const error = await rejection(client.listMarkets(), ProxyError);
    assert.match(error.problem, /socks5 proxies are not supported/);
    assert.deepEqual([error.proxyHost, keys], ["127.0.0.1:1", []]);
  });

  const untrusted = [
    ["expired", "CERT_HAS_EXPIRED"],
    ["wrongName", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["selfSigned", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ] as const;
  for (const [kind, code] of untrusted) {
    it(`is verified through the tunnel: ${kind} (PROXY-01, SEC-17)`, async () => {
      const other = await startService(certificates[kind]);
      const proxy = await startProxy({ ports: { "service.test": other } });
      const error = await rejection(clientThrough(proxy.url).listMarkets(), TlsError);
      assert.deepEqual([error.code, error.attempts, keys], [code, 1, []]);
    });
  }

  it("is verified by its own name, not by the proxy's (PROXY-01, SEC-17)", async () => {
    const { authority } = certificates;
    const names = { names: ["localhost"], addresses: ["127.0.0.1"] };
    const other = await startService(await makeCertificate({ authority, ...names }));
    const proxy = await startProxy({ ports: { "service.test": other } });
    const error = await rejection(clientThrough(proxy.url).listMarkets(), TlsError);
    assert.deepEqual([error.code, keys], ["ERR_TLS_CERT_ALTNAME_INVALID", []]);
  });

  it("is let go of at any phase of the tunnel (HTTP-07)", async () => {
    const proxy = await startProxy({ answer: () => "silence" });
    const ending = new AbortController();
    const pending = clientThrough(proxy.url).listMarkets({ signal: ending.signal });
    await until("a request to the proxy", () => proxy.requests[0], 10_000);
    const reason = new Error("enough");
    ending.abort(reason);
    assert.equal(await rejection(pending, Error), reason);
  });
});

function titled(title: string): string {
  return `<html><head><title>${title}</title></head></html>`;
}

/** All that a log or a report may show of an error. */
function textOf(error: ServiceError): string {
  const cause =
    error.cause instanceof Error ? `${error.cause.message}${error.cause.stack ?? ""}` : "";
  return [error.message, error.stack, JSON.stringify(error), cause].join("\n");
}
