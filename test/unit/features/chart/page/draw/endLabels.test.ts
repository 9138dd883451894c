import assert from "node:assert/strict";
import {
  endLabelAt,
  endLabelMarks,
  endLabelsHeightOf,
  endLabelsWidth,
} from "../../../../../../src/features/chart/page/draw/endLabels";
import {
  type SegmentMark,
  type TextMark,
} from "../../../../../../src/features/chart/page/draw/marks";
import { type Plot } from "../../../../../../src/features/chart/page/draw/plotMarks";
import {
  type Line,
  mutedColour,
  type Pane,
  vintageColour,
} from "../../../../../../src/features/chart/page/model/pane";
import { textWidth } from "../../../../../../src/features/chart/page/draw/textWidth";
import { namedTheme } from "../../../../../support/chartThemes";
import { layer, line, pane } from "../../../../../support/chartViews";

const range = { from: 0, to: 100 };
const box = { left: 40, top: 10, width: 200, height: 120 };

/** A plot of scores from −3 to 3: a value of one is twenty pixels high, zero is at 70. */
function plotOf(shown: Pane, changes: Partial<Plot> = {}): Plot {
  const values = new Map([["score", { min: -3, max: 3 }]] as const);
  return { pane: shown, range, theme: namedTheme, box, values, resolution: 1, ...changes };
}

function textsOf(plot: Plot, widthPx = 300): readonly TextMark[] {
  return endLabelMarks(plot, widthPx).flatMap((mark) => (mark.type === "text" ? [mark] : []));
}

function leadersOf(plot: Plot): readonly SegmentMark[] {
  return endLabelMarks(plot, 300).flatMap((mark) => (mark.type === "segment" ? [mark] : []));
}

const flat = (id: string, value: number, changes: Partial<Line> = {}): Line =>
  line(id, [0, 50, 100], [0, 0, value], changes);

describe("the labels at the ends of lines", () => {
  it("are a name and its value, in the text colour of the line, beside its end", () => {
    const texts = textsOf(plotOf(pane([flat("Aggregate", 1, { colour: 2 })])));
    assert.deepEqual(
      texts.map(({ text, colour, isBold }) => [text, colour, isBold]),
      [
        ["Aggregate", "ink2", false],
        ["+1.00", "ink2", true],
      ],
    );
    const [name, value] = texts;
    assert.ok(name !== undefined && value !== undefined);
    assert.ok(name.x > 240 && name.y < 50 && value.y > 50);
  });

  it("have names shortened to the available width, and whole values", () => {
    const label = "United Kingdom of Great Britain";
    const plot = plotOf(pane([flat("a", 1, { label })]));
    const textsAt = (widthPx: number): readonly string[] =>
      textsOf(plot, widthPx).map(({ text }) => text);
    assert.deepEqual(textsAt(endLabelsWidth(plot.pane, range)), textsAt(300));
    const [name = "", value] = textsAt(110);
    assert.match(name, /^United.+…$/);
    assert.equal(value, "+1.00");
  });

  it("tell whose label is at a point", () => {
    const plot = plotOf(pane([flat("A", 0.1), flat("B", 0.2), flat("C", 2)]));
    const names = textsOf(plot).filter(({ isBold }) => !isBold);
    for (const { text, x, y } of names) assert.equal(endLabelAt(plot, { x, y: y - 4 }), text);
    assert.equal(endLabelAt(plot, { x: 250, y: 128 }), undefined);
    assert.equal(endLabelAt(plot, { x: 200, y: names[0]?.y ?? 0 }), undefined);
  });

  it("have no leaders if none had to move", () => {
    assert.deepEqual(leadersOf(plotOf(pane([flat("A", 2), flat("B", -2)]))), []);
  });

  it("have leaders if they would touch, one left edge, and the order of the lines", () => {
    const plot = plotOf(pane([flat("A", 0.1), flat("B", 0.2), flat("C", 2)]));
    const names = textsOf(plot).filter(({ isBold }) => !isBold);
    assert.deepEqual(
      names.map(({ text }) => text),
      ["C", "B", "A"],
    );
    assert.equal(new Set(names.map(({ x }) => x)).size, 1);
    const [, b, a] = names;
    assert.ok((a?.y ?? 0) - (b?.y ?? 0) > 15.99);
    // From the heights of the lines: of +2, +0.2 and +0.1.
    assert.deepEqual(
      leadersOf(plot).map(({ y }) => Math.round(y)),
      [30, 66, 68],
    );
  });

  it("move apart about the middle of those that touch", () => {
    const lines = [0.1, 0.05, 0, -0.05, -0.1].map((value) => flat(`${value}`, value));
    const ends = leadersOf(plotOf(pane(lines))).map(({ endY }) => Math.round(endY));
    assert.deepEqual(ends, [38, 54, 70, 86, 102]);
    const high = [2.9, 2.95, 3].map((value) => flat(`${value}`, value));
    // No label leaves the plot.
    assert.deepEqual(
      leadersOf(plotOf(pane(high))).map(({ endY }) => endY),
      [18, 34, 50],
    );
  });

  it("show the last value in sight, with its day if the line has ended before", () => {
    const ended = line("A", [0, 50], [0, 1]);
    assert.equal(textsOf(plotOf(pane([ended])))[0]?.text, "A · +1.00 · 20 Feb 1970");
    const zoomed = plotOf(pane([flat("A", 1)]), { range: { from: 0, to: 60 } });
    assert.deepEqual(
      textsOf(zoomed).map(({ text }) => text),
      ["A", "0.00"],
    );
  });

  it("skip a last row without a value", () => {
    const gap = line("A", [0, 50, 100], [0, 1.5, Number.NaN]);
    assert.equal(textsOf(plotOf(pane([gap])))[1]?.text, "+1.50");
  });

  it("are missing for lines out of sight, muted lines and small multiples", () => {
    const before = line("A", [-90, -50], [1, 1]);
    const after = line("B", [150, 160], [1, 1]);
    const behind = flat("C", 1, { colour: mutedColour });
    assert.deepEqual(textsOf(plotOf(pane([before, after, behind]))), []);
    const multiple = pane([flat("A", 1)], { kind: "multiple" });
    assert.deepEqual(textsOf(plotOf(multiple)), []);
    assert.equal(endLabelsWidth(multiple, range), 0);
  });

  it("are at the middle of a layer", () => {
    const areas = [layer("Trend", [0, 100], [2, 2], { colour: 1 })];
    const [name, value] = textsOf(plotOf(pane([], { layers: areas })));
    assert.ok(name !== undefined && value !== undefined);
    // A value of one.
    assert.ok(Math.abs((name.y + value.y) / 2 - 54) < 2, `${name.y} ${value.y}`);
  });

  it("have a width that does not depend on their values", () => {
    const one = endLabelsWidth(pane([flat("A", 1)]), range);
    assert.equal(endLabelsWidth(pane([flat("A", -1)]), range), one);
    assert.ok(one > 40 && one < 90, `${one}`);
    assert.ok(endLabelsWidth(pane([flat("A".repeat(200), 1)]), range) < 210);
  });

  it("show the names of two countries in full", () => {
    const name = "Germany − United States";
    assert.equal(textsOf(plotOf(pane([flat(name, 1)])))[0]?.text, name);
  });

  it("are as many as fit, and need a row each", () => {
    const lines = Array.from({ length: 12 }, (_, index) => flat(`${index}`, 1));
    assert.equal(endLabelsHeightOf(lines.length), 12 * 16);
    const names = textsOf(plotOf(pane(lines))).filter(({ isBold }) => !isBold);
    assert.equal(names.length, 7);
  });

  it("of vintages beside the plot are the newest, the oldest and those farthest apart", () => {
    const vintages = Array.from({ length: 24 }, (_, age) =>
      flat(`${age}`, 2 - 0.08 * age, { colour: vintageColour(1 - age / 23) }),
    );
    const fit = flat("FIT", 2.2);
    const high = { ...box, height: 480 };
    const namesOf = (plot: Plot): readonly string[] =>
      textsOf(plot).flatMap(({ text, isBold }) => (isBold ? [] : [text]));
    const shown = pane([...vintages, fit]);
    assert.deepEqual(namesOf(plotOf(shown, { box: high })), [
      ...["FIT", "0", "5", "8", "11", "14", "17", "20", "23"],
    ]);
    assert.deepEqual(namesOf(plotOf(shown, { box: { ...box, height: 50 } })), ["FIT", "0", "23"]);
  });

  it("of lines that end in the plot cover neither a line nor each other", () => {
    const wide = { ...box, width: 600, height: 300 };
    const lines = Array.from({ length: 24 }, (_, age) => {
      const days = Array.from({ length: 101 - 3 * age }, (__, at) => at);
      const values = days.map((day) => Math.sin(day / 9) + age / 30);
      return line(`${age}`, days, values, { colour: vintageColour(1 - age / 23) });
    });
    const plot = plotOf(pane(lines), { box: wide });
    const texts = textsOf(plot).filter(({ x }) => x < 640);
    assert.ok(texts.length >= 8, `${texts.length}`);
    assert.ok(
      texts.some(({ text }) => text.startsWith("23 ")),
      "the oldest",
    );
    const boxes = texts.map(({ text, x, y, anchor }) => {
      const width = textWidth(text, 11);
      const from = anchor === "end" ? x - width : x;
      return { from, to: from + width, top: y - 8, bottom: y };
    });
    for (const [at, one] of boxes.entries()) {
      for (const other of boxes.slice(at + 1)) {
        const isApart = one.to < other.from || other.to < one.from;
        assert.ok(isApart || one.bottom < other.top || other.bottom < one.top);
      }
      for (const { days, values } of lines) {
        const isCovered = Array.from(days).some((day, row) => {
          const [x, y] = [40 + 6 * day, 160 - 50 * (values[row] ?? 0)];
          return x > one.from && x < one.to && y > one.top && y < one.bottom;
        });
        assert.equal(isCovered, false, texts[at]?.text);
      }
    }
    assert.ok(!endLabelMarks(plot, 300).some(({ type }) => type === "rect"), "nothing is erased");
  });
});
