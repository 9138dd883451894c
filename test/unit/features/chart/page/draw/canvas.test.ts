import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type CanvasContext,
  drawOnCanvas,
  sharpSize,
  sizeCanvas,
} from "../../../../../../src/features/chart/page/draw/canvas";
import {
  type ColumnExtremes,
  columnExtremes,
} from "../../../../../../src/features/chart/page/draw/columnExtremes";
import {
  type Mark,
  type PlotScale,
  rectMark,
  ruleMark,
  type StepsMark,
  textMark,
} from "../../../../../../src/features/chart/page/draw/marks";
import { type DayRange } from "../../../../../../src/features/chart/page/model/pane";
import { runs } from "../../../../../support/propertyRuns";
import { valuesShown } from "./drawArbitraries";
import { type Observations } from "../../../../../../src/shared/series/observations";

const noCasing = { colour: "white", width: 0 };

describe("drawOnCanvas", () => {
  for (const [ratio, grid, bold] of [
    [1, [[10, 20, 30, 1]], [[10, 20, 30, 2]]],
    [1.25, [[13, 25, 37, 1]], [[13, 25, 37, 2]]],
    [1.5, [[15, 30, 45, 1]], [[15, 29, 45, 3]]],
    [2, [[20, 40, 60, 2]], [[20, 39, 60, 4]]],
  ] as const) {
    it(`draws rules as whole pixels at a ratio of ${ratio}`, () => {
      const thin = ruleMark({ x: 10, y: 20, length: 30, colour: "grid" });
      assert.deepEqual(rectsOf([thin], ratio), grid);
      assert.deepEqual(rectsOf([{ ...thin, width: 2 }], ratio), bold);
      const upright: Mark = { ...thin, x: thin.y + 0.4, y: thin.x, isUpright: true };
      const turned = grid.map(([x, y, width, height]) => [y, x, height, width]);
      assert.deepEqual(rectsOf([upright], ratio), turned);
    });
  }

  it("draws boxes that touch without a gap at any ratio", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 4, noNaN: true }), (ratio) => {
        const upper = { left: 3.3, top: 1.7, width: 9.1, height: 4.9 };
        const lower = { ...upper, top: upper.top + upper.height };
        const [one, other] = rectsOf([rectMark(upper, "a"), rectMark(lower, "b")], ratio);
        assert.ok(one !== undefined && other !== undefined);
        assert.equal((one[1] ?? 0) + (one[3] ?? 0), other[1]);
        for (const px of [...one, ...other]) assert.ok(Number.isInteger(px));
      }),
      { numRuns: runs() },
    );
  });

  it("draws a dot of whole pixels about the middle of its own", () => {
    const dot = { type: "dot", x: 10.5, y: 20, radius: 2.5, colour: "dot" } as const;
    assert.deepEqual(rectsOf([dot], 1), [
      [9, 18, 3, 1],
      [8, 19, 5, 1],
      [8, 20, 5, 1],
      [8, 21, 5, 1],
      [9, 22, 3, 1],
    ]);
  });

  it("draws text at whole pixels, in a size of whole pixels", () => {
    const mark = textMark({ text: "2020", x: 10.3, y: 20.3, colour: "black", anchor: "middle" });
    assert.deepEqual(callsOf([{ ...mark, isBold: true }], 1.5), [
      "fillText 2020 15 30 (black, 600 17px serif, center)",
    ]);
  });

  it("keeps lines and areas within their plot, and resets dash and opacity", () => {
    const { scale, extremes } = reduced([0, 4], [2, 1], 5);
    const steps = { type: "steps", scale, extremes, width: 1, casing: noCasing } as const;
    const calls = callsOf(
      [
        { ...steps, colour: "dashed", dash: [7, 4] },
        {
          ...({ type: "area", scale, lower: extremes, upper: extremes } as const),
          ...{ ground: "ground", colour: "area", opacity: 0.5 },
        },
        rectMark(scale.box, "rect"),
      ],
      1,
    );
    const drawn = calls.filter((call) => /^(save|clip|restore|stroke|setLine|fill)/.test(call));
    assert.deepEqual(drawn, [
      ...["save", "clip", "setLineDash 7,4", "stroke (dashed, 1)", "restore"],
      ...["save", "clip", "fill (ground, 1)", "fill (area, 0.5)", "restore"],
      "fillRect 0 0 5 15 (rect, 1)",
    ]);
  });

  it("fills pixels of a line from the row of the greatest to that of the least value", () => {
    const integers = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(integers, fc.integer({ min: 1, max: 40 }), (values, columns) => {
        const days = values.map((_, row) => row * 3);
        const { source, range } = reduced(days, values, columns);
        const expected = valuesShown(source, range, columns).map((each) =>
          Array.from({ length: 16 }, (_, row) => isBetween(15 - row, each)),
        );
        assert.deepEqual(bitmapOf(days, values, columns), expected);
      }),
      { numRuns: runs() },
    );
  });

  it("fills twice as wide at twice the width, never beside the column and row", () => {
    assert.deepEqual(rectsOf([stepsOf([0, 4], [2, 1], 5, 2)], 1), [
      [0, 13, 6, 2],
      [0, 13, 2, 2],
      [4, 13, 2, 3],
    ]);
  });

  it("shows the casing on either side of a line, under it", () => {
    const line = stepsOf([0, 4], [2, 2], 5);
    const rects = rectsOf([{ ...line, casing: { colour: "white", width: 1 } }], 1);
    assert.deepEqual(rects, [
      [-1, 12, 7, 3],
      [-1, 12, 3, 3],
      [3, 12, 3, 3],
      [0, 13, 5, 1],
      [0, 13, 1, 1],
      [4, 13, 1, 1],
    ]);
  });

  it("fills the extremes of all columns if there are more of them than pixels", () => {
    const line = stepsOf([0, 1, 2, 3], [0, 15, 0, 0], 4);
    const narrow = { ...line.scale.box, width: 2 };
    const rects = rectsOf([{ ...line, scale: { ...line.scale, box: narrow } }], 1);
    assert.deepEqual(rects, [
      [0, 0, 1, 16],
      // The last value of the second of the four columns holds until the third.
      [1, 0, 1, 16],
    ]);
  });
});

describe("sharpSize", () => {
  const cases: [ratio: number, width: number, sharp: number][] = [
    [1, 333, 333],
    [1, 333.4, 333],
    [1.25, 333, 332],
    [1.5, 333, 332],
    [1.75, 335, 332],
    [2, 333, 333],
    [3, 333.4, 333],
  ];
  for (const [ratio, width, sharp] of cases) {
    it(`makes ${sharp} of ${width} pixels at ${ratio}`, () => {
      assert.equal(sharpSize({ width, height: 10 }, ratio).width, sharp);
    });
  }

  it("has whole pixels of the device, at most eight of the page fewer", () => {
    const length = fc.double({ min: 20, max: 4_000, noNaN: true });
    const ratio = fc.double({ min: 0.5, max: 4, noNaN: true });
    fc.assert(
      fc.property(length, ratio, (height, each) => {
        const sharp = sharpSize({ width: 99, height }, each).height;
        const devicePx = sharp * each;
        assert.ok(Math.abs(devicePx - Math.round(devicePx)) <= 1e-3, `${devicePx}`);
        assert.ok(sharp <= height + 1e-5 && sharp > height - 9, `${sharp}`);
      }),
      { numRuns: runs() },
    );
  });
});

describe("sizeCanvas", () => {
  it("sets the size of a canvas only if it changes", () => {
    let count = 0;
    const canvas = {
      get width(): number {
        return 150;
      },
      set width(_px: number) {
        count++;
      },
      height: 20,
      style: { width: "", height: "" },
    };
    sizeCanvas(canvas, { width: 100, height: 40 }, 1.5);
    assert.deepEqual([count, canvas.height], [0, 60]);
    assert.deepEqual(canvas.style, { width: "100px", height: "40px" });
  });
});

/** A line of values from 0 to 15, one row for each, over columns of one pixel. */
function reduced(
  days: readonly number[],
  values: readonly number[],
  columns: number,
): { source: Observations; range: DayRange; extremes: ColumnExtremes; scale: PlotScale } {
  const source = { days: Int32Array.from(days), values: Float64Array.from(values) };
  const range = { from: days[0] ?? 0, to: days.at(-1) ?? 0 };
  const box = { left: 0, top: 0, width: columns, height: 15 };
  const scale = { box, values: { min: 0, max: 15 } };
  return { source, range, extremes: columnExtremes(source, range, columns), scale };
}

function stepsOf(
  days: readonly number[],
  values: readonly number[],
  columns: number,
  width = 1,
): StepsMark {
  const { scale, extremes } = reduced(days, values, columns);
  return { type: "steps", scale, extremes, colour: "line", width, dash: [], casing: noCasing };
}

function isBetween(value: number, values: readonly number[]): boolean {
  return values.length > 0 && value >= Math.min(...values) && value <= Math.max(...values);
}

/** The filled ones of 16 rows, by column; the row of value 15 is the first. */
function bitmapOf(
  days: readonly number[],
  values: readonly number[],
  columns: number,
): boolean[][] {
  const bitmap = Array.from({ length: columns }, () => new Array<boolean>(16).fill(false));
  for (const [x = 0, y = 0, width = 0, height = 0] of rectsOf(
    [stepsOf(days, values, columns)],
    1,
  )) {
    for (const column of bitmap.slice(x, x + width)) column.fill(true, y, y + height);
  }
  return bitmap;
}

/** The rectangles that marks fill. */
function rectsOf(marks: readonly Mark[], ratio: number): number[][] {
  return callsOf(marks, ratio)
    .filter((call) => call.startsWith("fillRect"))
    .map((call) => call.split(" ").slice(1, 5).map(Number));
}

/** The calls that draw the marks, with their colours and widths. */
function callsOf(marks: readonly Mark[], ratio: number): readonly string[] {
  const context = new RecordingContext();
  drawOnCanvas({ context, ratio, font: "serif" }, marks);
  return context.calls;
}

class RecordingContext implements CanvasContext {
  readonly calls: string[] = [];
  fillStyle: unknown = "";
  strokeStyle: unknown = "";
  globalAlpha = 1;
  lineWidth = 1;
  font = "";
  textAlign = "";
  textBaseline = "";
  letterSpacing = "0px";
  save = this.recorded("save");
  restore = this.recorded("restore");
  translate = this.recorded("translate");
  roundRect = this.recorded("roundRect");
  setLineDash = this.recorded("setLineDash");
  beginPath = this.recorded("beginPath");
  moveTo = this.recorded("moveTo");
  lineTo = this.recorded("lineTo");
  rect = this.recorded("rect");
  clip = this.recorded("clip");
  fill = this.recorded("fill", () => [this.fillStyle, this.globalAlpha]);
  stroke = this.recorded("stroke", () => [this.strokeStyle, this.lineWidth]);
  fillRect = this.recorded("fillRect", () => [this.fillStyle, this.globalAlpha]);
  fillText = this.recorded("fillText", () => [this.fillStyle, this.font, this.textAlign]);

  measureText(text: string): { readonly width: number } {
    return { width: 10 * text.length };
  }

  private recorded(name: string, style?: () => unknown[]): (...values: unknown[]) => void {
    return (...values) => {
      const words = [name, ...values.map(String)];
      if (style !== undefined) words.push(`(${style().join(", ")})`);
      this.calls.push(words.join(" "));
    };
  }
}
