import assert from "node:assert/strict";
import { type ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { HttpError, NetworkError, TimeoutError } from "../../../src/service/errors";
import { type RequestLogEntry } from "../../../src/service/requestLogEntry";
import { type ServiceClient, type ServiceClientOptions } from "../../../src/service/serviceClient";
import { type Transport, type TransportPhase } from "../../../src/service/transport";
import { Urgency } from "../../../src/service/urgency";
import { deferred } from "../../support/deferred";
import { MovedClock } from "../../support/movedClock";
import { rejection } from "../../support/rejection";
import { testClient, type TestClient } from "../../support/testClient";
import { startServer, type TestServer } from "../../support/testServer";

type Respond = (response: ServerResponse) => void;

const reason = new Error("the tab was closed");
const whole: Respond = (response) => response.end("[]");

function failing(status: number, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) => response.writeHead(status, headers).end(`status ${status}`);
}

describe("requests that fail", () => {
  let clock: MovedClock;
  let server: TestServer;
  let test: TestClient;
  let client: ServiceClient;
  /** What the server does with each request, the last one with all that follow. */
  let responses: Respond[];
  let entries: RequestLogEntry[];
  let heard: (() => void)[];

  function connect(options: Partial<ServiceClientOptions> = {}): void {
    test = testClient(server.origin, { clock, random: () => 0.5, log: hear, ...options });
    ({ client } = test);
  }

  function hear(entry: RequestLogEntry): void {
    entries.push(entry);
    for (const listener of heard.splice(0)) listener();
  }

  /** The log's entry of this number, as soon as it is there. */
  async function entry(number: number): Promise<RequestLogEntry> {
    for (;;) {
      const found = entries[number];
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => heard.push(resolve));
    }
  }

  beforeEach(async () => {
    clock = new MovedClock();
    entries = [];
    heard = [];
    responses = [whole];
    server = await startServer((_, response) => {
      const respond = responses.length > 1 ? responses.shift() : responses[0];
      respond?.(response);
    });
    connect();
  });

  afterEach(async () => {
    test.dispose();
    await server.close();
  });

  it("are sent again after a back-off, and the answer tells how often (HTTP-09)", async () => {
    responses = [failing(503), failing(500), whole];
    const listing = client.listMarkets();
    assert.equal((await entry(0)).retryInMs, 250);
    clock.advance(249);
    await setImmediate();
    assert.equal(server.requests.length, 1);
    clock.advance(1);
    assert.equal((await entry(1)).retryInMs, 500);
    clock.advance(500);
    assert.deepEqual((await listing).items, []);
    assert.equal(server.requests.length, 3);
  });

  it("are sent again for what may be over in a moment, whether something is kept or not", async () => {
    connect({ random: () => 0 });
    responses = [failing(503), whole];
    assert.deepEqual((await client.listMarkets({ hasFallback: true })).items, []);
    assert.equal(server.requests.length, 2);
  });

  it("are sent three times at most, and tell the last answer (HTTP-02, HTTP-09)", async () => {
    connect({ random: () => 0 });
    responses = [failing(503), failing(502), failing(504), whole];
    const error = await rejection(client.listMarkets(), HttpError);
    assert.deepEqual([error.status, error.body, error.attempts], [504, "status 504", 3]);
    assert.equal(server.requests.length, 3);
  });

  it("log one line for each attempt, and when the next one follows (LOG-01)", async () => {
    connect({ random: () => 0 });
    responses = [failing(503), whole];
    await client.listMarkets();
    const common = { method: "GET", target: "/api/v3/forecast/market/", ms: 0 };
    assert.deepEqual(entries, [
      { ...common, status: 503, bytes: 10, attempt: 1, outcome: "failed", retryInMs: 0 },
      { ...common, status: 200, bytes: 2, attempt: 2, outcome: "ok" },
    ]);
    assert.deepEqual(client.counts, { sent: 2, answered: 1, failed: 1, retried: 1 });
  });

  it("are sent 70 times in all when 50 fail at once (HTTP-09)", async () => {
    connect({ random: () => 0 });
    responses = [failing(503)];
    const failures = await Promise.all(
      Array.from({ length: 50 }, () => rejection(client.listMarkets(), HttpError)),
    );
    assert.equal(server.requests.length, 70);
    assert.equal(Math.max(...failures.map(({ attempts }) => attempts)), 3);
    assert.deepEqual(client.counts, { sent: 70, answered: 0, failed: 70, retried: 20 });
  });

  it("are sent again at once for one lost connection from before, not for the next (HTTP-11, 14.4)", async () => {
    const lost = Object.assign(new Error("reset"), { code: "ECONNRESET" });
    const send: Transport["send"] = ({ onPhase }) => {
      onPhase?.("waiting for the response");
      return Promise.reject(lost);
    };
    connect({ transport: { send, dispose: () => undefined } });
    const listing = rejection(client.listMarkets(), NetworkError);
    assert.equal((await entry(0)).retryInMs, 0);
    assert.equal((await entry(1)).retryInMs, 250);
    clock.advance(250);
    assert.equal((await listing).attempts, 3);
  });

  describe("and whose answer asks to wait", () => {
    const waits: [retryAfter: string, delayMs: number | undefined][] = [
      ["0", 250],
      ["5", 5_250],
      ["30", 30_000],
      ["31", undefined],
      ["120", undefined],
      ["1e9", undefined],
      ["-1", 250],
      ["abc", 250],
      ["Mon, 01 Jul 2024 12:00:05 GMT", 5_250],
      ["Mon, 01 Jul 2024 11:00:00 GMT", 250],
      ["Sun, 01 Jul 2074 12:00:00 GMT", undefined],
    ];
    for (const [retryAfter, delayMs] of waits) {
      const does = delayMs === undefined ? "are not sent again" : `wait ${delayMs} ms`;
      it(`${does}: Retry-After ${retryAfter} (HTTP-08)`, async () => {
        const date = "Mon, 01 Jul 2024 12:00:00 GMT";
        responses = [failing(429, { "retry-after": retryAfter, date })];
        const abort = new AbortController();
        const listing = client.listMarkets({ signal: abort.signal });
        assert.equal((await entry(0)).retryInMs, delayMs);
        abort.abort(reason);
        await rejection(listing, Error);
        assert.equal(server.requests.length, 1);
      });
    }

    it("say when to come back where that is beyond the limit (HTTP-08)", async () => {
      responses = [failing(503, { "retry-after": "120" })];
      const error = await rejection(client.listMarkets(), HttpError);
      assert.deepEqual([error.retryAfterMs, error.attempts], [120_000, 1]);
      assert.match(error.message, /503 status 503 \(the service asks you to wait 120 s\)$/);
    });

    it("stop at once when less time is left than that (HTTP-08)", async () => {
      connect({ timeoutMs: 5_000 });
      responses = [failing(503, { "retry-after": "5" })];
      const error = await rejection(client.listMarkets(), HttpError);
      assert.deepEqual([error.status, error.attempts], [503, 1]);
    });
  });

  it("end at once when they are cancelled in their back-off (HTTP-07)", async () => {
    responses = [failing(503)];
    const abort = new AbortController();
    const listing = rejection(client.listMarkets({ signal: abort.signal }), Error);
    await entry(0);
    abort.abort(reason);
    assert.equal(await listing, reason);
    assert.deepEqual([clock.waiting, server.requests.length], [[], 1]);
  });

  describe("on a connection from before (HTTP-11)", () => {
    const lost: Respond = (response) => response.socket?.destroy();

    it("are sent once more at once", async () => {
      responses = [whole, lost, whole];
      await client.listMarkets();
      // The agent takes a connection back a turn after its answer was read.
      await setImmediate();
      await client.listMarkets();
      assert.deepEqual(
        entries.map(({ attempt, retryInMs }) => [attempt, retryInMs]),
        [
          [1, undefined],
          [1, 0],
          [2, undefined],
        ],
      );
    });

    it("are sent again after a back-off when the next connection is lost as well", async () => {
      responses = [whole, lost];
      await client.listMarkets();
      await setImmediate();
      const failure = rejection(client.listMarkets(), NetworkError);
      assert.deepEqual([(await entry(1)).retryInMs, (await entry(2)).retryInMs], [0, 250]);
      clock.advance(250);
      assert.equal((await failure).attempts, 3);
    });

    it("are sent again after a back-off when the connection was new", async () => {
      responses = [lost, whole];
      const listing = client.listMarkets();
      assert.equal((await entry(0)).retryInMs, 250);
      clock.advance(250);
      assert.deepEqual((await listing).items, []);
    });

    it("take nothing from what all requests may repeat", async () => {
      connect({ random: () => 0 });
      for (let round = 0; round < 30; round += 1) {
        responses = [whole, lost, whole];
        await client.listMarkets();
        await setImmediate();
        await client.listMarkets();
        await setImmediate();
      }
      responses = [failing(503)];
      await Promise.all(
        Array.from({ length: 50 }, () => rejection(client.listMarkets(), HttpError)),
      );
      assert.equal(client.counts.retried, 30 + 20);
    });
  });

  describe("by their budgets", () => {
    const phases: [phase: TransportPhase, ms: number][] = [
      ["connecting", 10_000],
      ["waiting for the response", 30_000],
    ];
    for (const [phase, ms] of phases) {
      it(`are given up after ${ms} ms ${phase}, and tried again (HTTP-06)`, async () => {
        connect({ transport: silentTransport([phase]), random: () => 0 });
        const failure = rejection(client.listMarkets(), TimeoutError);
        await expire(ms, 3);
        const error = await failure;
        assert.deepEqual([error.phase, error.budgetMs, error.attempts], [phase, ms, 3]);
        assert.deepEqual(clock.waiting, []);
      });
    }

    it("are given up after one shorter wait for a connection when something is kept", async () => {
      connect({ transport: silentTransport(["connecting"]), random: () => 0 });
      const failure = rejection(client.listMarkets({ hasFallback: true }), TimeoutError);
      await expire(8_000, 1);
      const error = await failure;
      assert.deepEqual([error.phase, error.attempts], ["connecting", 1]);
      assert.deepEqual(clock.waiting, []);
    });

    it("have the whole time for the answer once they are connected (HTTP-06)", async () => {
      const transport = silentTransport(["connecting", "waiting for the response"]);
      connect({ transport, headersTimeoutMs: 70_000, random: () => 0 });
      const failure = rejection(client.listMarkets(), TimeoutError);
      await expire(70_000, 1);
      await setImmediate();
      clock.advance(50_000);
      const error = await failure;
      assert.deepEqual(
        [error.phase, error.budgetMs, error.attempts],
        ["waiting for the response", 120_000, 2],
      );
    });

    it("have their total time alone with a transport that tells no phase (HTTP-06)", async () => {
      connect({ transport: silentTransport([]) });
      const failure = rejection(client.listMarkets(), TimeoutError);
      await setImmediate();
      assert.deepEqual(clock.waiting, [120_000]);
      clock.advance(120_000);
      assert.deepEqual((await failure).budgetMs, 120_000);
    });

    it("keep the status of an error whose body does not end, after ten seconds (HTTP-01)", async () => {
      const begun = deferred<true>();
      responses = [(response) => response.writeHead(400).write("no", () => begun.resolve(true))];
      const failure = rejection(client.listMarkets(), HttpError);
      await begun.promise;
      while (!clock.waiting.includes(10_000)) await setImmediate();
      clock.advance(10_000);
      assert.equal((await failure).status, 400);
    });

    /** Lets the time of so many attempts run out, one after the other. */
    async function expire(ms: number, attempts: number): Promise<void> {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        await setImmediate();
        clock.advance(ms);
        await entry(attempt);
      }
    }
  });

  describe("and others in their queue", () => {
    let held: ServerResponse[];

    beforeEach(() => {
      held = [];
      responses = [(response) => held.push(response)];
    });

    async function arrived(count: number): Promise<void> {
      while (held.length < count) await setImmediate();
    }

    it("have all of their time from the moment when their turn comes", async () => {
      connect({ maxConcurrentRequests: () => 1, timeoutMs: 100 });
      const first = client.listMarkets();
      const second = client.listHedgings();
      await arrived(1);
      clock.advance(90);
      held[0]?.end("[]");
      await first;
      await arrived(2);
      clock.advance(90);
      held[1]?.end("[]");
      assert.deepEqual((await second).items, []);
    });

    it("leave it at once when they are cancelled, and are never sent (HTTP-07)", async () => {
      connect({ maxConcurrentRequests: () => 1 });
      const abort = new AbortController();
      const first = client.listMarkets();
      const second = rejection(client.listHedgings({ signal: abort.signal }), Error);
      await arrived(1);
      abort.abort(reason);
      assert.equal(await second, reason);
      held[0]?.end("[]");
      await first;
      assert.equal(server.requests.length, 1);
    });

    it("let a click pass all bulk work, and what is raised with it", async () => {
      connect({ maxConcurrentRequests: () => 4 });
      const raised = new Urgency("bulk");
      const bulk = Array.from({ length: 5 }, () =>
        client.listMarkets({ urgency: new Urgency("bulk") }),
      );
      const wanted = client.listHedgings({ urgency: raised });
      await arrived(3);
      raised.raise();
      await arrived(4);
      assert.equal(server.requests.at(-1)?.target, "/api/v3/forecast/hedging/");
      responses = [whole];
      for (const response of held) response.end("[]");
      await Promise.all([...bulk, wanted]);
    });
  });
});

/** A transport that comes to these phases and to no answer. */
function silentTransport(phases: readonly TransportPhase[]): Transport {
  return {
    send: ({ onPhase, signal }) => {
      for (const phase of phases) onPhase?.(phase);
      return new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    },
    dispose: () => undefined,
  };
}
