import assert from "node:assert/strict";
import { MovedClock } from "../../support/movedClock";
import { Spare } from "../../../src/store/frameWorker";

describe("Spare", () => {
  let clock: MovedClock;
  let gone: string[];
  let spare: Spare<{ dispose(): void }>;

  const thing = (name: string): { dispose(): void } => ({ dispose: () => void gone.push(name) });

  beforeEach(() => {
    clock = new MovedClock();
    gone = [];
    spare = new Spare(30_000, clock);
  });

  it("gives what it keeps once", () => {
    const one = thing("one");
    assert.equal(spare.take(), undefined);
    spare.keep(one);
    clock.advance(29_999);
    assert.equal(spare.take(), one);
    assert.equal(spare.take(), undefined);
    clock.advance(30_000);
    assert.deepEqual(gone, []);
  });

  it("lets go of what nobody takes in time", () => {
    spare.keep(thing("one"));
    clock.advance(30_000);
    assert.deepEqual(gone, ["one"]);
    assert.equal(spare.take(), undefined);
  });

  it("keeps one thing, the newest, for its whole time", () => {
    const two = thing("two");
    spare.keep(thing("one"));
    clock.advance(20_000);
    spare.keep(two);
    clock.advance(20_000);
    assert.deepEqual(gone, ["one"]);
    assert.equal(spare.take(), two);
  });

  it("lets go of what it keeps when it is disposed", () => {
    spare.keep(thing("one"));
    spare.dispose();
    assert.deepEqual([gone, clock.waiting], [["one"], []]);
  });
});
