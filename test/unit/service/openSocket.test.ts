import assert from "node:assert/strict";
import { once } from "node:events";
import * as net from "node:net";
import { endpointOf, openSocket, tunnelTargetOf } from "../../../src/service/openSocket";
import { errorCodeOf } from "../../../src/service/errorCode";
import { rejection } from "../../support/rejection";

describe("openSocket", () => {
  const { signal } = new AbortController();
  const before = net.getDefaultAutoSelectFamily();
  afterEach(() => net.setDefaultAutoSelectFamily(before));

  async function freePort(): Promise<number> {
    const server = net.createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }

  it("tries all addresses of a name, whatever the process does by default", async () => {
    net.setDefaultAutoSelectFamily(false);
    const server = net.createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const socket = await openSocket({ host: "localhost", port }, signal);
    assert.equal(socket.remoteAddress, "127.0.0.1");
    socket.destroy();
    server.close();
    await once(server, "close");
  });

  it("says of a name with several addresses why each of them failed, and keeps the code", async () => {
    const port = await freePort();
    const error = await rejection(openSocket({ host: "localhost", port }, signal), Error);
    assert.match(error.message, /ECONNREFUSED/);
    assert.equal(errorCodeOf(error), "ECONNREFUSED");
  });

  it("ends with the signal", async () => {
    const ending = new AbortController();
    const pending = openSocket({ host: "192.0.2.1", port: 9 }, ending.signal);
    ending.abort();
    assert.equal((await rejection(pending, Error)).name, "AbortError");
  });
});

describe("an origin", () => {
  const origins: [origin: string, host: string, port: number, target: string][] = [
    ["https://a.example", "a.example", 443, "a.example:443"],
    ["http://localhost", "localhost", 80, "localhost:80"],
    ["https://a.example:8443", "a.example", 8443, "a.example:8443"],
    ["https://[::1]:8443", "::1", 8443, "[::1]:8443"],
  ];
  for (const [origin, host, port, target] of origins) {
    it(`finds host and port of ${origin}`, () => {
      assert.deepEqual([endpointOf(origin), tunnelTargetOf(origin)], [{ host, port }, target]);
    });
  }
});
