import assert from "node:assert/strict";
import fc from "fast-check";
import { columnExtremes } from "../../../../../../src/features/chart/page/draw/columnExtremes";
import { traceArea, traceSteps } from "../../../../../../src/features/chart/page/draw/trace";
import { stackOf } from "../../../../../../src/features/chart/page/model/forecastPanes";
import { type DayRange } from "../../../../../../src/features/chart/page/model/pane";
import { runs } from "../../../../../support/propertyRuns";
import { columnCount, range, series, valuesShown } from "./drawArbitraries";
import { type Observations } from "../../../../../../src/shared/series/observations";

function extremesOfEach(columns: readonly number[][]): unknown[] {
  return columns.map((values) =>
    values.length === 0 ? null : [Math.min(...values), Math.max(...values)],
  );
}

/** The values that a recording pen has reached in each column. */
function drawnIn(source: Observations, shown: DayRange, columns: number): number[][] {
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

  it("reaches in each column exactly the values in force, and leaves gaps", () => {
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
});

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

/**
 * The least and the greatest sum of the parts on one side of zero, of the rows in each column, or without one of the
 * row before it.
 */
function sumsIn(parts: readonly number[][], days: number, columns: number): number[][] {
  const sums = parts.map((values) => [
    values.filter((value) => value < 0).reduce((sum, value) => sum + value, 0),
    values.filter((value) => value > 0).reduce((sum, value) => sum + value, 0),
  ]);
  const columnsOfRows = parts.map((_, row) =>
    Math.min(columns - 1, Math.floor((row / days) * columns)),
  );
  const end = columnsOfRows.at(-1) ?? 0;
  return Array.from({ length: columns }, (_, column) => {
    if (column > end) return [0, 0];
    const first = columnsOfRows.indexOf(column);
    const inside =
      first < 0
        ? sums.slice(0, columnsOfRows.findLastIndex((each) => each < column) + 1).slice(-1)
        : sums.filter((_each, row) => columnsOfRows[row] === column);
    return [
      Math.min(...inside.map(([least = 0]) => least)),
      Math.max(...inside.map(([, max = 0]) => max)),
    ];
  });
}

describe("traceArea", () => {
  it("holds until the next row and ends with the last", () => {
    assert.deepEqual(fillsOf([1, 4], [0, -1], [2, 0], 6), [
      [1, 2, 0, 2],
      [2, 4, 0, 2],
      [4, 5, -1, 0],
    ]);
  });

  it("goes on if there are later rows, and begins with the value in force", () => {
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

  it("reaches the outermost of several rows below zero, and of rows on either side of it", () => {
    const reduced = (values: readonly number[]): ReturnType<typeof columnExtremes> =>
      columnExtremes(
        { days: Int32Array.of(1, 2, 3), values: Float64Array.from(values) },
        { from: 0, to: 20 },
        2,
      );
    const [edge, below, both] = [
      [0, 0, 0],
      [-1, -37, -10],
      [2, -3, 2],
    ].map(reduced);
    assert.ok(edge !== undefined && below !== undefined && both !== undefined);
    const fills: Fill[] = [];
    traceArea(edge, below, (...fill) => fills.push(fill));
    traceArea(edge, both, (...fill) => fills.push(fill));
    assert.deepEqual(fills, [
      [0, 1, -37, 0],
      [0, 1, -3, 2],
    ]);
  });

  it("fills a stack in each column between its greatest sums above and below zero", () => {
    const part = fc.integer({ min: -9, max: 9 });
    const rows = fc.array(fc.array(part, { minLength: 3, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(rows, columnCount, (parts, columns) => {
        const days = Int32Array.from(parts, (_, row) => row);
        const shown = { from: 0, to: parts.length };
        const columnsOfParts = [0, 1, 2].map((place) =>
          Float64Array.from(parts, (values) => values[place] ?? Number.NaN),
        );
        const reached = Array.from({ length: columns }, () => [0, 0]);
        for (const bounds of stackOf(columnsOfParts)) {
          const [lower, upper] = [bounds.lower, bounds.upper].map((values) =>
            columnExtremes({ days, values }, shown, columns),
          );
          assert.ok(lower !== undefined && upper !== undefined);
          traceArea(lower, upper, (column, columnEnd, low, high) => {
            for (let each = column; each < columnEnd; each++) {
              const [least = 0, greatest = 0] = reached[each] ?? [];
              reached[each] = [Math.min(least, low), Math.max(greatest, high)];
            }
          });
        }
        assert.deepEqual(reached, sumsIn(parts, shown.to, columns));
      }),
      { numRuns: runs() },
    );
  });

  it("breaks at a row without a value", () => {
    const missing = Number.NaN;
    assert.deepEqual(fillsOf([0, 2, 4, 9], [0, missing, 0, 0], [1, missing, 5, 0], 6), [
      [0, 1, 0, 1],
      [1, 2, 0, 1],
      [4, 5, 0, 5],
      [5, 6, 0, 5],
    ]);
  });

  it("fills columns in order, none twice, and only between the lines of the bounds", () => {
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
