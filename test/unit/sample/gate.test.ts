import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { apiKey, exchange } from "./serviceRequests";

describe("SEC-16 the sample service", () => {
  let service: SampleService;
  before(async () => {
    service = await startSampleService({ apiKey });
  });
  after(() => service.close());

  const key = `X-API-KEY: ${apiKey}`;
  const listing = "GET /api/v3/signal/ HTTP/1.1";
  const cases: [when: string, lines: (port: number) => string[], status: number][] = [
    ["its own address", (port) => [listing, `Host: 127.0.0.1:${port}`, key], 200],
    ["localhost", (port) => [listing, `Host: LocalHost:${port}`, key], 200],
    ["the IPv6 loopback name", (port) => [listing, `Host: [::1]:${port}`, key], 200],
    ["another host", () => [listing, "Host: evil.com", key], 403],
    ["another host with its port", (port) => [listing, `Host: evil.com:${port}`, key], 403],
    [
      "a host that begins like its own",
      (port) => [listing, `Host: localhost.evil.com:${port}`, key],
      403,
    ],
    ["its own address with another port", () => [listing, "Host: 127.0.0.1:1", key], 403],
    ["no host", () => ["GET /api/v3/signal/ HTTP/1.0", key], 403],
    [
      "a foreign origin",
      (port) => [listing, `Host: localhost:${port}`, "Origin: https://evil", key],
      403,
    ],
    ["the origin null", (port) => [listing, `Host: localhost:${port}`, "Origin: null", key], 403],
    [
      "its own origin",
      (port) => [listing, `Host: localhost:${port}`, `Origin: http://localhost:${port}`, key],
      403,
    ],
    ["no key", (port) => [listing, `Host: localhost:${port}`], 401],
    [
      "OPTIONS of a page",
      (port) => [
        "OPTIONS /api/v3/signal/ HTTP/1.1",
        `Host: localhost:${port}`,
        "Origin: https://evil",
        "Access-Control-Request-Method: GET",
      ],
      403,
    ],
    [
      "OPTIONS without a key",
      (port) => ["OPTIONS /api/v3/signal/ HTTP/1.1", `Host: localhost:${port}`],
      401,
    ],
    ["OPTIONS with the key", (port) => ["OPTIONS * HTTP/1.1", `Host: localhost:${port}`, key], 404],
    [
      "POST",
      (port) => [
        "POST /api/v3/signal/ HTTP/1.1",
        `Host: localhost:${port}`,
        key,
        "Content-Length: 0",
      ],
      404,
    ],
    ["HEAD", (port) => ["HEAD /api/v3/signal/ HTTP/1.1", `Host: localhost:${port}`, key], 404],
    [
      "a path that climbs",
      (port) => ["GET /../../etc/passwd HTTP/1.1", `Host: localhost:${port}`, key],
      404,
    ],
    [
      "a path that climbs to a signal",
      (port) => ["GET /x/../api/v3/signal/ HTTP/1.1", `Host: localhost:${port}`, key],
      404,
    ],
    [
      "a path that climbs in disguise",
      (port) => ["GET /api/v3/signal/%2e%2e/%2e%2e/ HTTP/1.1", `Host: localhost:${port}`, key],
      404,
    ],
    [
      "an absolute-form target",
      (port) => [
        `GET http://localhost:${port}/api/v3/signal/ HTTP/1.1`,
        `Host: localhost:${port}`,
        key,
      ],
      404,
    ],
    [
      "an absolute-form target elsewhere",
      (port) => ["GET http://evil.com/api/v3/signal/ HTTP/1.1", `Host: localhost:${port}`, key],
      404,
    ],
    [
      "two slashes in front",
      (port) => ["GET //evil.com/api/v3/signal/ HTTP/1.1", `Host: localhost:${port}`, key],
      404,
    ],
  ];
  for (const [when, lines, status] of cases) {
    it(`answers ${when} with ${status} and no CORS header`, async () => {
      const answer = await exchange(service, lines(service.port));
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.doesNotMatch(answer, /access-control-/i);
    });
  }

  it("opens no tunnel", async () => {
    const lines = ["CONNECT evil.com:443 HTTP/1.1", `Host: localhost:${service.port}`, key];
    assert.doesNotMatch(await exchange(service, lines), /^HTTP\/1\.1 2/);
  });

  it("does not repeat the key in what it answers", async () => {
    const lines = [`GET /api/v3/${apiKey}/?api_key=${apiKey} HTTP/1.1`, "Host: evil.com"];
    assert.ok(!(await exchange(service, lines)).includes(apiKey));
  });

  it("listens on loopback only", async () => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((addresses = []) => addresses)
      .filter(({ internal, family }) => !internal && family === "IPv4");
    const outcomes = await Promise.all(
      addresses.map(({ address }) => tried(address, service.port)),
    );
    assert.deepEqual(new URL(service.url).hostname, "127.0.0.1");
    assert.ok(!outcomes.includes("connected"));
  });

  it("is opened by a known key as by its own, where it has one", async () => {
    const known = await startSampleService({ apiKey, knownKey: "demo" });
    try {
      const statusOf = async (key: string): Promise<number> => {
        const url = `${known.url}/api/v3/forecast/hedging/`;
        return (await fetch(url, { headers: { "X-API-KEY": key } })).status;
      };
      assert.deepEqual(await Promise.all([apiKey, "demo", "other"].map(statusOf)), [200, 200, 401]);
    } finally {
      await known.close();
    }
  });

  for (const keys of [{ apiKey: "" }, { apiKey, knownKey: "" }]) {
    it(`refuses to start with the keys ${JSON.stringify(Object.values(keys))}`, async () => {
      await assert.rejects(startSampleService(keys), RangeError);
    });
  }

  it("ends kept-alive connections when it closes", async () => {
    const closing = await startSampleService({ apiKey });
    const agent = new Agent({ keepAlive: true });
    const sent = request(`${closing.url}/api/v3/forecast/hedging/`, {
      agent,
      headers: { "X-API-KEY": apiKey },
    });
    sent.end();
    const [response] = (await once(sent, "response")) as [NodeJS.ReadableStream];
    response.resume();
    await once(response, "end");
    const { socket } = sent;
    const socketClosed = once(socket ?? sent, "close");
    await closing.close();
    await socketClosed;
    agent.destroy();
    assert.equal(await tried("127.0.0.1", closing.port), "refused");
    await closing.close();
  });
});

function tried(address: string, port: number): Promise<"connected" | "refused"> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port });
    socket.once("error", () => resolve("refused"));
    socket.once("connect", () => {
      socket.destroy();
      resolve("connected");
    });
  });
}
