import assert from "node:assert/strict";
import { type Mark } from "../../../../../../src/features/chart/page/draw/marks";
import {
  insideMarks,
  markPlaces,
  newestPoint,
  type Plot,
} from "../../../../../../src/features/chart/page/draw/plotMarks";
import { namedTheme } from "../../../../../support/chartThemes";
import { layer, line, pane } from "../../../../../support/chartViews";

describe("markPlaces", () => {
  const days = [-10, 0, 1, 2, 50, 100, 101];
  const every = Int32Array.from(days, (_, row) => row);
  const marked = line("A", days, days, { marks: every });
  const range = { from: 0, to: 100 };

  it("are those of the days in sight, the last in the last pixel", () => {
    assert.deepEqual(markPlaces(marked, range, 200, 1), [0, 2, 4, 100, 199]);
  });

  it("omit marks too close to the one before", () => {
    assert.deepEqual(markPlaces(marked, range, 200, 3), [0, 4, 100, 199]);
    assert.deepEqual(markPlaces(marked, range, 200, 100), [0, 100]);
  });

  it("are none without marks", () => {
    assert.deepEqual(markPlaces(line("A", days, days), range, 200, 1), []);
  });
});

describe("a line that is pointed at", () => {
  const theme = {
    ...namedTheme,
    background: "#ffffff",
    lines: ["#2f55da", "#dc5900"],
    inks: ["#000000"],
  };
  const plot: Plot = {
    pane: pane([line("A", [0, 100], [1, 2]), line("B", [0, 100], [0, 1], { colour: 1 })]),
    range: { from: 0, to: 100 },
    theme,
    box: { left: 0, top: 0, width: 100, height: 60 },
    values: new Map([["score", { min: -3, max: 3 }]]),
    resolution: 1,
  };
  const linesOf = (emphasised?: string): (string | number)[][] =>
    insideMarks({ ...plot, emphasised }).flatMap((mark) =>
      mark.type === "steps" ? [[mark.colour, mark.width]] : [],
    );

  it("is thicker and in front; the others keep 62 percent of their colours", () => {
    assert.deepEqual(linesOf(), [
      ["#dc5900", 1.6],
      ["#2f55da", 1.6],
    ]);
    // 0.62 of each channel of #2f55da, 0.38 of white.
    assert.deepEqual(linesOf("B"), [
      ["#7e96e8", 1.6],
      ["#dc5900", 2.4000000000000004],
    ]);
  });

  it("in another plot changes nothing", () => {
    assert.deepEqual(linesOf("C"), linesOf());
  });
});

describe("the newest point of a line (15.1.7)", () => {
  const range = { from: 0, to: 1_000 };
  const rows = (...days: readonly number[]): { days: Int32Array; values: Float64Array } => ({
    days: Int32Array.from(days),
    values: Float64Array.from(days, (day) => day / 10),
  });

  it("is the value of its last row", () => {
    assert.deepEqual(newestPoint(rows(0, 493, 500), range), { day: 500, value: 50 });
    assert.deepEqual(newestPoint(rows(500), range), { day: 500, value: 50 });
  });

  it("is missing without a value, and outside the range", () => {
    const gap = { days: Int32Array.of(1, 500), values: Float64Array.of(1, Number.NaN) };
    assert.equal(newestPoint(gap, range), undefined);
    assert.equal(newestPoint(rows(1, 1_001), range), undefined);
    assert.equal(newestPoint(rows(-9, -1), range), undefined);
    assert.equal(newestPoint(rows(), range), undefined);
  });
});

describe("insideMarks", () => {
  const lines = [line("A", [0, 50, 100], [0, 1, -1]), line("B", [0, 100], [2, 2], { colour: 1 })];

  /** A plot of scores from −3 to 3 over days 0 to 100: a day is two pixels wide, a value of one ten pixels high. */
  function plotOf(changes: Partial<Plot> = {}): Plot {
    return {
      pane: pane(lines, { layers: [layer("C", [0, 100], [1, 1], { colour: 2 })] }),
      range: { from: 0, to: 100 },
      theme: namedTheme,
      box: { left: 40, top: 10, width: 200, height: 60 },
      values: new Map([["score", { min: -3, max: 3 }]]),
      resolution: 1.5,
      ...changes,
    };
  }

  it("are areas, the grid, lines and dots, in this order, the first line on top", () => {
    const drawn = insideMarks(plotOf()).map((mark) => [mark.type, colourOf(mark)]);
    assert.deepEqual(drawn, [
      ["area", "line2"],
      // Over areas the grid is translucent.
      ["rule", "foreground"],
      ["rule", "foreground"],
      ["rule", "foreground"],
      ["rule", "foreground"],
      ["rule", "axis"],
      ["steps", "line1"],
      ["steps", "line0"],
      ["dot", "line1"],
      ["dot", "line0"],
    ]);
  });

  it("fill a difference from zero in the colours of its signs, below the grid", () => {
    const difference = line("A − B", [0, 1, 2, 50, 51, 100], [0.5, -2, 1, Number.NaN, -1, -1], {
      colour: 7,
      isFilled: true,
    });
    const marks = insideMarks(
      plotOf({
        pane: pane([difference]),
        resolution: 1,
        box: { left: 0, top: 0, width: 4, height: 60 },
      }),
    );
    assert.deepEqual(
      marks.filter(({ type }) => type !== "rule").map((mark) => [mark.type, colourOf(mark)]),
      [
        ["area", "line0"],
        ["area", "line1"],
        ["dot", "line7"],
      ],
    );
    const [above, below] = marks.flatMap((mark) => {
      if (mark.type !== "area") return [];
      assert.equal(mark.opacity, 1);
      assert.ok([...mark.lower.min].every((value) => Number.isNaN(value) || value === 0));
      return [[[...mark.upper.min], [...mark.upper.max]]];
    });
    // The four columns begin with the days 0, 25.25, 50.5 and 75.75; the second one has no row.
    const none = Number.NaN;
    assert.deepEqual(above, [
      [0, none, 0, 0],
      [1, none, 0, 0],
    ]);
    assert.deepEqual(below, [
      [-2, none, -1, -1],
      [0, none, -1, -1],
    ]);
  });

  it("reduce a line to the columns that its resolution has", () => {
    const [steps] = insideMarks(plotOf()).filter(({ type }) => type === "steps");
    assert.equal(steps?.type === "steps" ? steps.extremes.min.length : undefined, 300);
  });

  it("have a line at each tick, except on the axis of days", () => {
    const box = { left: 0, top: 10, width: 200, height: 300 };
    const heights = insideMarks(plotOf({ box })).flatMap((mark) =>
      mark.type === "rule" ? [mark.y] : [],
    );
    // 3 to −2, of fifty pixels each.
    assert.deepEqual(
      heights.sort((one, other) => one - other),
      [10, 60, 110, 160, 210, 260],
    );
  });

  it("put the newest value in the middle of its column", () => {
    const dots = insideMarks(plotOf()).flatMap((mark) =>
      mark.type === "dot" ? [[mark.x, mark.y]] : [],
    );
    // The last of 300 columns of two thirds of a pixel.
    const x = 40 + 299.5 / 1.5;
    assert.deepEqual(dots, [
      [x, 20],
      [x, 50],
    ]);
  });
});

function colourOf(mark: Mark): string {
  return mark.type === "group" ? "" : mark.colour;
}
