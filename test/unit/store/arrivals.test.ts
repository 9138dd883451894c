import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { Arrivals } from "../../../src/store/arrivals";

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("Arrivals", () => {
  it("gives what has come in its order, whatever the order in which it came", async () => {
    const places = fc.integer({ min: 1, max: 20 }).chain((count) => {
      const all = Array.from({ length: count }, (_, at) => at);
      return fc.shuffledSubarray(all, { minLength: count });
    });
    await fc.assert(
      fc.asyncProperty(places, fc.func(fc.boolean()), async (order, isLost) => {
        const arrivals = new Arrivals<string>();
        const early = collected(arrivals.inOrder());
        for (const at of order) {
          await Promise.resolve();
          arrivals.settle(at, isLost(at) ? undefined : `item ${at}`);
        }
        arrivals.end();
        const expected = order
          .toSorted((one, other) => one - other)
          .filter((at) => !isLost(at))
          .map((at) => `item ${at}`);
        assert.deepEqual(await early, expected);
        assert.deepEqual(await collected(arrivals.inOrder()), expected);
      }),
    );
  });

  it("ends at the first of which nothing was heard", async () => {
    const arrivals = new Arrivals<string>();
    const items = collected(arrivals.inOrder());
    for (const at of [0, 2]) arrivals.settle(at, `item ${at}`);
    arrivals.end();
    assert.deepEqual(await items, ["item 0"]);
  });

  it("has room as long as no reader is far behind", async () => {
    const arrivals = new Arrivals<string>();
    for (const at of [0, 1, 2, 3]) arrivals.settle(at, `item ${at}`);
    // Nobody reads.
    await arrivals.room(2);
    const slow = arrivals.inOrder();
    const fast = arrivals.inOrder();
    for (const reader of [slow, fast, fast, fast]) await reader.next();
    let hasRoom = false;
    const room = arrivals.room(2).then(() => (hasRoom = true));
    await turn();
    assert.equal(hasRoom, false);
    await slow.next();
    await slow.next();
    await room;
  });

  it("has room again when the reader that is behind has left", async () => {
    const arrivals = new Arrivals<string>();
    for (const at of [0, 1, 2, 3]) arrivals.settle(at, `item ${at}`);
    const reader = arrivals.inOrder();
    await reader.next();
    const room = arrivals.room(1);
    await reader.return();
    await room;
  });

  it("waits for room no longer than who asks for it", async () => {
    const arrivals = new Arrivals<string>();
    for (const at of [0, 1]) arrivals.settle(at, `item ${at}`);
    await arrivals.inOrder().next();
    const cancelled = new AbortController();
    const room = arrivals.room(0, cancelled.signal);
    const reason = new Error("left");
    cancelled.abort(reason);
    await assert.rejects(room, (error) => error === reason);
  });

  it("waits no longer than its consumer", async () => {
    const cancelled = new AbortController();
    const items = collected(new Arrivals<string>().inOrder(cancelled.signal));
    const reason = new Error("left");
    cancelled.abort(reason);
    await assert.rejects(items, (error) => error === reason);
  });
});
