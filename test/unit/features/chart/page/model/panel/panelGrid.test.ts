import assert from "node:assert/strict";
import {
  cornersOf,
  mostColumns,
  panelGrid,
  placesInGroups,
} from "../../../../../../../src/features/chart/page/model/panel/panelGrid";

describe("the grid of the panes of a panel", () => {
  it("has at most (width of the page − 252) / 139 columns beside its list", () => {
    const columnsIn = (pagePx: number): number => mostColumns(pagePx - 32 - 252);
    assert.deepEqual([800, 930, 1_280, 1_440].map(columnsIn), [3, 4, 7, 8]);
    assert.equal(mostColumns(100), 1);
  });

  const cases: [when: string, count: number, width: number, height: number, columns: number][] = [
    ["has forty in five columns of a window of 1100 px", 40, 706, 594, 5],
    ["goes on below the window in as many columns as it holds", 60, 706, 594, 5],
    ["makes twelve larger", 12, 706, 594, 3],
    ["has two one below the other where that is larger", 2, 706, 594, 1],
    ["has two side by side in a low window", 2, 1046, 300, 2],
    ["has one alone", 1, 706, 594, 1],
    ["has three columns in 800 px", 40, 516, 594, 3],
    ["has one column where two are too narrow", 40, 240, 594, 1],
    ["has one column where there is no room at all", 40, 0, 0, 1],
    ["has a column for no pane", 0, 706, 594, 1],
  ];
  for (const [when, count, width, height, columns] of cases) {
    it(when, () => assert.equal(panelGrid(count, { width, height }).columns, columns));
  }

  it("has lower rows only if all panes then fit without scrolling", () => {
    const leastRowIn = (height: number): number => panelGrid(40, { width: 706, height }).leastRowPx;
    // Eight rows, and the days below them.
    assert.equal(leastRowIn(8 * 56 + 22), 56);
    assert.equal(leastRowIn(8 * 56 + 21), 71);
  });

  it("has room for all, whatever their number and the window", () => {
    for (let count = 1; count <= 60; count++) {
      for (let width = 200; width <= 2_000; width += 150) {
        const { columns, rows } = panelGrid(count, { width, height: 600 });
        assert.ok(columns * rows >= count && columns * (rows - 1) < count, `${count} in ${width}`);
      }
    }
  });

  it("starts anew with each group of panes", () => {
    assert.deepEqual(placesInGroups([undefined, "a", "a", "b", "a"]), [
      { index: 0, count: 1 },
      { index: 0, count: 3 },
      { index: 1, count: 3 },
      { index: 0, count: 1 },
      { index: 2, count: 3 },
    ]);
  });

  it("has figures in the first column, and days below the lowest of each column", () => {
    const grid = { columns: 3, rows: 3 };
    const corners = Array.from({ length: 7 }, (_, index) => cornersOf(index, 7, grid.columns));
    assert.deepEqual(
      corners.map(({ isFirst }) => isFirst),
      [true, false, false, true, false, false, true],
    );
    assert.deepEqual(
      corners.map(({ isLowest }) => isLowest),
      [false, false, false, false, true, true, true],
    );
  });
});
