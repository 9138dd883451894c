import assert from "node:assert/strict";
import { SharedProgress } from "../../src/editor/sharedProgress";

describe("SharedProgress", () => {
  let shown: AbortController[];
  let over: Promise<unknown>[];
  let progress: SharedProgress;

  beforeEach(() => {
    shown = [];
    over = [];
    progress = new SharedProgress((_title, work) => {
      const cancelled = new AbortController();
      shown.push(cancelled);
      const whole = work(cancelled.signal, () => undefined);
      over.push(whole);
      return whole;
    });
  });

  const untilCancelled = (signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });

  it("shows a read and a refresh of one document once, and Cancel ends both", async () => {
    const works = [
      progress.run("a", "Fetching a", untilCancelled),
      progress.run("a", "Fetching a", untilCancelled),
    ];
    assert.equal(shown.length, 1);
    shown[0]?.abort();
    const outcomes = await Promise.allSettled(works);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ["rejected", "rejected"],
    );
  });

  it("is over with the last of them, and another begins anew", async () => {
    const first = progress.run("a", "Fetching a", () => Promise.resolve(1));
    const second = progress.run("a", "Fetching a", () => Promise.reject(new Error("no")));
    assert.equal(await first, 1);
    await assert.rejects(second, { message: "no" });
    await Promise.all(over);
    await progress.run("a", "Fetching a", () => Promise.resolve(2));
    assert.equal(shown.length, 2);
  });

  it("shows different documents apart", async () => {
    await Promise.all(["a", "b"].map((key) => progress.run(key, key, () => Promise.resolve(1))));
    assert.equal(shown.length, 2);
  });
});
