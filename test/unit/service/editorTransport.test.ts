import assert from "node:assert/strict";
import http from "node:http";
import { text as textOf } from "node:stream/consumers";
import { inspect } from "node:util";
import { EditorTransport } from "../../../src/service/editorTransport";
import { RedirectError } from "../../../src/service/errors";
import {
  type TransportPhase,
  type TransportRequest,
  type TransportResponse,
} from "../../../src/service/transport";
import { deferred } from "../../support/deferred";
import { rejection } from "../../support/rejection";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";

describe("EditorTransport", () => {
  let listener: http.RequestListener;
  let server: TestServer;
  let transport: EditorTransport;

  beforeEach(async () => {
    listener = (_, response) => response.end("[]");
    server = await startServer((request, response) => listener(request, response));
    transport = new EditorTransport();
  });
  afterEach(async () => {
    transport.dispose();
    await server.close();
  });

  function send(path: string, options: Partial<TransportRequest> = {}): Promise<TransportResponse> {
    const { signal } = new AbortController();
    const headers = { "x-api-key": "k" };
    return transport.send({ origin: server.origin, path, headers, signal, ...options });
  }

  /** The error of a request whose agent fails as the editor's does: on each request, after an event for the proxy. */
  async function failureOfAgent(message: string, proxy: string | undefined): Promise<Error> {
    const { globalAgent } = http;
    const agent = new http.Agent();
    Reflect.set(agent, "addRequest", (request: http.ClientRequest) => {
      setImmediate(() => {
        const error = new Error(message);
        if (proxy !== undefined) request.emit("proxy", { proxy, error });
        // Node's own agent calls this for a connection that failed, with arguments that its types do not declare.
        // oxlint-disable-next-line typescript/unbound-method -- it is called with its own request
        Reflect.apply(request.onSocket, request, [undefined, error]);
      });
    });
    Reflect.set(http, "globalAgent", agent);
    try {
      return await rejection(send("/"), Error);
    } finally {
      Reflect.set(http, "globalAgent", globalAgent);
    }
  }

  /** Resolves when the client's socket is gone. */
  function untilClosed(): Promise<unknown> {
    const closed = deferred<undefined>();
    listener = (request, response) => {
      request.socket.once("close", () => closed.resolve(undefined));
      response.write("the beginning");
    };
    return closed.promise;
  }

  const targets = [
    "/a%2Fb/c%20d'/?x=%C3%A9&y=%2E%2E&z=it's",
    "/a/%2E%2E/b/",
    "/a/../b",
    "/a/%2e/",
    "/a\\b",
    "/a?b#c",
  ];
  for (const path of targets) {
    it(`sends ${path} as it is written (SEC-08)`, async () => {
      const { status, body } = await send(path, { headers: { "x-api-key": "k", "x-b": "c" } });
      assert.deepEqual([status, await textOf(body)], [200, "[]"]);
      const [request = assert.fail()] = server.requests;
      assert.deepEqual(
        [request.target, request.headers["x-api-key"], request.headers["x-b"]],
        [path, "k", "c"],
      );
    });
  }

  it("follows no redirect (SEC-01)", async () => {
    listener = (_, response) =>
      response.writeHead(307, { location: "https://evil.example/" }).end();
    const { client } = testClient(server.origin, { transport });
    const error = await rejection(client.listMarkets(), RedirectError);
    assert.deepEqual([error.targetHost, server.requests.length], ["evil.example", 1]);
  });

  it("joins repeated headers, and accepts 60 kB of headers", async () => {
    const long = "x".repeat(60_000);
    listener = (_, response) =>
      response.setHeader("a", ["1", "2"]).setHeader("set-cookie", long).end();
    const { headers } = await send("/");
    assert.deepEqual([headers.get("a"), headers.get("set-cookie")], ["1, 2", long]);
  });

  it("answers a status that has no body", async () => {
    listener = (_, response) => response.writeHead(204).end();
    const { status, body } = await send("/");
    assert.deepEqual([status, await textOf(body)], [204, ""]);
  });

  it("reports the connecting phase only when it connects (HTTP-06, HTTP-11)", async () => {
    const phases: TransportPhase[] = [];
    const onPhase = (phase: TransportPhase): void => void phases.push(phase);
    await textOf((await send("/", { onPhase })).body);
    // The connection is free again a turn later.
    await new Promise(setImmediate);
    await textOf((await send("/", { onPhase })).body);
    const waiting = "waiting for the response";
    assert.deepEqual(phases, ["connecting", waiting, waiting]);
  });

  it("reports why there was no answer", async () => {
    await server.close();
    const error = await rejection(send("/"), Error);
    assert.equal(Reflect.get(error, "code"), "ECONNREFUSED");
  });

  const ways = [
    "PROXY CORP\\jdoe:secretpw@proxy:3128",
    "PROXY user:se#cretpw@proxy:3128",
    "PROXY user:secretpw@pro xy:3128",
    "HTTPS user:secretpw@pro\txy:3128",
    "PROXY\tuser:secretpw@proxy:3128",
    "user:secretpw@proxy:3128",
    "PROXY user:secretpw@proxy:3128",
  ];
  for (const way of ways) {
    for (const isReported of [true, false]) {
      const when = isReported ? "reported" : "not reported";
      it(`keeps the password of ${JSON.stringify(way)} out of its error, ${when} (SEC-31)`, async () => {
        const message = `Failed to establish a socket connection to proxies: PROXY ${way}`;
        const error = await failureOfAgent(message, isReported ? way : undefined);
        const shown = inspect(error, { depth: Infinity, showHidden: true });
        assert.doesNotMatch(shown, /cretpw|jdoe/);
        assert.match(error.message, /prox/);
      });
    }
  }

  it("fails when the server changes to another protocol (HTTP-01)", async () => {
    listener = ({ socket }) =>
      socket.end("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
    await rejection(send("/"), Error);
  });

  it("reports why a body was cut off (DATA-03)", async () => {
    listener = (request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("part", () => request.socket.destroy());
    };
    const { body } = await send("/");
    const error = await rejection(textOf(body), Error);
    assert.equal(Reflect.get(error, "code"), "ECONNRESET");
  });

  it("closes the socket when the request is cancelled while its body arrives (HTTP-07)", async () => {
    const closed = untilClosed();
    const ending = new AbortController();
    const { body } = await send("/", { signal: ending.signal });
    const reason = new Error("enough");
    const failure = rejection(textOf(body), Error);
    ending.abort(reason);
    assert.equal(await failure, reason);
    await closed;
  });

  it("closes all sockets when it is disposed (LIFE-01)", async () => {
    const closed = untilClosed();
    const { body } = await send("/");
    transport.dispose();
    await rejection(textOf(body), Error);
    await closed;
  });

  it("retires when its last answer has been read", async () => {
    const { body } = await send("/");
    const order: string[] = [];
    const retired = transport.retire().then(() => order.push("retired"));
    order.push(await textOf(body));
    await retired;
    assert.deepEqual(order, ["[]", "retired"]);
  });

  it("sends nothing for a request that was cancelled before", async () => {
    const reason = new Error("enough");
    assert.equal(await rejection(send("/", { signal: AbortSignal.abort(reason) }), Error), reason);
    assert.deepEqual(server.requests, []);
  });
});
