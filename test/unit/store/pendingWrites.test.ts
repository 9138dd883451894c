import assert from "node:assert/strict";
import { PendingWrites } from "../../../src/store/pendingWrites";
import { deferred } from "../../support/deferred";

describe("writes that are pending", () => {
  let writes: PendingWrites;
  let begun: string[];
  beforeEach(() => {
    writes = new PendingWrites();
    begun = [];
  });

  function add(key: string, name: string, sizeBytes = 1): void {
    writes.add(key, sizeBytes, async () => {
      begun.push(name);
      await new Promise(setImmediate);
    });
  }

  it("begin by themselves, not at once", async () => {
    const begins = deferred<undefined>();
    writes.add("a", 1, () => {
      begins.resolve(undefined);
      return Promise.resolve();
    });
    add("b", "second");
    await new Promise(setImmediate);
    assert.deepEqual(begun, []);
    await begins.promise;
    await writes.ended("b");
    assert.deepEqual(begun, ["second"]);
  });

  it("begin when they are waited for, those of their key alone and in order", async () => {
    add("a", "first");
    add("b", "other");
    add("a", "second");
    await writes.ended("a");
    assert.deepEqual(begun, ["first", "second"]);
    await writes.ended("none");
  });

  it("have a size until they have ended", async () => {
    add("a", "first", 10);
    add("a", "second", 20);
    add("b", "other", 5);
    assert.equal(writes.sizeBytes, 35);
    await writes.ended("a");
    assert.equal(writes.sizeBytes, 5);
    await writes.ended("b");
    assert.equal(writes.sizeBytes, 0);
  });
});
