import assert from "node:assert/strict";
import { AutoTransport } from "../../../src/service/autoTransport";
import { type TransportPhase, type TransportRequest } from "../../../src/service/transport";
import { ProxyRefusedError } from "../../../src/service/transportError";
import { type ReplaceableTransport } from "../../../src/service/transportSlot";
import { deferred } from "../../support/deferred";
import { MovedClock } from "../../support/movedClock";
import { rejection } from "../../support/rejection";

/** Answers or fails as it is told, and counts. */
class ScriptedTransport implements ReplaceableTransport {
  sent = 0;
  retired = 0;
  disposed = 0;
  /** What it tells before it ends. */
  phases: readonly TransportPhase[] = [];

  constructor(public outcome: number | Error | Promise<number>) {}

  async send(request: TransportRequest): ReturnType<ReplaceableTransport["send"]> {
    this.sent += 1;
    for (const phase of this.phases) request.onPhase?.(phase);
    const cancelled = new Promise<never>((_, reject) =>
      request.signal.addEventListener("abort", () => reject(request.signal.reason as Error)),
    );
    const outcome = await Promise.race([this.outcome, cancelled]);
    if (outcome instanceof Error) throw outcome;
    const body = new Response("").body ?? assert.fail();
    return { status: outcome, headers: new Map(), body };
  }

  retire(): Promise<void> {
    this.retired += 1;
    return Promise.resolve();
  }

  dispose(): void {
    this.disposed += 1;
  }
}

const origin = "https://service.example";
const refusal = new ProxyRefusedError("the proxy p:1 requires authentication", "p:1", 407);
const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

describe("AutoTransport", () => {
  let usual: ScriptedTransport;
  let other: ScriptedTransport;
  let reported: [origin: string, obstacle: Error][];
  let failures: [origin: string, message: string][];
  let clock: MovedClock;
  let transport: AutoTransport;
  beforeEach(() => {
    clock = new MovedClock();
    failures = [];
    usual = new ScriptedTransport(200);
    other = new ScriptedTransport(201);
    reported = [];
    transport = new AutoTransport({
      usual,
      other,
      onOther: (...line) => reported.push(line),
      onNeither: (failed, { message }) => failures.push([failed, message]),
      clock,
    });
  });

  async function statusOf(request: Partial<TransportRequest> = {}): Promise<number> {
    const { signal } = new AbortController();
    return (await transport.send({ origin, path: "/", headers: {}, signal, ...request })).status;
  }

  it("asks the usual one, and stays with it after any answer", async () => {
    usual.outcome = 503;
    assert.equal(await statusOf(), 503);
    usual.outcome = refusal;
    assert.equal(await rejection(statusOf(), Error), refusal);
    assert.deepEqual([usual.sent, other.sent, reported], [2, 0, []]);
    assert.equal(transport.wayOf(origin), "usual");
  });

  it("stays with the other one where a proxy is in the way, and says so once", async () => {
    usual.outcome = refusal;
    assert.deepEqual([await statusOf(), await statusOf()], [201, 201]);
    assert.deepEqual([usual.sent, other.sent, reported], [1, 2, [[origin, refusal]]]);
    assert.equal(transport.wayOf(origin), "other");
  });

  for (const code of ["DEPTH_ZERO_SELF_SIGNED_CERT", "CERT_HAS_EXPIRED", "EPROTO"]) {
    it(`never goes the other way because of ${code} (SEC-33)`, async () => {
      const failure = Object.assign(new Error(code), { code });
      usual.outcome = failure;
      usual.phases = ["connecting"];
      assert.equal(await rejection(statusOf(), Error), failure);
      assert.equal(await rejection(statusOf(), Error), failure);
      assert.deepEqual([usual.sent, other.sent, reported, failures], [2, 0, [], []]);
      assert.equal(transport.wayOf(origin), undefined);
    });
  }

  it("chooses for each origin alone", async () => {
    usual.outcome = refusal;
    await statusOf();
    usual.outcome = 200;
    assert.equal(await statusOf({ origin: "https://elsewhere.example" }), 200);
    assert.equal(await statusOf(), 201);
  });

  const unconnected = [
    "ENOTFOUND",
    "EAI_AGAIN",
    "ECONNREFUSED",
    "ENETUNREACH",
    "EHOSTUNREACH",
    "ETIMEDOUT",
  ];
  for (const code of unconnected) {
    it(`stays with the other one where the usual one cannot connect: ${code}`, async () => {
      const failure = Object.assign(new Error(code), { code });
      usual.outcome = failure;
      usual.phases = ["connecting"];
      assert.deepEqual([await statusOf(), await statusOf()], [201, 201]);
      assert.deepEqual([usual.sent, other.sent, reported], [1, 2, [[origin, failure]]]);
    });
  }

  it("tries the other one when a connection takes too long", async () => {
    usual.outcome = new Promise<number>(() => undefined);
    usual.phases = ["connecting"];
    const pending = statusOf();
    clock.advance(5_000);
    assert.deepEqual([await pending, usual.sent, other.sent], [201, 1, 1]);
    assert.deepEqual(clock.waiting, []);
    assert.match(reported[0]?.[1].message ?? "", /no connection within 5000 ms/);
  });

  it("waits as long as it takes for an answer on an open connection", async () => {
    const answer = deferred<number>();
    usual.outcome = answer.promise;
    usual.phases = ["connecting", "waiting for the response"];
    const pending = statusOf();
    clock.advance(60_000);
    answer.resolve(200);
    assert.deepEqual([await pending, other.sent], [200, 0]);
  });

  it("sends nothing twice that may have been sent", async () => {
    usual.outcome = Object.assign(new Error("reset"), { code: "ECONNRESET" });
    usual.phases = ["connecting", "waiting for the response"];
    assert.equal(await rejection(statusOf(), Error), usual.outcome);
    assert.deepEqual([other.sent, transport.wayOf(origin)], [0, undefined]);
  });

  for (const here of ["http://localhost:8080", "http://127.0.0.1:8080", "http://[::1]:8080"]) {
    it(`tells at once that nothing answers at ${here}`, async () => {
      usual.outcome = refused;
      usual.phases = ["connecting"];
      assert.equal(await rejection(statusOf({ origin: here }), Error), refused);
      assert.deepEqual([other.sent, failures], [0, []]);
    });
  }

  it("asks the other one in vain once a minute at most where no connection can be made", async () => {
    usual.outcome = refused;
    usual.phases = ["connecting"];
    other.outcome = new Error("the editor is offline");
    for (let count = 0; count < 3; count++) {
      assert.equal(await rejection(statusOf(), Error), refused);
    }
    assert.deepEqual([usual.sent, other.sent], [3, 1]);
    clock.advance(60_000);
    other.outcome = 201;
    assert.equal(await statusOf(), 201);
  });

  it("leaves a slow connection all its time where the other one was asked in vain (HTTP-06)", async () => {
    usual.outcome = refused;
    usual.phases = ["connecting"];
    other.outcome = refused;
    await rejection(statusOf(), Error);
    const answer = deferred<number>();
    usual.outcome = answer.promise;
    const pending = statusOf();
    assert.deepEqual(clock.waiting, []);
    answer.resolve(200);
    assert.equal(await pending, 200);
  });

  it("tells why the other one failed as well, without the key", async () => {
    usual.outcome = refusal;
    other.outcome = new Error("bad header k-123456");
    const headers = { "x-api-key": "k-123456" };
    assert.equal(await rejection(statusOf({ headers }), Error), refusal);
    assert.deepEqual(failures, [[origin, "bad header [REDACTED]"]]);
  });

  it("ends at once when it is cancelled while the other one is asked", async () => {
    const ending = new AbortController();
    usual.outcome = refused;
    usual.phases = ["connecting"];
    other.outcome = new Promise<number>(() => undefined);
    const pending = statusOf({ signal: ending.signal });
    await new Promise(setImmediate);
    ending.abort(new Error("enough"));
    await rejection(pending, Error);
    assert.deepEqual([other.sent, failures], [1, []]);
  });

  it("tells what is in the usual one's way where neither gets an answer, and tries both again", async () => {
    usual.outcome = refusal;
    other.outcome = refused;
    assert.equal(await rejection(statusOf(), Error), refusal);
    assert.deepEqual(reported, []);
    other.outcome = 201;
    assert.equal(await statusOf(), 201);
    assert.deepEqual([usual.sent, other.sent], [2, 2]);
  });

  it("sends nothing more once the request is cancelled", async () => {
    const ending = new AbortController();
    usual.outcome = refusal;
    const pending = statusOf({ signal: ending.signal });
    ending.abort(new Error("enough"));
    await rejection(pending, Error);
    assert.equal(other.sent, 0);
  });

  it("says once what requests that came together found", async () => {
    usual.outcome = refusal;
    assert.deepEqual(await Promise.all([statusOf(), statusOf(), statusOf()]), [201, 201, 201]);
    assert.equal(reported.length, 1);
  });

  it("stays with what answered first", async () => {
    let answer: (status: number) => void = () => undefined;
    usual.outcome = new Promise((resolve) => (answer = resolve));
    const first = statusOf();
    usual.outcome = refusal;
    assert.equal(await statusOf(), 201);
    answer(200);
    assert.equal(await first, 200);
    assert.equal(transport.wayOf(origin), "other");
  });

  it("reports the phases of both transports (HTTP-06)", async () => {
    usual.phases = ["connecting"];
    usual.outcome = refusal;
    other.phases = ["connecting", "waiting for the response"];
    const phases: TransportPhase[] = [];
    await statusOf({ onPhase: (phase) => phases.push(phase) });
    assert.deepEqual(phases, ["connecting", "connecting", "waiting for the response"]);
  });

  it("retires and closes both", async () => {
    await transport.retire();
    transport.dispose();
    assert.deepEqual([usual.retired, other.retired, usual.disposed, other.disposed], [1, 1, 1, 1]);
  });
});
