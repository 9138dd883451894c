import assert from "node:assert/strict";
import { type Transport, type TransportRequest } from "../../../src/service/transport";
import { type ReplaceableTransport, TransportSlot } from "../../../src/service/transportSlot";
import { type Deferred, deferred } from "../../support/deferred";
import { rejection } from "../../support/rejection";

const request: TransportRequest = {
  origin: "https://service.example",
  path: "/",
  headers: {},
  signal: new AbortController().signal,
};

/** Notes what is asked of it; retires when told. */
class NotingTransport implements ReplaceableTransport {
  readonly notes: string[] = [];
  readonly retired: Deferred<undefined> = deferred();

  constructor(private readonly status: number) {}

  send: Transport["send"] = () => {
    this.notes.push("send");
    const none = new Response("").body ?? assert.fail();
    return Promise.resolve({ status: this.status, headers: new Map(), body: none });
  };

  async retire(): Promise<void> {
    this.notes.push("retire");
    await this.retired.promise;
  }

  dispose(): void {
    this.notes.push("dispose");
  }
}

describe("TransportSlot", () => {
  let made: NotingTransport[];
  let slot: TransportSlot;
  beforeEach(() => {
    made = [];
    slot = new TransportSlot(() => {
      const transport = new NotingTransport(200 + made.length);
      made.push(transport);
      return Promise.resolve(transport);
    });
  });

  const notes = (): string[][] => made.map((transport) => transport.notes);

  it("makes its transport with the first request (LIFE-01)", async () => {
    assert.equal(made.length, 0);
    await Promise.all([slot.send(request), slot.send(request)]);
    assert.deepEqual(notes(), [["send", "send"]]);
  });

  it("gives new requests to a new one, and closes the old one when its own have ended", async () => {
    const first = slot.send(request);
    slot.renew();
    const second = slot.send(request);
    assert.deepEqual([(await first).status, (await second).status], [200, 201]);
    assert.deepEqual(notes(), [["send", "retire"], ["send"]]);
    made[0]?.retired.resolve(undefined);
    await made[0]?.retired.promise;
    await new Promise(setImmediate);
    assert.deepEqual(notes(), [["send", "retire", "dispose"], ["send"]]);
  });

  it("closes the retiring ones too when it is disposed, and sends no more", async () => {
    await slot.send(request);
    slot.renew();
    await slot.send(request);
    slot.dispose();
    assert.deepEqual(notes(), [
      ["send", "retire", "dispose"],
      ["send", "dispose"],
    ]);
    await rejection(slot.send(request), Error);
  });

  it("closes one that was still being made when it was disposed", async () => {
    const pending = slot.send(request);
    slot.dispose();
    await pending;
    assert.deepEqual(notes(), [["dispose", "send"]]);
  });

  it("tries anew after one that could not be made", async () => {
    const problem = new Error("no memory");
    let attempts = 0;
    slot = new TransportSlot(() => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(problem) : Promise.resolve(new NotingTransport(204));
    });
    assert.equal(await rejection(slot.send(request), Error), problem);
    assert.equal((await slot.send(request)).status, 204);
  });

  it("loses no transport to one before it that could not be made", async () => {
    const first = deferred<ReplaceableTransport>();
    slot = new TransportSlot(() => {
      const transport = new NotingTransport(200 + made.length);
      made.push(transport);
      return made.length === 1 ? first.promise : Promise.resolve(transport);
    });
    const failed = rejection(slot.send(request), Error);
    slot.renew();
    await slot.send(request);
    first.reject(new Error("no memory"));
    await failed;
    await slot.send(request);
    assert.deepEqual(notes(), [[], ["send", "send"]]);
    slot.renew();
    await new Promise(setImmediate);
    assert.deepEqual(notes(), [[], ["send", "send", "retire"]]);
  });

  it("renews nothing when there was no request", async () => {
    slot.renew();
    assert.equal((await slot.send(request)).status, 200);
  });
});
