import assert from "node:assert/strict";
import {
  cellsOf,
  extend,
  isSelected,
  selectOnly,
  toggle,
} from "../../../../../../../src/ui/table/selection";
import {
  histogramOf,
  meanOfRow,
  columnStatistics,
  strengthOf,
} from "../../../../../../../src/features/latest/heatmap/page/model/columnStatistics";

const at = (row: number, column: number): { row: number; column: number } => ({ row, column });

describe("the selection of cells", () => {
  it("grows from its first cell in any direction", () => {
    const selection = extend(selectOnly(at(2, 2)), at(1, 1));
    assert.deepEqual(cellsOf(selection), [at(1, 1), at(1, 2), at(2, 1), at(2, 2)]);
    assert.ok(isSelected(selection, at(2, 1)) && !isSelected(selection, at(0, 1)));
  });

  it("adds single cells and removes them again", () => {
    const two = toggle(selectOnly(at(0, 0)), at(5, 5));
    assert.deepEqual(cellsOf(two), [at(0, 0), at(5, 5)]);
    assert.deepEqual(cellsOf(toggle(two, at(5, 5))), [at(0, 0)]);
  });

  it("counts a cell of two ranges once", () => {
    const selection = [...selectOnly(at(0, 0)), { from: at(0, 0), to: at(0, 1) }];
    assert.deepEqual(cellsOf(selection), [at(0, 0), at(0, 1)]);
  });
});

describe("the statistics of cells", () => {
  it("are count, mean, median, smallest and largest of those with a value", () => {
    assert.deepEqual(columnStatistics([3, NaN, -1, 10]), {
      count: 3,
      mean: 4,
      median: 3,
      smallest: -1,
      largest: 10,
    });
    assert.equal(columnStatistics([4, 1, 2, 3]).median, 2.5);
  });

  it("are empty without a value", () => {
    const nothing = { count: 0, mean: NaN, median: NaN, smallest: NaN, largest: NaN };
    assert.deepEqual(columnStatistics([NaN]), nothing);
  });

  it("give a row a mean when at least half of its columns have a value", () => {
    assert.equal(meanOfRow([1, 3, NaN, NaN]), 2);
    assert.equal(meanOfRow([1, NaN, NaN]), NaN);
  });

  it("give full color at the limit", () => {
    assert.deepEqual(
      [0, -1, 2, 5].map((value) => strengthOf(value, 2)),
      [0, 0.5, 1, 1],
    );
  });

  it("count values beyond the limits in the outermost bins of the legend", () => {
    assert.deepEqual([...histogramOf([-5, -2, -0.1, 0, 1.9, 2, 9, NaN], 2, 4)], [2, 1, 1, 3]);
  });
});
