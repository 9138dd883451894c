import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { RequestQueue } from "../../../src/service/requestQueue";
import { Urgency } from "../../../src/service/urgency";
import { deferred } from "../../support/deferred";
import { runs } from "../../support/propertyRuns";
import { rejection } from "../../support/rejection";

describe("RequestQueue", () => {
  let places: number;
  let queue: RequestQueue;
  /** Names of the work that has begun, in this order. */
  let begun: string[];
  let ends: Map<string, () => void>;

  beforeEach(() => {
    places = 8;
    queue = new RequestQueue(() => places);
    begun = [];
    ends = new Map();
  });

  /** Work that goes on until it is told to end. */
  function run(name: string, urgency: Urgency, signal?: AbortSignal): Promise<string> {
    const { promise, resolve } = deferred<string>();
    const work = (): Promise<string> => {
      begun.push(name);
      ends.set(name, () => resolve(name));
      return promise;
    };
    return queue.run(work, urgency, signal);
  }

  async function start(level: "click" | "bulk", names: readonly string[]): Promise<void> {
    for (const name of names) void run(name, new Urgency(level));
    await setImmediate();
  }

  async function end(name: string): Promise<void> {
    await setImmediate();
    ends.get(name)?.();
    await setImmediate();
  }

  it("gives what the work gives", async () => {
    const result = run("a", new Urgency("click"));
    await end("a");
    assert.equal(await result, "a");
  });

  it("runs no more at once than there are places, in the order they came", async () => {
    places = 2;
    await start("click", ["a", "b", "c", "d"]);
    assert.deepEqual([begun, queue.waiting], [["a", "b"], 2]);
    await end("b");
    assert.deepEqual([begun, queue.waiting], [["a", "b", "c"], 1]);
  });

  it("gives a place back when the work fails", async () => {
    places = 1;
    const problem = new Error("no answer");
    const failing = queue.run(() => Promise.reject(problem), new Urgency("click"));
    const next = run("next", new Urgency("click"));
    assert.equal(await rejection(failing, Error), problem);
    await end("next");
    assert.equal(await next, "next");
  });

  const kept: [places: number, bulk: number][] = [
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [8, 6],
    [16, 12],
    [0, 1],
    [Number.NaN, 1],
    [2.9, 1],
  ];
  for (const [count, bulk] of kept) {
    it(`lets ${bulk} of bulk work run where there are ${count} places`, async () => {
      places = count;
      await start(
        "bulk",
        Array.from({ length: 20 }, (_, index) => `bulk ${index}`),
      );
      assert.equal(begun.length, bulk);
    });
  }

  it("starts a click at once behind any number of bulk downloads", async () => {
    await start("bulk", ["a", "b", "c", "d", "e", "f", "g", "h"]);
    await start("click", ["click"]);
    assert.equal(begun.at(-1), "click");
  });

  it("starts the click first when both wait", async () => {
    places = 1;
    await start("bulk", ["a", "b"]);
    await start("click", ["click"]);
    await end("a");
    assert.deepEqual(begun, ["a", "click"]);
  });

  it("starts bulk work once enough places are free", async () => {
    places = 2;
    await start("click", ["click"]);
    await start("bulk", ["a"]);
    assert.deepEqual(begun, ["click"]);
    await end("click");
    assert.deepEqual(begun, ["click", "a"]);
  });

  it("starts what waits in bulk when a person asks for it", async () => {
    places = 2;
    const urgency = new Urgency("bulk");
    await start("bulk", ["a", "b"]);
    void run("wanted", urgency);
    urgency.raise();
    await setImmediate();
    assert.deepEqual(begun, ["a", "wanted"]);
  });

  it("lets what is raised wait behind the clicks that came before", async () => {
    places = 1;
    const urgency = new Urgency("bulk");
    await start("click", ["a", "b"]);
    void run("wanted", urgency);
    await start("bulk", ["c"]);
    urgency.raise();
    for (const name of ["a", "b", "wanted"]) await end(name);
    assert.deepEqual(begun, ["a", "b", "wanted", "c"]);
  });

  it("asks for the number of places anew", async () => {
    places = 1;
    await start("click", ["a", "b", "c", "d"]);
    places = 3;
    await end("a");
    assert.deepEqual(begun, ["a", "b", "c", "d"]);
    places = 1;
    await start("click", ["e"]);
    for (const name of ["b", "c"]) await end(name);
    assert.equal(begun.includes("e"), false);
    await end("d");
    assert.equal(begun.includes("e"), true);
  });

  describe("cancelled (HTTP-07)", () => {
    const reason = new Error("the tab was closed");

    it("leaves at once and lets the others pass", async () => {
      places = 1;
      const abort = new AbortController();
      await start("click", ["a"]);
      const left = rejection(run("left", new Urgency("click"), abort.signal), Error);
      void run("c", new Urgency("click"));
      abort.abort(reason);
      assert.equal(await left, reason);
      await end("a");
      assert.deepEqual(begun, ["a", "c"]);
    });

    it("never begins when it was cancelled before", async () => {
      const signal = AbortSignal.abort(reason);
      assert.equal(await rejection(run("a", new Urgency("bulk"), signal), Error), reason);
      assert.deepEqual([begun, queue.waiting], [[], 0]);
    });

    it("forgets the signal once its turn has come", async () => {
      const { signal } = new AbortController();
      void run("a", new Urgency("click"), signal);
      await setImmediate();
      assert.deepEqual(getEventListeners(signal, "abort"), []);
    });
  });

  it("starts everything once, never too many at once, whatever happens", async () => {
    type Step = readonly ["click" | "bulk" | "end" | "abort" | "raise", number];
    const kinds = fc.constantFrom<Step[0][]>("click", "bulk", "end", "abort", "raise");
    const steps = fc.array<Step>(fc.tuple(kinds, fc.nat(30)), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 5 }), async (tried, count) => {
        const state = await play(tried, count);
        assert.ok(state.max <= count, `${state.max} of ${count} ran at once`);
        assert.deepEqual([state.left, state.fulfilled], [0, state.begun]);
      }),
      { numRuns: Math.min(runs(), 500) },
    );
  });
});

/** Plays steps on a queue, ends all that still runs, and tells what was seen. */
async function play(
  steps: readonly (readonly [string, number])[],
  places: number,
): Promise<{ max: number; left: number; begun: number; fulfilled: number }> {
  const queue = new RequestQueue(() => places);
  const ends: (() => void)[] = [];
  const asked: {
    abort: AbortController;
    urgency: Urgency;
    settled: Promise<PromiseSettledResult<void>[]>;
  }[] = [];
  let running = 0;
  let max = 0;
  const work = async (): Promise<void> => {
    running += 1;
    max = Math.max(max, running);
    const { promise, resolve } = deferred<undefined>();
    ends.push(() => resolve(undefined));
    await promise;
    running -= 1;
  };
  for (const [kind, index] of steps) {
    if (kind === "click" || kind === "bulk") {
      const abort = new AbortController();
      const urgency = new Urgency(kind);
      const settled = Promise.allSettled([queue.run(work, urgency, abort.signal)]);
      asked.push({ abort, urgency, settled });
    } else if (kind === "end") ends[index % Math.max(1, ends.length)]?.();
    else if (kind === "abort") asked[index % Math.max(1, asked.length)]?.abort.abort();
    else asked[index % Math.max(1, asked.length)]?.urgency.raise();
    await Promise.resolve();
  }
  do {
    for (const end of ends) end();
    await setImmediate();
  } while (running > 0 || queue.waiting > 0);
  const outcomes = (await Promise.all(asked.map(({ settled }) => settled))).flat();
  const fulfilled = outcomes.filter(({ status }) => status === "fulfilled").length;
  return { max, left: queue.waiting, begun: ends.length, fulfilled };
}
