import assert from "node:assert/strict";
import { getEventListeners, once } from "node:events";
import * as net from "node:net";
import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { endpointOf, openSocket, tunnelTargetOf } from "../../../src/service/openSocket";
import { errorCodeOf } from "../../../src/service/errorCode";
import { MovedClock } from "../../support/movedClock";
import { rejection } from "../../support/rejection";
import { until } from "../../support/until";

/** A port whose system drops each new connection until the listening program accepts some. */
interface UnansweredPort {
  readonly port: number;
  /** Accepts connections from now on. The client's system retries after a second. */
  readonly answer: () => void;
  readonly close: () => Promise<void>;
}

/** Listens, and blocks until a byte arrives. */
const program = `
  const [port, host] = process.argv.slice(1);
  const server = require("node:net").createServer((socket) => socket.on("error", () => undefined));
  server.listen({ port: Number(port), host, backlog: 1 }, () => {
    require("node:fs").writeSync(1, String(server.address().port));
    require("node:fs").readSync(0, Buffer.alloc(1));
  });`;

/** Runs only on Linux, because other systems refuse connections that they cannot queue. */
async function startUnansweredPort(host: string, port = 0): Promise<UnansweredPort> {
  const child = spawn(process.execPath, ["-e", program, String(port), host], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [written] = (await once(child.stdout, "data")) as [Buffer];
  const listening = Number(written.toString());
  const queued: Socket[] = [];
  for (let count = 0; count < 2; count++) {
    const socket = connect({ host, port: listening });
    socket.on("error", () => socket.destroy());
    queued.push(socket);
    await once(socket, "connect");
  }
  return {
    port: listening,
    answer: () => void child.stdin.write("."),
    close: async () => {
      for (const socket of queued) socket.destroy();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function timerOf(clock: MovedClock): Promise<number> {
  return until("a timer", () => clock.waiting[0], 10_000);
}

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

  it("tries all addresses of a name, whatever the process does by default, and leaves no listener", async () => {
    net.setDefaultAutoSelectFamily(false);
    const server = net.createServer((socket) => socket.end()).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const socket = await openSocket({ host: "localhost", port }, signal);
    assert.equal(socket.remoteAddress, "127.0.0.1");
    assert.deepEqual(getEventListeners(signal, "abort"), []);
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

const describeOnLinux = process.platform === "linux" ? describe : describe.skip;

describeOnLinux("openSocket with two addresses", function () {
  this.timeout(20_000);
  const { signal } = new AbortController();
  const [slowAddress, silentAddress, closedAddress] = ["127.0.0.2", "127.0.0.3", "127.0.0.4"];
  let slow: UnansweredPort;
  let silent: UnansweredPort;

  beforeEach(async () => {
    slow = await startUnansweredPort(slowAddress);
    silent = await startUnansweredPort(silentAddress, slow.port);
  });
  afterEach(() => Promise.all([slow.close(), silent.close()]));

  // 240.0.0.0/4 is reserved: there is no route to it.
  const others: [what: string, address: string][] = [
    ["one that never answers", silentAddress],
    ["one that cannot be routed", "240.0.0.1"],
    ["one that refuses", closedAddress],
  ];
  for (const [what, address] of others) {
    for (const isFirst of [true, false]) {
      const addresses = isFirst ? [slowAddress, address] : [address, slowAddress];
      it(`connects to the slow one ${isFirst ? "before" : "after"} ${what} (NET-01)`, async () => {
        const clock = new MovedClock();
        const host = "two-addresses.example";
        const addressesOf = (): Promise<string[]> => Promise.resolve(addresses);
        const opening = openSocket({ host, port: slow.port }, signal, { clock, addressesOf });
        if (address === silentAddress) await timerOf(clock);
        // From now on, both are being tried.
        clock.advance(250);
        clock.advance(60_000);
        slow.answer();
        const socket = await opening;
        assert.equal(socket.remoteAddress, slowAddress);
        assert.deepEqual(clock.waiting, []);
        socket.destroy();
      });
    }
  }

  it("closes the connections that it is opening when it is cancelled (HTTP-07)", async () => {
    const ending = new AbortController();
    const clock = new MovedClock();
    const addressesOf = (): Promise<string[]> => Promise.resolve([slowAddress, silentAddress]);
    const endpoint = { host: "two-addresses.example", port: slow.port };
    const opening = openSocket(endpoint, ending.signal, { clock, addressesOf });
    await timerOf(clock);
    const reason = new Error("enough");
    ending.abort(reason);
    assert.equal(await rejection(opening, Error), reason);
    assert.deepEqual(clock.waiting, []);
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
