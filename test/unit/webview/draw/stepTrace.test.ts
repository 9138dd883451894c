import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ColumnSource,
  columnExtremes,
  columnOf,
} from "../../../../src/webview/chart/draw/columnExtremes";
import { PixelPen } from "../../../../src/webview/chart/draw/pixelPen";
import { traceSteps } from "../../../../src/webview/chart/draw/stepTrace";
import { type DayRange } from "../../../../src/webview/chart/model/pane";
import { runs } from "../../../support/propertyRuns";
import { columnCount, range, series } from "./drawArbitraries";

/** The values that stand in each column for some time, however short: what a stepped line has to reach there. */
function valuesShown(source: ColumnSource, shown: DayRange, columns: number): number[][] {
  const found = Array.from({ length: columns }, (): number[] => []);
  const days = [...source.days];
  const start = shown.to > shown.from ? shown.from : shown.from - 0.5;
  for (const [row, day] of days.entries()) {
    const value = source.values[row] ?? Number.NaN;
    // The last one stands on its own day only.
    const until = days[row + 1] ?? day;
    const isSeen = day <= shown.to && (day >= shown.from || until > start);
    if (Number.isNaN(value) || !isSeen) continue;
    const first = day < shown.from ? 0 : columnOf(day, shown, columns);
    const last = until > shown.to ? columns - 1 : columnOf(until, shown, columns);
    for (let column = first; column <= last; column++) found[column]?.push(value);
  }
  return found;
}

function extremesOfEach(columns: readonly number[][]): unknown[] {
  return columns.map((values) =>
    values.length === 0 ? null : [Math.min(...values), Math.max(...values)],
  );
}

/** What a pen that keeps everything has drawn in each column. */
function drawnIn(source: ColumnSource, shown: DayRange, columns: number): number[][] {
  const found = Array.from({ length: columns }, (): number[] => []);
  let from = 0;
  traceSteps(columnExtremes(source, shown, columns), {
    moveTo: (column, value) => {
      found[column]?.push(value);
      from = column;
    },
    lineTo: (column, value) => {
      for (let each = from; each <= column; each++) found[each]?.push(value);
      from = column;
    },
  });
  return found;
}

describe("traceSteps", () => {
  const cases = fc.tuple(series(200), range, columnCount);

  it("reaches in each column exactly what stands there, and leaves gaps", () => {
    fc.assert(
      fc.property(cases, ([source, shown, columns]) => {
        const expected = extremesOfEach(valuesShown(source, shown, columns));
        assert.deepEqual(extremesOfEach(drawnIn(source, shown, columns)), expected);
      }),
      { numRuns: runs() },
    );
  });

  it("is level between columns", () => {
    const slanted: unknown[] = [];
    fc.assert(
      fc.property(cases, ([source, shown, columns]) => {
        let at: readonly [number, number] = [Number.NaN, Number.NaN];
        traceSteps(columnExtremes(source, shown, columns), {
          moveTo: (...to) => (at = to),
          lineTo: (...to) => {
            if (at[0] !== to[0] && at[1] !== to[1]) slanted.push([at, to]);
            at = to;
          },
        });
        assert.deepEqual(slanted, []);
      }),
      { numRuns: runs() },
    );
  });

  it("fills pixels from the row of the greatest to that of the least value", () => {
    const integers = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(integers, fc.integer({ min: 1, max: 40 }), (values, columns) => {
        const source = {
          days: Int32Array.from(values, (_, row) => row * 3),
          values: Float64Array.from(values),
        };
        const shown = { from: 0, to: values.length * 3 - 3 };
        const expected = valuesShown(source, shown, columns).map((each) =>
          Array.from({ length: 16 }, (_, row) => isBetween(15 - row, each)),
        );
        assert.deepEqual(bitmapOf(source, shown, columns), expected);
      }),
      { numRuns: runs() },
    );
  });

  it("fills twice as wide at twice the width, never beside the column and row", () => {
    const source = { days: Int32Array.of(0, 4), values: Float64Array.of(2, 1) };
    const rects: number[][] = [];
    const pen = new PixelPen(
      10,
      (value) => 5 - value,
      2,
      (...rect) => rects.push(rect),
    );
    traceSteps(columnExtremes(source, { from: 0, to: 4 }, 5), pen);
    pen.end();
    assert.deepEqual(rects, [
      [10, 3, 6, 2],
      [10, 3, 2, 2],
      [14, 3, 2, 3],
    ]);
  });
});

function isBetween(value: number, values: readonly number[]): boolean {
  return values.length > 0 && value >= Math.min(...values) && value <= Math.max(...values);
}

/** What the pen fills of 16 rows, by column; the row of value 15 is the first. */
function bitmapOf(source: ColumnSource, shown: DayRange, columns: number): boolean[][] {
  const bitmap = Array.from({ length: columns }, () => new Array<boolean>(16).fill(false));
  const rowOf = (value: number): number => 15 - value;
  const pen = new PixelPen(0, rowOf, 1, (x, y, width, height) => {
    for (const column of bitmap.slice(x, x + width)) column.fill(true, y, y + height);
  });
  traceSteps(columnExtremes(source, shown, columns), pen);
  pen.end();
  return bitmap;
}
