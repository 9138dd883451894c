import assert from "node:assert/strict";
import { once } from "node:events";
import { type RequestListener } from "node:http";
import { type AddressInfo, type Socket, createServer as createTcpServer } from "node:net";
import { text as textOf } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type TransportPhase, type TransportResponse } from "../../../src/service/transport";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { MovedClock } from "../../support/movedClock";
import { rejection } from "../../support/rejection";
import { type TestServer, startServer } from "../../support/testServer";

describe("UndiciTransport", () => {
  let listener: RequestListener;
  let server: TestServer;
  let transport: UndiciTransport;

  beforeEach(async () => {
    listener = (_, response) => response.end("[]");
    server = await startServer((request, response) => listener(request, response));
    transport = new UndiciTransport();
  });
  afterEach(async () => {
    transport.dispose();
    await server.close();
  });

  function send(
    signal = new AbortController().signal,
    onPhase: (phase: TransportPhase) => void = () => undefined,
    { origin } = server,
  ): Promise<TransportResponse> {
    return transport.send({ origin, path: "/", headers: {}, signal, onPhase });
  }

  it("tells when it connects, and when it waits for the answer (HTTP-06)", async () => {
    const phases: TransportPhase[][] = [[], []];
    for (const reported of phases) {
      const { body } = await send(undefined, (phase) => reported.push(phase));
      await textOf(body);
      // The connection is free again a turn later.
      await nextTurn();
    }
    assert.deepEqual(phases, [
      ["connecting", "waiting for the response"],
      ["waiting for the response"],
    ]);
  });

  it("tells each of several requests at once its own phases", async () => {
    const reported: TransportPhase[][] = [[], [], []];
    const answers = await Promise.all(
      reported.map((phases) => send(undefined, (phase) => phases.push(phase))),
    );
    await Promise.all(answers.map(({ body }) => textOf(body)));
    assert.deepEqual(reported, Array(3).fill(["connecting", "waiting for the response"]));
  });

  for (const protocol of ["https", "http"]) {
    it(`closes the ${protocol} connection that is being opened when cancelled (HTTP-07)`, async () => {
      // Nothing answers the handshake; without TLS the proxy says nothing to the request for a tunnel.
      const silent = createTcpServer().listen(0, "127.0.0.1");
      await once(silent, "listening");
      const { port } = silent.address() as AddressInfo;
      const origin = `${protocol}://127.0.0.1:${port}`;
      const proxy = { url: `http://127.0.0.1:${port}`, host: "proxy" };
      transport = new UndiciTransport(protocol === "http" ? { proxyFor: () => proxy } : {});
      const ending = new AbortController();
      const opened = once(silent, "connection");
      const pending = rejection(send(ending.signal, undefined, { ...server, origin }), Error);
      const [socket] = (await opened) as [Socket];
      // The handshake or the request for a tunnel has begun.
      await once(socket, "data");
      const closed = once(socket.resume(), "close");
      const reason = new Error("enough");
      ending.abort(reason);
      assert.equal(await pending, reason);
      await closed;
      silent.close();
      await once(silent, "close");
    });
  }

  it("ends what it is opening when it is disposed (LIFE-01)", async () => {
    const silent = createTcpServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const opened = once(silent, "connection");
    const pending = rejection(
      send(undefined, undefined, { ...server, origin: `https://127.0.0.1:${port}` }),
      Error,
    );
    const [socket] = (await opened) as [Socket];
    await once(socket, "data");
    const closed = once(socket.resume(), "close");
    transport.dispose();
    await Promise.all([pending, closed]);
    silent.close();
    await once(silent, "close");
  });

  const idle: [what: string, nowMs: number, elapsedMs: number, isTrusted: boolean][] = [
    ["10 s", 10_000, 10_000, true],
    ["more than 10 s", 10_001, 10_001, false],
    ["a sleep, in which the monotonic clock stood still", 600_000, 3, false],
    ["more than 10 s, in which the clock was set back", -600_000, 10_001, false],
    ["a moment, in which the clock was set back", -600_000, 3, true],
  ];
  for (const [what, nowMs, elapsedMs, isTrusted] of idle) {
    it(`${isTrusted ? "reuses" : "does not reuse"} a connection that was idle for ${what} (NET-02)`, async () => {
      const time = { nowMs: Date.UTC(2026, 10, 20), elapsedMs: 0 };
      const { after } = new MovedClock();
      const clock = { now: () => time.nowMs, elapsed: () => time.elapsedMs, after };
      transport = new UndiciTransport({ clock });
      listener = (_, response) => response.setHeader("Keep-Alive", "timeout=600").end("[]");
      const phases: TransportPhase[] = [];
      await textOf((await send()).body);
      // The connection is free again a turn later.
      await nextTurn();
      time.nowMs += nowMs;
      time.elapsedMs += elapsedMs;
      await textOf((await send(undefined, (phase) => phases.push(phase))).body);
      assert.equal(phases.includes("connecting"), !isTrusted);
    });
  }

  it("continues to read arriving answers when it opens a new connection (NET-02)", async () => {
    const clock = new MovedClock();
    transport = new UndiciTransport({ clock });
    let finish = (): void => undefined;
    listener = ({ url }, response) => {
      if (url !== "/slow") return void response.end("[]");
      response.write("one ");
      finish = () => response.end("answer");
    };
    const { signal } = new AbortController();
    const { body } = await transport.send({
      origin: server.origin,
      path: "/slow",
      headers: {},
      signal,
    });
    clock.advance(60_000);
    await textOf((await send()).body);
    finish();
    assert.equal(await textOf(body), "one answer");
    await transport.retire();
  });

  it("lets a request end that is on its way when it retires, and takes no more", async () => {
    let finish = (): void => undefined;
    listener = (_, response) => {
      response.write("one ");
      finish = () => response.end("answer");
    };
    const { body } = await send();
    const retired = transport.retire();
    await rejection(send(), Error);
    finish();
    assert.equal(await textOf(body), "one answer");
    await retired;
  });
});
