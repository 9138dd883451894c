import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { Deadline } from "../../../src/service/deadline";
import { MovedClock } from "../../support/movedClock";

describe("Deadline", () => {
  let clock: MovedClock;
  beforeEach(() => {
    clock = new MovedClock();
  });

  it("expires after its time, not a millisecond sooner (HTTP-06)", () => {
    const deadline = new Deadline(clock, undefined);
    deadline.expireAfter(100);
    clock.advance(99);
    assert.deepEqual([deadline.ending, deadline.leftMs], [undefined, 1]);
    clock.advance(1);
    assert.equal(deadline.ending, "expired");
  });

  it("counts a new limit from when it is set, in place of the old one", () => {
    const deadline = new Deadline(clock, undefined);
    deadline.expireAfter(100);
    clock.advance(60);
    deadline.expireAfter(100);
    clock.advance(99);
    assert.equal(deadline.ending, undefined);
    deadline.lift();
    clock.advance(1_000_000);
    assert.deepEqual([deadline.ending, deadline.leftMs], [undefined, Infinity]);
  });

  it("keeps its first ending", () => {
    const deadline = new Deadline(clock, undefined);
    deadline.end("failed");
    deadline.end("cancelled");
    assert.equal(deadline.ending, "failed");
  });

  it("waits the whole time, and then has no timer left (HTTP-08)", async () => {
    const deadline = new Deadline(clock, undefined);
    let isOver = false;
    const waited = deadline.wait(500).then(() => (isOver = true));
    const shorter = new Deadline(clock, undefined).wait(499);
    clock.advance(499);
    await shorter;
    assert.equal(isOver, false);
    clock.advance(1);
    await waited;
    assert.deepEqual(clock.waiting, []);
  });

  it("ends a wait at once when it is cancelled, and the wait's timer with it (HTTP-07)", async () => {
    const caller = new AbortController();
    const deadline = new Deadline(clock, caller.signal);
    const waited = deadline.wait(500);
    caller.abort();
    await assert.rejects(waited, { message: "the exchange has ended" });
    assert.deepEqual(clock.waiting, []);
    assert.equal(deadline.ending, "cancelled");
  });

  it("aborts one signal, which is made once", () => {
    const deadline = new Deadline(clock, undefined);
    const { signal } = deadline;
    assert.equal(deadline.signal, signal);
    deadline.end("failed");
    assert.equal(signal.aborted, true);
  });

  it("gives an aborted signal to those who ask after its end", () => {
    const deadline = new Deadline(clock, undefined);
    deadline.end("failed");
    assert.equal(deadline.signal.aborted, true);
  });

  it("forgets caller and clock once it is disposed", () => {
    const caller = new AbortController();
    const deadline = new Deadline(clock, caller.signal);
    deadline.expireAfter(100);
    deadline.dispose();
    assert.deepEqual(clock.waiting, []);
    assert.deepEqual(getEventListeners(caller.signal, "abort"), []);
    caller.abort();
    assert.equal(deadline.ending, undefined);
  });

  it("ends with another one that it is part of", () => {
    const outer = new Deadline(clock, undefined);
    const inner = new Deadline(clock, outer);
    outer.expireAfter(10);
    clock.advance(10);
    assert.deepEqual([outer.ending, inner.ending], ["expired", "cancelled"]);
  });
});
