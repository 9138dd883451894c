import assert from "node:assert/strict";
import { Slices } from "../../../src/service/slices";
import { systemClock } from "../../../src/shared/clock";

describe("Slices", () => {
  /** Steps of 2 ms each by a clock of their own, and how many were done before each turn of the editor. */
  async function run(count: number, signal?: AbortSignal): Promise<readonly number[]> {
    let [ms, done, isOver] = [0, 0, false];
    const doneByTurn: number[] = [];
    const watch = (): void => {
      doneByTurn.push(done);
      if (!isOver) setImmediate(watch);
    };
    setImmediate(watch);
    function* steps(): Generator<void> {
      for (; done < count; done++) {
        ms += 2;
        yield;
      }
    }
    try {
      await new Slices(signal, { ...systemClock, elapsed: () => ms }).run(steps());
    } finally {
      isOver = true;
    }
    return doneByTurn;
  }

  it("gives the editor its turn as soon as 5 ms have passed", async () => {
    // Counted when the next step begins: the third step of each slice ends it.
    assert.deepEqual(await run(7), [2, 5]);
  });

  it("waits for no turn when the work ends before", async () => {
    assert.deepEqual(await run(2), []);
  });

  it("ends between two slices when it is aborted", async () => {
    const cancel = new AbortController();
    setImmediate(() => cancel.abort());
    await assert.rejects(run(7, cancel.signal), { name: "AbortError" });
  });
});
