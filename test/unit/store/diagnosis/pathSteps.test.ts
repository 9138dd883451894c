import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { parseBaseUrl } from "../../../../src/service/baseUrl";
import { parseProxy } from "../../../../src/service/proxyServer";
import { ProxyRefusedError } from "../../../../src/service/transportError";
import { UndiciTransport } from "../../../../src/service/undiciTransport";
import { HandshakeError } from "../../../../src/store/diagnosis/certificate";
import { type StepName, type StepResult } from "../../../../src/store/diagnosis/findings";
import { endpointOf } from "../../../../src/service/openSocket";
import {
  type NetworkPath,
  PathSteps,
  BudgetError,
} from "../../../../src/store/diagnosis/pathSteps";
import { type TunnelProxy } from "../../../../src/store/diagnosis/tunnelProxy";
import { type Clock, systemClock } from "../../../../src/shared/clock";
import {
  type TestCertificate,
  type TestCertificates,
  makeCertificates,
} from "../../../support/certificates";
import { startConnectProxy } from "../../../support/connectProxy";
import { MovedClock } from "../../../support/movedClock";
import { type RawServer, type Script, startRawServer } from "../../../support/rawServer";
import { rejection } from "../../../support/rejection";
import { until } from "../../../support/until";

const dayMs = 86_400_000;

describe("the way to a service", () => {
  let certificates: TestCertificates;
  const closing: (() => unknown)[] = [];
  before(async () => (certificates = await makeCertificates()));
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function serverWith(
    certificate?: TestCertificate,
    script: Script = () => undefined,
  ): Promise<RawServer> {
    const server = await startRawServer(script, certificate === undefined ? {} : { certificate });
    closing.push(() => server.close());
    return server;
  }

  /** Runs the steps up to one, and gives what it came to. */
  async function resultOf(
    last: StepName,
    address: string,
    clock: Clock = systemClock,
    proxy?: TunnelProxy,
  ): Promise<StepResult<StepName>> {
    const path: NetworkPath = {
      carrier: "undici",
      proxyFor: () => proxy,
      certificates: () => [certificates.authority.cert],
    };
    const typed = parseBaseUrl(address);
    assert.ok(typed.ok);
    const way = new PathSteps(typed.baseUrl, path, clock);
    closing.push(() => way.dispose());
    const { signal } = new AbortController();
    for (const { name, run } of way.steps) {
      const result = await run(signal);
      if (name === last) return result;
    }
    throw new Error(`there is no step ${last}`);
  }

  it("names issuer and end of a certificate that is accepted", async () => {
    const server = await serverWith(certificates.good);
    const result = await resultOf("tls", server.origin);
    assert.ok(result.state === "passed" && "certificate" in result.facts);
    const { certificate, daysLeft, protocol } = result.facts;
    assert.deepEqual(
      [certificate.issuer, certificate.subject, daysLeft, protocol],
      ["CN=Test Authority", "CN=localhost", 29, "TLSv1.3"],
    );
  });

  it("warns of a certificate that will end soon", async () => {
    const server = await serverWith(certificates.good);
    const clock = new MovedClock(Date.now() + 25 * dayMs);
    const result = await resultOf("tls", server.origin, clock);
    assert.ok(result.state === "warning" && "daysLeft" in result.facts);
    assert.equal(result.facts.daysLeft, 4);
  });

  const refused: [what: string, pick: (all: TestCertificates) => TestCertificate, code: string][] =
    [
      ["expired", ({ expired }) => expired, "CERT_HAS_EXPIRED"],
      ["self-signed", ({ selfSigned }) => selfSigned, "DEPTH_ZERO_SELF_SIGNED_CERT"],
      ["for another name", ({ wrongName }) => wrongName, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ];
  for (const [what, pick, code] of refused) {
    it(`shows who issued a certificate that is ${what}, and refuses it (SEC-17)`, async () => {
      const chosen = pick(certificates);
      const server = await serverWith(chosen);
      const error = await rejection(resultOf("tls", server.origin), HandshakeError);
      const expected = new X509Certificate(chosen.cert);
      assert.equal(error.code, code);
      assert.deepEqual(
        [error.certificate?.issuer, error.certificate?.fingerprint],
        [expected.issuer, expected.fingerprint256],
      );
      assert.deepEqual(
        server.connections.filter(({ received }) => received !== ""),
        [],
      );
    });
  }

  it("fails at a service that speaks no TLS", async () => {
    const server = await serverWith(undefined, (connection) =>
      connection.send("HTTP/1.1 400\r\n\r\n"),
    );
    const error = await rejection(
      resultOf("tls", server.origin.replace("http:", "https:")),
      HandshakeError,
    );
    assert.equal(error.certificate, undefined);
  });

  it("gives up a handshake that does not come to an end", async () => {
    const server = await serverWith();
    const clock = new MovedClock();
    const result = resultOf("tls", server.origin.replace("http:", "https:"), clock);
    const connection = await server.connection(0);
    await until("the handshake", () => (connection.received === "" ? undefined : true));
    clock.advance(10_000);
    assert.equal((await rejection(result, BudgetError)).budgetMs, 10_000);
    await connection.closed;
  });

  describe("through a proxy", () => {
    const credentials = { user: "ann", password: "canary-77" };

    async function proxyTo(server: RawServer, isKnown: boolean): Promise<TunnelProxy> {
      const proxy = await startConnectProxy({
        ports: { "service.test": server.port },
        credentials,
      });
      closing.push(() => proxy.close());
      const url = isKnown ? proxy.url.replace("//", "//ann:canary-77@") : proxy.url;
      const parsed = parseProxy(url);
      return {
        host: parsed.host,
        source: "HTTPS_PROXY",
        hasCredentials: isKnown,
        endpoint: endpointOf(parsed.url),
        openTunnel: async (target, signal) => {
          const transport = new UndiciTransport();
          try {
            return await transport.openTunnel(parsed, target, signal);
          } finally {
            // The tunnel goes on without it.
            transport.dispose();
          }
        },
      };
    }

    it("shakes hands with the service itself (PROXY-01)", async () => {
      const proxy = await proxyTo(await serverWith(certificates.good), true);
      const result = await resultOf("tls", "https://service.test", systemClock, proxy);
      assert.ok(result.state === "passed" && "certificate" in result.facts);
      assert.equal(result.facts.certificate.issuer, "CN=Test Authority");
    });

    it("names the proxy that refuses, and never the password (PROXY-03)", async () => {
      const proxy = await proxyTo(await serverWith(certificates.good), false);
      const way = resultOf("tls", "https://service.test", systemClock, proxy);
      const error = await rejection(way, ProxyRefusedError);
      assert.deepEqual([error.status, error.proxyHost], [407, proxy.host]);
    });

    it("fails at the first step when the proxy has no address that can be used", async () => {
      const proxy = await proxyTo(await serverWith(), true);
      const broken = { ...proxy, endpoint: undefined };
      await rejection(resultOf("name", "https://service.test", systemClock, broken), Error);
    });
  });
});
