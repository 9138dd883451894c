import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { OrderedResults } from "../../../src/store/orderedResults";

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe("OrderedResults", () => {
  it("gives what has come in its order, whatever the order in which it came", async () => {
    const places = fc.integer({ min: 1, max: 20 }).chain((count) => {
      const all = Array.from({ length: count }, (_, at) => at);
      return fc.shuffledSubarray(all, { minLength: count });
    });
    await fc.assert(
      fc.asyncProperty(places, fc.func(fc.boolean()), async (order, isLost) => {
        const results = new OrderedResults<string>();
        const early = collected(results.inOrder());
        for (const at of order) {
          await Promise.resolve();
          results.settle(at, isLost(at) ? undefined : `item ${at}`);
        }
        results.end();
        const expected = order
          .toSorted((one, other) => one - other)
          .filter((at) => !isLost(at))
          .map((at) => `item ${at}`);
        assert.deepEqual(await early, expected);
        assert.deepEqual(await collected(results.inOrder()), expected);
      }),
    );
  });

  it("ends at the first of which nothing was heard", async () => {
    const results = new OrderedResults<string>();
    const items = collected(results.inOrder());
    for (const at of [0, 2]) results.settle(at, `item ${at}`);
    results.end();
    assert.deepEqual(await items, ["item 0"]);
  });

  it("has room as long as no reader is far behind", async () => {
    const results = new OrderedResults<string>();
    for (const at of [0, 1, 2, 3]) results.settle(at, `item ${at}`);
    // Nobody reads.
    await results.waitForCapacity(2);
    const slow = results.inOrder();
    const fast = results.inOrder();
    for (const reader of [slow, fast, fast, fast]) await reader.next();
    let hasRoom = false;
    const waitForCapacity = results.waitForCapacity(2).then(() => (hasRoom = true));
    await turn();
    assert.equal(hasRoom, false);
    await slow.next();
    await slow.next();
    await waitForCapacity;
  });

  it("has room again when the reader that is behind has left", async () => {
    const results = new OrderedResults<string>();
    for (const at of [0, 1, 2, 3]) results.settle(at, `item ${at}`);
    const reader = results.inOrder();
    await reader.next();
    const waitForCapacity = results.waitForCapacity(1);
    await reader.return();
    await waitForCapacity;
  });

  it("waits for room no longer than who asks for it", async () => {
    const results = new OrderedResults<string>();
    for (const at of [0, 1]) results.settle(at, `item ${at}`);
    await results.inOrder().next();
    const cancelled = new AbortController();
    const waitForCapacity = results.waitForCapacity(0, cancelled.signal);
    const reason = new Error("left");
    cancelled.abort(reason);
    await assert.rejects(waitForCapacity, (error) => error === reason);
  });

  it("waits no longer than its consumer", async () => {
    const cancelled = new AbortController();
    const items = collected(new OrderedResults<string>().inOrder(cancelled.signal));
    const reason = new Error("left");
    cancelled.abort(reason);
    await assert.rejects(items, (error) => error === reason);
  });
});
