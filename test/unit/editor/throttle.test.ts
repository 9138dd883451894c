import assert from "node:assert/strict";
import { Throttle } from "../../../src/editor/throttle";
import { deferred } from "../../support/deferred";

describe("Throttle", () => {
  it("passes on the first call at once and those that follow together", async () => {
    let count = 0;
    const second = deferred<undefined>();
    const throttle = new Throttle(() => {
      count += 1;
      if (count === 2) second.resolve(undefined);
    }, 5);
    for (let call = 0; call < 10; call++) throttle.request();
    assert.equal(count, 1);
    await second.promise;
    throttle.dispose();
    assert.equal(count, 2);
  });

  it("does nothing after it is disposed", async () => {
    let count = 0;
    const throttle = new Throttle(() => (count += 1), 1);
    throttle.request();
    throttle.request();
    throttle.dispose();
    throttle.request();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(count, 1);
  });
});
