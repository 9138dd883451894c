import assert from "node:assert/strict";
import { defaultViewState } from "../../../../../src/features/chart/model/viewState";
import { PendingViewStates } from "../../../../../src/features/chart/host/pendingViewStates";
import { MovedClock } from "../../../../support/movedClock";

const us = "macro-signals:/acme/us.chart";
const de = "macro-signals:/acme/de.chart";
const table = { state: { ...defaultViewState, isTable: true } };
const usual = { state: defaultViewState };

describe("PendingViewStates", () => {
  it("returns a view once, to the chart that it is for", () => {
    const views = new PendingViewStates();
    views.give(us, table);
    assert.equal(views.take(de), null);
    assert.deepEqual(views.take(us), table);
    assert.equal(views.take(us), null);
  });

  it("returns the newest one", () => {
    const views = new PendingViewStates();
    views.give(us, table);
    views.give(us, usual);
    assert.deepEqual(views.take(us), usual);
  });

  it("drops views that are not taken soon", () => {
    const clock = new MovedClock();
    const views = new PendingViewStates(clock);
    views.give(us, table);
    clock.advance(6_000);
    views.give(de, table);
    clock.advance(4_000);
    assert.deepEqual([views.take(us), views.take(de)], [null, table]);
  });
});
