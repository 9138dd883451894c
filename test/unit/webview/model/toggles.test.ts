import assert from "node:assert/strict";
import { defaultViewState } from "../../../../src/shared/chart/viewState";
import { withColumnToggled, withPartToggled } from "../../../../src/webview/chart/page/pageState";

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
