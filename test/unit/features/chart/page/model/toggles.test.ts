import assert from "node:assert/strict";
import { defaultViewState } from "../../../../../../src/features/chart/model/viewState";
import {
  withColumnToggled,
  withPartToggled,
} from "../../../../../../src/features/chart/page/views/pageState";

describe("withColumnToggled", () => {
  it("shows a column and hides it again", () => {
    const both = withColumnToggled(defaultViewState, "Level");
    assert.deepEqual(both.columns, ["Aggregate", "Level"]);
    assert.deepEqual(withColumnToggled(both, "Level"), defaultViewState);
    assert.deepEqual(defaultViewState.columns, ["Aggregate"]);
  });

  it("keeps the last one", () => {
    assert.equal(withColumnToggled(defaultViewState, "Aggregate"), defaultViewState);
  });
});

describe("withPartToggled", () => {
  it("hides a part and shows it again", () => {
    const hidden = withPartToggled(defaultViewState, "b");
    assert.deepEqual(hidden.hidden, ["b"]);
    assert.deepEqual(withPartToggled(hidden, "b"), defaultViewState);
  });
});
