import assert from "node:assert/strict";
import { getEventListeners, once } from "node:events";
import { type ServerResponse } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { HttpError, TimeoutError } from "../../src/service/errors";
import { type RequestLogEntry } from "../../src/service/requestLogEntry";
import { type Transport } from "../../src/service/transport";
import { UndiciTransport } from "../../src/service/undiciTransport";
import { deferred } from "../support/deferred";
import { rejection } from "../support/rejection";
import { testClient } from "../support/testClient";
import { startServer, type TestServer } from "../support/testServer";

describe("exchanges that are ended", () => {
  let server: TestServer;
  let begun: ReturnType<typeof deferred<ServerResponse>>;
  let closed: ReturnType<typeof deferred<true>>;

  beforeEach(async () => {
    begun = deferred();
    closed = deferred();
    server = await startServer((_, response) => {
      response.on("close", () => closed.resolve(true));
      begun.resolve(response);
    });
  });

  afterEach(() => server.close());

  /** Sends a byte every few milliseconds until the connection is closed. */
  function drip(response: ServerResponse): void {
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  }

  describe("by their deadline", () => {
    it("close the socket while no answer comes, and say so (HTTP-06)", async () => {
      const { client } = testClient(server.origin, { timeoutMs: 100 });
      const error = await rejection(client.listMarkets(), TimeoutError);
      assert.deepEqual(
        [error.phase, error.budgetMs, error.attempts],
        ["waiting for the answer", 100, 1],
      );
      assert.equal(await closed.promise, true);
    });

    it("close the socket while the body drips, and say so (HTTP-06)", async () => {
      const { client } = testClient(server.origin, { timeoutMs: 100 });
      const listing = rejection(client.listMarkets(), TimeoutError);
      drip(await begun.promise);
      assert.equal((await listing).phase, "reading the body");
      assert.equal(await closed.promise, true);
    });

    it("keep the status and what came of an error whose body drips", async () => {
      const { client } = testClient(server.origin, { timeoutMs: 200 });
      const listing = rejection(client.listMarkets(), HttpError);
      const response = await begun.promise;
      response.writeHead(503);
      response.write(`busy${" ".repeat(200)}`);
      drip(response);
      const error = await listing;
      assert.deepEqual([error.status, error.detail], [503, "busy"]);
      assert.equal(await closed.promise, true);
    });

    it("end while the key is being read, and send nothing", async () => {
      const apiKey = () => new Promise<string>(() => undefined);
      const { client } = testClient(server.origin, { timeoutMs: 20, apiKey });
      const error = await rejection(client.listMarkets(), TimeoutError);
      assert.deepEqual([error.phase, error.attempts], ["reading the key", 0]);
      assert.equal(server.requests.length, 0);
    });

    it("are not ended at once by a deadline beyond what a timer can hold", async () => {
      const { client, dispose } = testClient(server.origin, { timeoutMs: 2 ** 40 });
      const listing = client.listMarkets();
      (await begun.promise).end("[]");
      assert.deepEqual((await listing).items, []);
      dispose();
    });
  });

  describe("by the caller", () => {
    const reason = new Error("the tab was closed");

    it("send nothing when they were cancelled before", async () => {
      const { client } = testClient(server.origin);
      const listing = client.listMarkets({ signal: AbortSignal.abort(reason) });
      assert.equal(await rejection(listing, Error), reason);
      assert.equal(server.requests.length, 0);
    });

    it("close the socket while the server still holds its answer (HTTP-07)", async () => {
      const entries: RequestLogEntry[] = [];
      const { client } = testClient(server.origin, { log: (entry) => entries.push(entry) });
      const abort = new AbortController();
      const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
      await begun.promise;
      abort.abort(reason);
      assert.equal(await listing, reason);
      assert.equal(await closed.promise, true);
      assert.deepEqual(
        entries.map((entry) => entry.outcome),
        ["cancelled"],
      );
    });

    it("close the socket within a body (HTTP-07)", async () => {
      const { transport, answered } = observedTransport();
      const { client } = testClient(server.origin, { transport });
      const abort = new AbortController();
      const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
      const response = await begun.promise;
      drip(response);
      await answered.promise;
      abort.abort(reason);
      assert.equal(await listing, reason);
      assert.equal(await closed.promise, true);
    });

    it("close the socket within the body of an error (HTTP-07)", async () => {
      const { transport, answered } = observedTransport();
      const { client } = testClient(server.origin, { transport });
      const abort = new AbortController();
      const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
      const response = await begun.promise;
      response.writeHead(500);
      drip(response);
      await answered.promise;
      abort.abort(reason);
      assert.equal(await listing, reason);
      assert.equal(await closed.promise, true);
    });

    it("reject while a connection is still being made (HTTP-07)", async () => {
      const sockets: Socket[] = [];
      const silent = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
      silent.listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { port } = silent.address() as AddressInfo;
      const { client, dispose } = testClient(`https://127.0.0.1:${port}`);
      const abort = new AbortController();
      const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
      await once(silent, "connection");
      abort.abort(reason);
      assert.equal(await listing, reason);
      dispose();
      for (const socket of sockets) socket.destroy();
      silent.close();
    });

    it("forget the caller's signal once they are over", async () => {
      const { client, dispose } = testClient(server.origin);
      const { signal } = new AbortController();
      const listing = client.listMarkets({ signal });
      (await begun.promise).end("[]");
      await listing;
      dispose();
      assert.deepEqual(getEventListeners(signal, "abort"), []);
    });
  });

  it("leave a connection that can be used again after a failure that was read to its end", async () => {
    const { client, dispose } = testClient(server.origin);
    const first = rejection(client.listMarkets(), HttpError);
    const response = await begun.promise;
    const { socket } = response.req;
    response.writeHead(404).end("no");
    await first;
    // The agent takes a connection back a turn after its answer was read.
    await setImmediate();
    begun = deferred();
    const second = client.listMarkets();
    const again = await begun.promise;
    again.end("[]");
    await second;
    dispose();
    assert.ok(again.req.socket === socket);
  });
});

/** A transport that tells when the headers of its first answer have come. */
function observedTransport(): {
  readonly transport: Transport;
  readonly answered: ReturnType<typeof deferred<true>>;
} {
  const inner = new UndiciTransport();
  const answered = deferred<true>();
  const send: Transport["send"] = async (request) => {
    const response = await inner.send(request);
    answered.resolve(true);
    return response;
  };
  return { transport: { send, dispose: () => inner.dispose() }, answered };
}
