import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { parseProxy } from "../../../src/service/proxyServer";
import { ProxyRefusedError } from "../../../src/service/transportError";
import { MovedClock } from "../../support/movedClock";
import { rejection } from "../../support/rejection";

describe("openTunnel", () => {
  let clock: MovedClock;
  let sockets: Socket[];
  let close: () => Promise<unknown>;
  let tunnel: (text: string) => Promise<Socket>;
  const ending = new AbortController();

  beforeEach(async () => {
    clock = new MovedClock();
    sockets = [];
    let answer = "";
    // Says what it is told to each request, and keeps the connection.
    const server = createServer((socket) => {
      sockets.push(socket.on("error", () => socket.destroy()));
      socket.once("data", () => socket.write(answer));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const transport = new UndiciTransport({ clock });
    tunnel = (text) => {
      answer = text;
      const proxy = parseProxy(`http://127.0.0.1:${port}`);
      return transport.openTunnel(proxy, "service.test:443", ending.signal);
    };
    close = async () => {
      const closed = once(server, "close");
      for (const socket of sockets) socket.destroy();
      server.close();
      await closed;
    };
  });
  afterEach(() => close());

  const refusals: [what: string, head: string, body: string, excerpt: string][] = [
    ["of a known length", "Content-Length: 7", "Blocked and more", "Blocked"],
    ["without a body", "Content-Length: 0", "", ""],
    ["in chunks", "Transfer-Encoding: chunked", "7\r\nBlocked\r\n0\r\n\r\n", "Blocked"],
    [
      "longer than anyone reads",
      "Content-Length: 9999999",
      "B".repeat(5000),
      `${"B".repeat(199)}…`,
    ],
  ];
  for (const [what, head, body, excerpt] of refusals) {
    it(`waits for no more of a refusal ${what} (PROXY-03)`, async () => {
      const answer = `HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n${body}`;
      const error = await rejection(tunnel(answer), ProxyRefusedError);
      assert.deepEqual([error.status, error.excerpt], [403, excerpt]);
      assert.deepEqual(clock.waiting, []);
    });
  }

  it("waits two seconds for the rest of a refusal's page (PROXY-03)", async () => {
    const pending = tunnel("HTTP/1.1 403 Forbidden\r\nContent-Length: 100\r\n\r\nBlocked");
    const refused = rejection(pending, ProxyRefusedError);
    while (clock.waiting.length === 0) await new Promise(setImmediate);
    // What was written has come by the time that the answer's head has.
    await new Promise(setImmediate);
    clock.advance(2_000);
    assert.equal((await refused).excerpt, "Blocked");
  });

  it("gives the socket as it is, with what the service says first (PROXY-01)", async () => {
    const socket = await tunnel("HTTP/1.1 200 Connection established\r\n\r\nhello");
    const [bytes] = (await once(socket, "data")) as [Buffer];
    assert.equal(bytes.toString(), "hello");
    socket.destroy();
  });
});
