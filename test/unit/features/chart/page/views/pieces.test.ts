import assert from "node:assert/strict";
import { inPieces } from "../../../../../../src/features/chart/page/views/pieces";

/** Takes some time in each step. */
function* steps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step++) {
    const end = performance.now() + 4;
    while (performance.now() < end);
    yield;
  }
  return count;
}

describe("inPieces", () => {
  it("finishes short work before it returns", () => {
    const results: number[] = [];
    inPieces(steps(0), (result) => results.push(result));
    assert.deepEqual(results, [0]);
  });

  it("finishes long work in later tasks, with other tasks between them", async () => {
    let tasks = 0;
    const timer = setInterval(() => tasks++, 0);
    const result = await new Promise<number>((resolve) => {
      let hasReturned = false;
      inPieces(steps(20), (value) => {
        assert.ok(hasReturned);
        resolve(value);
      });
      hasReturned = true;
    });
    clearInterval(timer);
    assert.equal(result, 20);
    assert.ok(tasks > 0);
  });

  it("calls nothing once it is stopped", async () => {
    const results: number[] = [];
    const stop = inPieces(steps(20), (result) => results.push(result));
    stop();
    // Longer work that starts later ends after the first would have ended.
    await new Promise<number>((resolve) => void inPieces(steps(40), resolve));
    assert.deepEqual(results, []);
  });
});
