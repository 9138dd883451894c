import assert from "node:assert/strict";
import { AutoTransport } from "../../../src/service/autoTransport";
import { type TransportPhase, type TransportRequest } from "../../../src/service/transport";
import { ProxyRefusedError } from "../../../src/service/transportError";
import { type ReplaceableTransport } from "../../../src/service/transportSlot";
import { rejection } from "../../support/rejection";

/** Answers or fails as it is told, and counts. */
class ScriptedTransport implements ReplaceableTransport {
  sent = 0;
  retired = 0;
  disposed = 0;

  constructor(public outcome: number | Error | Promise<number>) {}

  async send(): ReturnType<ReplaceableTransport["send"]> {
    this.sent += 1;
    const outcome = await this.outcome;
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
const refusal = new ProxyRefusedError("the proxy p:1 wants to be told", "p:1", 407, "");
const untrusted = Object.assign(new Error("self-signed"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

describe("AutoTransport", () => {
  let usual: ScriptedTransport;
  let other: ScriptedTransport;
  let told: [origin: string, obstacle: Error][];
  let transport: AutoTransport;
  beforeEach(() => {
    usual = new ScriptedTransport(200);
    other = new ScriptedTransport(201);
    told = [];
    transport = new AutoTransport({ usual, other, onOther: (...line) => told.push(line) });
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
    assert.deepEqual([usual.sent, other.sent, told], [2, 0, []]);
    assert.equal(transport.wayOf(origin), "usual");
  });

  for (const [what, obstacle] of [
    ["a proxy", refusal],
    ["TLS", untrusted],
  ] as const) {
    it(`stays with the other one where ${what} is in the way, and says so once`, async () => {
      usual.outcome = obstacle;
      assert.deepEqual([await statusOf(), await statusOf()], [201, 201]);
      assert.deepEqual([usual.sent, other.sent, told], [1, 2, [[origin, obstacle]]]);
      assert.equal(transport.wayOf(origin), "other");
    });
  }

  it("chooses for each origin alone", async () => {
    usual.outcome = refusal;
    await statusOf();
    usual.outcome = 200;
    assert.equal(await statusOf({ origin: "https://elsewhere.example" }), 200);
    assert.equal(await statusOf(), 201);
  });

  it("does not try the other one where the network fails", async () => {
    usual.outcome = refused;
    assert.equal(await rejection(statusOf(), Error), refused);
    assert.deepEqual([other.sent, transport.wayOf(origin)], [0, undefined]);
  });

  it("tells what is in the usual one's way where neither gets an answer, and tries both again", async () => {
    usual.outcome = untrusted;
    other.outcome = refused;
    assert.equal(await rejection(statusOf(), Error), untrusted);
    assert.deepEqual(told, []);
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
    assert.equal(told.length, 1);
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

  it("ends the time for the connection when it goes the other way (HTTP-06)", async () => {
    usual.outcome = refusal;
    const phases: TransportPhase[] = [];
    await statusOf({ onPhase: (phase) => phases.push(phase) });
    assert.deepEqual(phases, ["waiting for the answer"]);
  });

  it("retires and closes both", async () => {
    await transport.retire();
    transport.dispose();
    assert.deepEqual([usual.retired, other.retired, usual.disposed, other.disposed], [1, 1, 1, 1]);
  });
});
