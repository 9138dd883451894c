import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { EditorTransport } from "../../../src/service/editorTransport";
import {
  HttpError,
  InvalidRequest,
  NetworkError,
  RedirectError,
  UnexpectedContentError,
} from "../../../src/service/errors";
import { type TransportResponse } from "../../../src/service/transport";
import { ChangedTargetError } from "../../../src/service/transportError";
import { deferred } from "../../support/deferred";
import { rejection } from "../../support/rejection";
import { type TestClient, testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";

describe("EditorTransport", () => {
  let listener: RequestListener;
  let server: TestServer;
  let transport: EditorTransport;
  let test: TestClient;

  beforeEach(async () => {
    listener = (_, response) => response.end("[]");
    server = await startServer((request, response) => listener(request, response));
    transport = new EditorTransport(fetch);
    // One attempt is enough to see what the transport does.
    test = testClient(server.origin, { transport });
  });
  afterEach(async () => {
    test.dispose();
    await server.close();
  });

  function send(path: string, signal = new AbortController().signal): Promise<TransportResponse> {
    return transport.send({ origin: server.origin, path, headers: { "x-api-key": "k" }, signal });
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

  it("sends target and headers as they are, and declines compression", async () => {
    const { status, body } = await send("/a%2Fb/c%20d'/?x=%C3%A9&y=%2E%2E&z=it's");
    assert.deepEqual([status, await textOf(body)], [200, "[]"]);
    const [request] = server.requests;
    assert.equal(request?.target, "/a%2Fb/c%20d'/?x=%C3%A9&y=%2E%2E&z=it%27s");
    assert.equal(request.headers["x-api-key"], "k");
    assert.equal(request.headers["accept-encoding"], "identity");
  });

  for (const path of ["/a/%2E%2E/b/", "/a/../b", "/a/%2e/", "/a\\b", "/a?b#c"]) {
    it(`refuses ${path}, which would be sent as another target (SEC-08)`, async () => {
      await rejection(send(path), ChangedTargetError);
      assert.deepEqual(server.requests, []);
    });
  }

  it("tells a code that is a step in the path as unsendable (SEC-08)", async () => {
    const error = await rejection(test.client.getSignal("..", 1), InvalidRequest);
    assert.deepEqual([error.reason, server.requests], ["unsendable-text", []]);
  });

  it("follows no redirect (SEC-01)", async () => {
    listener = (_, response) =>
      response.writeHead(307, { location: "https://evil.example/" }).end();
    const error = await rejection(test.client.listMarkets(), RedirectError);
    assert.deepEqual([error.targetHost, server.requests.length], ["evil.example", 1]);
  });

  it("refuses data that come compressed all the same (DATA-01)", async () => {
    const body = gzipSync("[]");
    listener = (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(body);
    const error = await rejection(test.client.listMarkets(), UnexpectedContentError);
    assert.equal(error.came, "content encoding gzip");
  });

  it("takes the encoding that changes nothing", async () => {
    listener = (_, response) =>
      response.writeHead(200, { "content-encoding": "identity" }).end("[]");
    assert.deepEqual((await test.client.listMarkets()).items, []);
  });

  it("tells what a compressed failure says (HTTP-03)", async () => {
    const body = gzipSync(JSON.stringify({ detail: "no such market" }));
    listener = (_, response) => response.writeHead(422, { "content-encoding": "gzip" }).end(body);
    const error = await rejection(test.client.listMarkets(), HttpError);
    assert.deepEqual([error.status, error.detail], [422, "no such market"]);
  });

  it("answers a status that has no body", async () => {
    listener = (_, response) => response.writeHead(204).end();
    const { status, body } = await send("/");
    assert.deepEqual([status, await textOf(body)], [204, ""]);
  });

  it("tells why there was no answer", async () => {
    await server.close();
    const error = await rejection(send("/"), Error);
    assert.equal(Reflect.get(error, "code"), "ECONNREFUSED");
  });

  it("tells why a body broke off", async () => {
    listener = (request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("part", () => request.socket.destroy());
    };
    const { body } = await send("/");
    const error = await rejection(textOf(body), Error);
    assert.equal(Reflect.get(error, "code"), "UND_ERR_SOCKET");
  });

  it("closes the socket when the request is cancelled while its body comes (HTTP-07)", async () => {
    const closed = untilClosed();
    const ending = new AbortController();
    const { body } = await send("/", ending.signal);
    const reason = new Error("enough");
    ending.abort(reason);
    assert.equal(await rejection(textOf(body), Error), reason);
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
    assert.equal(await rejection(send("/", AbortSignal.abort(reason)), Error), reason);
    assert.deepEqual(server.requests, []);
  });
});

describe("EditorTransport over a browser's fetch", () => {
  it("refuses a redirect whose target is kept secret (SEC-01)", async () => {
    const hidden = Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
    const transport = new EditorTransport(() => Promise.resolve(hidden));
    const { client } = testClient("https://service.example", { transport });
    const error = await rejection(client.listMarkets(), UnexpectedContentError);
    assert.equal(error.came, "redirect");
  });

  it("tells a failure of any kind", async () => {
    const transport = new EditorTransport(() => Promise.reject(new TypeError("Failed to fetch")));
    const { client } = testClient("https://service.example", { transport });
    const error = await rejection(client.listMarkets(), NetworkError);
    assert.match(error.problem, /Failed to fetch/);
  });
});
