import assert from "node:assert/strict";
import { type Mark } from "../../../../../../src/features/chart/page/draw/marks";
import {
  drawingMarks,
  drawingOf,
} from "../../../../../../src/features/chart/page/draw/plotDrawing";
import { type Pane } from "../../../../../../src/features/chart/page/model/pane";
import { namedTheme } from "../../../../../support/chartThemes";
import { layer, line, pane } from "../../../../../support/chartViews";

const main = pane([line("A", [0, 50, 100], [0, 1, -1])]);

describe("drawingMarks", () => {
  it("draws zero strongest, then whole ones and twos, then the other ticks", () => {
    const colours = marksOf(main).flatMap((mark) =>
      mark.type === "rule" && !mark.isUpright && mark.length > 400 ? [mark.colour] : [],
    );
    assert.equal(colours.filter((colour) => colour === "grid").length, 1, "+3");
    // +2, +1, −1, −2 and the axis of days.
    assert.equal(colours.filter((colour) => colour === "guide").length, 4 + 1);
    assert.equal(colours.filter((colour) => colour === "axis").length, 1);
  });

  it("draws a line in its color and dash", () => {
    const dashed = line("A", [0, 25, 50], [0, 1, 1], { colour: 2, dash: 1 });
    const drawn = marksOf(pane([dashed])).flatMap((mark) =>
      mark.type === "steps" ? [[mark.colour, mark.dash]] : [],
    );
    assert.deepEqual(drawn, [["line2", [7, 4]]]);
  });

  it("has a dashed edge around each layer in high contrast", () => {
    const layers = [
      layer("Trend", [0, 100], [1, 1], { colour: 1 }),
      layer("Cyclical", [0, 100], [1, 1], { colour: 2 }),
    ];
    const edgesIn = (isHighContrast: boolean): (readonly number[])[] =>
      marksOf(pane([], { layers }), isHighContrast).flatMap((mark) =>
        mark.type === "steps" && mark.colour === "background" ? [mark.dash] : [],
      );
    const [first, second] = namedTheme.dashes.slice(1);
    assert.deepEqual(edgesIn(true), [second, first]);
    assert.deepEqual(edgesIn(false), []);
  });

  it("is the same at another ratio, except for its columns", () => {
    const shapes = (ratio: number): readonly string[] =>
      marksOf(main, false, ratio).map((mark) =>
        mark.type === "text" ? `${mark.text} ${mark.y}` : mark.type,
      );
    assert.deepEqual(shapes(2), shapes(1));
  });
});

function marksOf(shown: Pane, isHighContrast = false, ratio = 1): readonly Mark[] {
  const theme = { ...namedTheme, isHighContrast };
  const parts = { pane: shown, theme, hasDayLabels: true, rightPx: 0 };
  const drawing = drawingOf(parts, { width: 800, height: 400 }, { from: 0, to: 100 }, null, ratio);
  return drawingMarks(drawing);
}
