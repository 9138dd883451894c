import assert from "node:assert/strict";
import fc from "fast-check";
import { traceArea } from "../../../../src/webview/chart/draw/areaTrace";
import { columnExtremes } from "../../../../src/webview/chart/draw/columnExtremes";
import { traceSteps } from "../../../../src/webview/chart/draw/stepTrace";
import { runs } from "../../../support/propertyRuns";
import { columnCount, range, series } from "./drawArbitraries";

type Fill = [column: number, columnEnd: number, low: number, high: number];

function fillsOf(
  days: readonly number[],
  lower: readonly number[],
  upper: readonly number[],
  columns: number,
): Fill[] {
  const shown = { from: 0, to: columns };
  const reduced = [lower, upper].map((values) =>
    columnExtremes(
      { days: Int32Array.from(days), values: Float64Array.from(values) },
      shown,
      columns,
    ),
  );
  const [low, high] = reduced;
  const fills: Fill[] = [];
  assert.ok(low !== undefined && high !== undefined);
  traceArea(low, high, (...fill) => fills.push(fill));
  return fills;
}

describe("traceArea", () => {
  it("stands until the next row and ends with the last", () => {
    assert.deepEqual(fillsOf([1, 4], [0, -1], [2, 0], 6), [
      [1, 2, 0, 2],
      [2, 4, 0, 2],
      [4, 5, -1, 0],
    ]);
  });

  it("goes on when there are later rows, and begins with what stands", () => {
    assert.deepEqual(fillsOf([-5, 20], [0, 0], [3, 1], 4), [[0, 4, 0, 3]]);
  });

  it("reaches the outermost of several rows in a column", () => {
    const days = [8, 9, 10, 11, 12];
    const [lower, upper] = [
      [0, -3, 0, 0, 0],
      [1, 0, 7, 2, 2],
    ];
    const shown = { from: 0, to: 20 };
    const [low, high] = [lower, upper].map((values) =>
      columnExtremes({ days: Int32Array.from(days), values: Float64Array.from(values) }, shown, 2),
    );
    assert.ok(low !== undefined && high !== undefined);
    const fills: Fill[] = [];
    traceArea(low, high, (...fill) => fills.push(fill));
    assert.deepEqual(fills, [
      [0, 1, -3, 1],
      [1, 2, 0, 7],
    ]);
  });

  it("breaks where a row has no value", () => {
    const missing = Number.NaN;
    assert.deepEqual(fillsOf([0, 2, 4, 9], [0, missing, 0, 0], [1, missing, 5, 0], 6), [
      [0, 1, 0, 1],
      [1, 2, 0, 1],
      [4, 5, 0, 5],
      [5, 6, 0, 5],
    ]);
  });

  it("fills columns in order, none twice, and only where the line of a bound is", () => {
    fc.assert(
      fc.property(series(100), range, columnCount, (source, shown, columns) => {
        const reduced = columnExtremes(source, shown, columns);
        const filled: number[] = [];
        traceArea(reduced, reduced, (column, columnEnd) => {
          for (let each = column; each < columnEnd; each++) filled.push(each);
        });
        const drawn = new Set<number>();
        let from = 0;
        traceSteps(reduced, {
          moveTo: (column) => drawn.add((from = column)),
          lineTo: (column) => {
            for (let each = from; each <= column; each++) drawn.add(each);
            from = column;
          },
        });
        const inOrder = [...new Set(filled)].sort((a, b) => a - b);
        assert.deepEqual(filled, inOrder);
        assert.deepEqual(
          filled.filter((column) => !drawn.has(column)),
          [],
        );
      }),
      { numRuns: runs() },
    );
  });
});
