import assert from "node:assert/strict";
import { markPlaces } from "../../../../src/webview/chart/draw/markPlaces";
import { line } from "../../../support/chartViews";

describe("markPlaces", () => {
  const days = [-10, 0, 1, 2, 50, 100, 101];
  const every = Int32Array.from(days, (_, row) => row);
  const marked = line("A", days, days, { marks: every });
  const range = { from: 0, to: 100 };

  it("are those of the days in sight, the last in the last pixel", () => {
    assert.deepEqual(markPlaces(marked, range, 200, 1), [0, 2, 4, 100, 199]);
  });

  it("leave out what stands too close to the one before", () => {
    assert.deepEqual(markPlaces(marked, range, 200, 3), [0, 4, 100, 199]);
    assert.deepEqual(markPlaces(marked, range, 200, 100), [0, 100]);
  });

  it("are none without marks", () => {
    assert.deepEqual(markPlaces(line("A", days, days), range, 200, 1), []);
  });
});
