import assert from "node:assert/strict";
import fc from "fast-check";
import {
  columnExtremes,
  extremesOf,
} from "../../../../../../src/features/chart/page/draw/columnExtremes";
import { type DayRange } from "../../../../../../src/features/chart/page/model/pane";
import { type Observations } from "../../../../../../src/shared/series/observations";
import { runs } from "../../../../../support/propertyRuns";
import { columnCount, range, series, valuesWithGaps } from "./drawArbitraries";

type Row = readonly [day: number, value: number];

/** The definition, row by row: the column of a row follows from its share of the range. */
function rowsByColumn(rows: readonly Row[], { from, to }: DayRange, columns: number): Row[][] {
  const found = Array.from({ length: columns }, (): Row[] => []);
  for (const [day, value] of rows) {
    const share = to > from ? (day - from) / (to - from) : day - from + 0.5;
    const column = Math.min(columns - 1, Math.floor(share * columns));
    if (day >= from && day <= to) found[column]?.push([day, value]);
  }
  return found;
}

function rowsOf({ days, values }: Observations): Row[] {
  return [...days].map((day, row): Row => [day, values[row] ?? Number.NaN]);
}

function expectedColumns(
  source: Observations,
  shown: DayRange,
  columns: number,
): Record<string, number[]> {
  const byColumn = rowsByColumn(rowsOf(source), shown, columns);
  const each = (of: (values: number[]) => number | undefined): number[] =>
    byColumn.map((rows) => of(rows.map(([, value]) => value)) ?? Number.NaN);
  const ordered = (values: number[]): number[] =>
    values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  return {
    first: each((values) => values[0]),
    min: each((values) => ordered(values)[0]),
    max: each((values) => ordered(values).at(-1)),
    last: each((values) => values.at(-1)),
    hasRows: each((values) => (values.length > 0 ? 1 : 0)),
  };
}

describe("columnExtremes", () => {
  const cases = fc.tuple(series(200), range, columnCount);

  it("has the first, least, greatest and last value of the rows in each column", () => {
    fc.assert(
      fc.property(cases, ([source, shown, columns]) => {
        const { first, min, max, last, hasRows } = columnExtremes(source, shown, columns);
        const found = [first, min, max, last, hasRows].map((values) => [...values]);
        assert.deepEqual(found, Object.values(expectedColumns(source, shown, columns)));
      }),
      { numRuns: runs() },
    );
  });

  it("has the value in force at the start", () => {
    fc.assert(
      fc.property(cases, ([source, shown, columns]) => {
        // A range of one day starts before it.
        const first = shown.to > shown.from ? shown.from : shown.from - 1;
        const before = rowsOf(source).filter(([day]) => day <= first);
        const expected = before.at(-1)?.[1] ?? Number.NaN;
        assert.equal(columnExtremes(source, shown, columns).standing, expected);
      }),
      { numRuns: runs() },
    );
  });

  it("ends with the last row, or at the last column if there are later rows", () => {
    fc.assert(
      fc.property(cases, ([source, shown, columns]) => {
        const rows = rowsOf(source);
        const hasBegun = rows.some(([day]) => day <= shown.to);
        const goesOn = hasBegun && rows.some(([day]) => day > shown.to);
        const last = rowsByColumn(rows, shown, columns).findLastIndex((each) => each.length > 0);
        const expected = goesOn ? columns - 1 : last;
        assert.equal(columnExtremes(source, shown, columns).end, expected);
      }),
      { numRuns: runs() },
    );
  });

  it("changes neither days nor values", () => {
    const source = { days: Int32Array.of(1, 2, 3), values: Float64Array.of(1, Number.NaN, 3) };
    const before = structuredClone(source);
    columnExtremes(source, { from: 0, to: 9 }, 4);
    assert.deepEqual(source, before);
  });

  it("is empty without rows", () => {
    const source = { days: new Int32Array(0), values: new Float64Array(0) };
    const { standing, end, hasRows } = columnExtremes(source, { from: 0, to: 9 }, 3);
    assert.deepEqual([standing, end, ...hasRows], [Number.NaN, -1, 0, 0, 0]);
  });

  it("is as exact for a million rows as for a few", () => {
    const rows = 1_000_000;
    const days = Int32Array.from({ length: rows }, (_, row) => row - 400_000);
    // Varying values with a gap of 700 rows in every 9,000.
    const values = Float64Array.from({ length: rows }, (_, row) =>
      row % 9_000 < 700 ? Number.NaN : Math.sin(row / 997) * ((row * 7_919) % 1_009),
    );
    const source = { days, values };
    const shown = { from: -399_000, to: 555_555 };
    const { min, max } = columnExtremes(source, shown, 1_113);
    const expected = expectedColumns(source, shown, 1_113);
    assert.deepEqual([[...min], [...max]], [expected["min"], expected["max"]]);
  });
});

describe("extremesOf", () => {
  it("finds the extremes of any rows, ignoring NaN", () => {
    const rows = fc.tuple(valuesWithGaps(300), fc.nat(300), fc.nat(300));
    fc.assert(
      fc.property(rows, ([values, one, other]) => {
        const from = Math.min(one, other, values.length);
        const to = Math.min(Math.max(one, other), values.length);
        const known = [...values.slice(from, to)].filter((value) => !Number.isNaN(value));
        known.sort((a, b) => a - b);
        const expected = known.length === 0 ? undefined : { min: known[0], max: known.at(-1) };
        assert.deepEqual(extremesOf(values, from, to), expected);
      }),
      { numRuns: runs() },
    );
  });
});
