import assert from "node:assert/strict";
import { axisMarks, layOutAxes } from "../../../../../../src/features/chart/page/draw/axes";
import { type Mark, type TextMark } from "../../../../../../src/features/chart/page/draw/marks";
import { type ValueAxis } from "../../../../../../src/features/chart/page/model/pane";
import { namedTheme } from "../../../../../support/chartThemes";
import { pane } from "../../../../../support/chartViews";

const score: ValueAxis = { unit: "score", domain: "three", label: "Score", guides: [0] };
const fraction: ValueAxis = { unit: "fraction", domain: "fit", label: "Forecast", guides: [0] };
/** 1970-01-01 to 1980-01-01. */
const range = { from: 0, to: 3652 };

describe("layOutAxes", () => {
  for (const [ratio, left, top, right, bottom] of [
    [1, 48, 16, 988, 376],
    [1.25, 48, 16, 988, 376],
    [1.5, 48, 16, 988, 376],
    // 48 pixels are 81.6 of the device, 16 are 27.2, 988 are 1679.6 and 376 are 639.2.
    [1.7, 82 / 1.7, 28 / 1.7, 1679 / 1.7, 639 / 1.7],
  ] as const) {
    it(`leaves space for one axis and its name, in whole pixels at ${ratio}`, () => {
      const { inside } = laidOut(1, ratio);
      const ends = [inside.left + inside.width, inside.top + inside.height];
      for (const [index, px] of [inside.left, inside.top, ...ends].entries()) {
        assert.ok(Math.abs(px - ([left, top, right, bottom][index] ?? 0)) < 1e-9, `${px}`);
      }
    });
  }

  it("leaves the same space at both sides for two axes", () => {
    const { inside } = laidOut(2, 1);
    assert.deepEqual(inside, { left: 48, top: 16, width: 1000 - 2 * 48, height: 400 - 16 - 24 });
  });

  it("has an inside however small its box is", () => {
    const outer = { left: 0, top: 0, width: 9, height: 9 };
    const { width, height } = layOutAxes({ outer, axisCount: 2, hasDayLabels: true }, 2).inside;
    assert.deepEqual([width, height], [0.5, 0.5]);
  });
});

describe("axisMarks", () => {
  it("name the axes above the plot, each at its side", () => {
    const named = textsIn([score, fraction]).filter(({ text }) => /^[A-Z]/.test(text));
    assert.deepEqual(
      named.map(({ text, x, y, anchor }) => [text, x, y, anchor]),
      [
        ["Score", 48, 11, "start"],
        ["Forecast", 952, 11, "end"],
      ],
    );
  });

  it("cut a name that is longer than its plot", () => {
    const [name] = textsIn([{ ...score, label: "Score ".repeat(90) }]).slice(-1);
    assert.match(name?.text ?? "", /^Score .*…$/);
  });

  it("label values at the side of their axis, and years below", () => {
    const texts = textsIn([score, fraction]);
    const placed = (label: string): (number | string)[] =>
      texts.filter(({ text }) => text === label).flatMap(({ x, anchor }) => [x, anchor]);
    assert.deepEqual(placed("+3"), [40, "end"]);
    assert.deepEqual(placed("5"), [960, "start"]);
    const years = texts.filter(({ text }) => /^19\d\d$/.test(text)).map(({ text }) => text);
    // Without a second axis, the last one would reach beyond the right edge.
    assert.deepEqual(
      years,
      Array.from({ length: 11 }, (_, year) => `${1970 + year}`),
    );
    const [last] = textsIn([score]).filter(({ text }) => text === "1980");
    assert.equal(last, undefined);
  });

  it("draw the lower edge, and a short tick below it for each year", () => {
    const rules = marksOf([score]).flatMap((mark) => (mark.type === "rule" ? [mark] : []));
    const edges = rules.filter(({ isUpright }) => !isUpright);
    assert.deepEqual(
      edges.map(({ x, y, length }) => ({ x, y, length })),
      [{ x: 48, y: 376, length: 1000 - 48 - 12 }],
    );
    const ticks = rules.filter(({ isUpright }) => isUpright);
    assert.deepEqual(
      ticks.map(({ y, length }) => [y, length]),
      Array.from({ length: 11 }, () => [376, 4]),
    );
  });
});

function laidOut(axisCount: number, ratio: number): ReturnType<typeof layOutAxes> {
  const outer = { left: 0, top: 0, width: 1000, height: 400 };
  return layOutAxes({ outer, axisCount, hasDayLabels: true }, ratio);
}

function marksOf(axes: readonly ValueAxis[]): readonly Mark[] {
  const layout = laidOut(axes.length, 1);
  const values = new Map([
    ["score", { min: -3, max: 3 }],
    ["fraction", { min: 0, max: 0.06 }],
  ] as const);
  const where = { range, box: layout.inside, values, resolution: 1 };
  return axisMarks({ ...where, pane: pane([], { axes }), theme: namedTheme }, layout);
}

function textsIn(axes: readonly ValueAxis[]): readonly TextMark[] {
  return marksOf(axes).flatMap((mark) => (mark.type === "text" ? [mark] : []));
}
