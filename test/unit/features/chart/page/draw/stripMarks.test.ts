import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { defaultViewState } from "../../../../../../src/features/chart/model/viewState";
import {
  layOutStrip,
  stripKeyMarks,
  stripMarks,
} from "../../../../../../src/features/chart/page/draw/stripMarks";
import { panelView } from "../../../../../../src/features/chart/page/model/panel/panelView";
import { consecutiveDays } from "../../../../../support/chartFrames";
import { partOf, signalData } from "../../../../../support/chartParts";
import { namedTheme } from "../../../../../support/chartThemes";
import { panelOutline } from "../../../../../support/panelFrames";

const days = consecutiveDays("2024-01-01", 1_000);

/** A variant with these values, each in force for half of all days. */
function variant(name: string, first: number, second: number): ChartPart {
  const values = Array.from(days, (_, row) => (row < 500 ? first : second));
  return partOf(signalData({ Aggregate: values }, { days }), { id: name, title: name });
}

/** Colors that can be blended. */
const theme = { ...namedTheme, grid: "#eeeeee", lines: ["#0000ff", "#ff8000"] };

describe("stripMarks", () => {
  it("has a rectangle for cells of one color side by side, a pixel between rows", () => {
    const three = [variant("Chile", -3, -1), variant("Japan", 0.1, 2), variant("Peru", 3, 0)];
    const state = { ...defaultViewState, panelView: "heatStrip" } as const;
    const strip = panelView(panelOutline(), three, state).panel?.strip;
    assert.ok(strip !== undefined && strip !== null);
    const marks = stripMarks(
      strip,
      theme,
      layOutStrip(strip, { left: 0, top: 0, width: 900, height: 1 }),
    );
    const texts = marks.flatMap((mark) => (mark.type === "text" ? [mark.text] : []));
    assert.deepEqual(
      texts.filter((text) => ["Chile", "Japan", "Peru"].includes(text)),
      ["Japan", "Peru", "Chile"],
    );
    const cells = marks.flatMap((mark) => (mark.type === "rect" ? [mark.box] : []));
    assert.equal(cells.length, 6);
    const [first, second, third] = cells;
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    assert.ok(Math.abs(first.left + first.width - second.left) < 1e-9);
    assert.equal(third.top - first.top, first.height + 1);
  });

  it("has its key in one row of twenty colors", () => {
    const key = stripKeyMarks(theme, { left: 0, top: 0, width: 200, height: 24 });
    const boxes = key.flatMap((mark) => (mark.type === "rect" ? [mark.box] : []));
    assert.equal(boxes.length, 20);
    assert.equal(new Set(boxes.map(({ top }) => top)).size, 1);
  });
});
