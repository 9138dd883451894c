import assert from "node:assert/strict";
import fc from "fast-check";
import { type Frame, type NumberColumn } from "../../../../../src/data/frame";
import { type ChartData } from "../../../../../src/features/chart/protocol";
import {
  defaultViewState,
  type ViewState,
} from "../../../../../src/features/chart/model/viewState";
import { forecastRef, signalRef } from "../../../../../src/shared/reference";
import { chartDataOf, type ChartedSeries } from "../../../../../src/features/chart/host/chartData";
import { chartExcerptOf } from "../../../../../src/features/chart/host/chartExcerpt";
import { columnExtremes } from "../../../../../src/features/chart/page/draw/columnExtremes";
import { extremesIn, sourceOf } from "../../../../../src/features/chart/page/draw/plotData";
import { chartView } from "../../../../../src/features/chart/page/model/chartView";
import { componentTable } from "../../../../../src/features/chart/page/model/componentTable";
import { footText } from "../../../../../src/features/chart/page/model/foot";
import { headValue } from "../../../../../src/features/chart/page/model/title";
import { part } from "../../../../support/chartFrames";
import { runs } from "../../../../support/propertyRuns";

const signal = signalRef({ code: "INFL", version: 2, tags: {}, dataKind: "FIT", asOf: "latest" });
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const age = { latestAsOf: null, fetchedAtMs: 1_700_000_000_000, staleBecause: null };

/** Rows that are so many days apart, the value of each from its index. */
function frameOf(rows: number, gap: number, valueOf: (row: number) => number): Frame {
  const days = Int32Array.from({ length: rows }, (_, row) => -20_000 + row * gap);
  const values = Float64Array.from(days, (_, row) => valueOf(row));
  const doubled = values.map((value) => 2 * value);
  return {
    days,
    columns: [
      { name: "Level", type: "number", values: doubled },
      { name: "Note", type: "text", values: Array.from(days, String) },
      { name: "Aggregate", type: "number", values },
    ],
  };
}

function fetched(frame: Frame): ChartedSeries {
  return { reference: signal, frame, ...age, repairs: [], slice: null };
}

function excerptOf(frame: Frame, state: Partial<ViewState> = {}): ChartData | undefined {
  return chartExcerptOf(fetched(frame), { ...defaultViewState, ...state });
}

/** A forecast whose parts add up to it. */
const forecastFrame = frameOfColumns(20_000, {
  _Trend: (row) => Math.sin(row) / 100,
  _Cyclical: (row) => Math.cos(row) / 100,
  _Tactical: (row) => Math.sin(3 * row) / 100,
});

function frameOfColumns(
  rows: number,
  parts: Readonly<Record<string, (row: number) => number>>,
): Frame {
  const days = Int32Array.from({ length: rows }, (_, row) => -20_000 + row);
  const columns = Object.entries(parts).map(([name, valueOf]): NumberColumn => {
    return { name, type: "number", values: Float64Array.from(days, (_, row) => valueOf(row)) };
  });
  const total = Float64Array.from(days, (_, row) =>
    columns.reduce((sum, { values }) => sum + (values[row] ?? 0), 0),
  );
  return { days, columns: [{ name: "Forecast", type: "number", values: total }, ...columns] };
}

function forecastExcerpt(frame: Frame): ChartData | undefined {
  return chartExcerptOf({ ...fetched(frame), reference: forecast }, defaultViewState);
}

/** With one value of a column in the place of another. */
function withValue(frame: Frame, column: number, row: number, value: number): Frame {
  const columns = frame.columns.map((each, index) =>
    index === column && each.type === "number"
      ? { ...each, values: each.values.with(row, value) }
      : each,
  );
  return { ...frame, columns };
}

/** What a page draws and says of a series at first, at some widths. */
function firstPicture(data: ChartData): unknown {
  const parts = [part(data)];
  const view = chartView(parts, defaultViewState);
  const { bounds, range, newest, facts, legend, panes } = view;
  const plots = panes.flatMap(({ lines, layers }) =>
    [...lines, ...layers, ...layers.map(({ days, upper }) => ({ days, values: upper }))].map(
      ({ days, values }) => {
        const source = sourceOf(days, values);
        const widths = [1, 37, 640, 1_281, 3_000];
        const columns = widths.map((width) => columnExtremes(source, range, width));
        return [columns, extremesIn(source, range)];
      },
    ),
  );
  // Their values are drawn above.
  const table = componentTable(data, ["Trend"]).rows.map(({ percentileText, ...row }) => {
    return { ...row, values: null, percentile: percentileText() };
  });
  const words = [headValue(view), footText({ parts, panel: null, view })];
  return { bounds, range, newest, facts, legend, plots, words, table };
}

const daily = frameOf(20_000, 1, (row) => Math.sin(row * row));

describe("an excerpt of a series for the first picture", () => {
  const stepped = fc.record({
    rows: fc.integer({ min: 8_000, max: 20_000 }),
    gap: fc.constantFrom(1, 2),
    // Rows for which a value stays: daily, weekly, monthly, quarterly, and none that changes.
    stays: fc.constantFrom(1, 7, 30, 91, 1_000_000),
    missing: fc.constantFrom(0, 3, 50),
    seed: fc.integer({ min: 1, max: 1_000 }),
  });

  it("gives the same picture and numbers as all rows", () => {
    fc.assert(
      fc.property(stepped, ({ rows, gap, stays, missing, seed }) => {
        const frame = frameOf(rows, gap, (row) =>
          missing > 0 && row % missing === 1
            ? Number.NaN
            : Math.sin(seed * (1 + Math.floor(row / stays))),
        );
        const excerpt = excerptOf(frame);
        assert.ok(excerpt !== undefined);
        assert.deepEqual(firstPicture(excerpt), firstPicture(chartDataOf(fetched(frame))));
      }),
      { numRuns: runs(50) },
    );
  });

  it("gives the same picture and numbers of a forecast as all rows", () => {
    const excerpt = forecastExcerpt(forecastFrame);
    assert.ok(excerpt !== undefined);
    const whole = chartDataOf({ ...fetched(forecastFrame), reference: forecast });
    assert.deepEqual(firstPicture(excerpt), firstPicture(whole));
  });

  it("has the first row and the newest ten years of what is shown, and no other value", () => {
    const { days, columns, excerpt } = excerptOf(daily) ?? assert.fail("no excerpt");
    // 3,660 days of years of 366 days, the row before them and the first.
    assert.deepEqual([days.length, days[0], days[1]], [3_663, -20_000, -1 - 3_661]);
    assert.deepEqual(excerpt?.columns, ["Aggregate"]);
    assert.deepEqual(excerpt.steps, ["unknown", "daily"]);
    const [level, aggregate] = columns;
    assert.deepEqual([level?.name, aggregate?.name, columns.length], ["Level", "Aggregate", 2]);
    assert.equal(
      level?.values.every((value) => Number.isNaN(value)),
      true,
    );
    assert.deepEqual(aggregate?.values.slice(1), daily.columns[2]?.values.slice(-3_662));
  });

  it("of a million rows fits into 80 KiB, with the percentile of the newest value among all rows", () => {
    const million = frameOf(1_000_000, 1, (row) => (row < 999_999 ? row : 249_999.5));
    const { days, columns, excerpt } = excerptOf(million) ?? assert.fail("no excerpt");
    const buffers = new Set([days.buffer, ...columns.map(({ values }) => values.buffer)]);
    const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
    assert.ok(bytes < 80 * 1024, `${bytes} bytes`);
    // 250,000 rows and itself of a million are at or below it.
    assert.deepEqual([...(excerpt?.percentiles ?? [])], [Number.NaN, 25]);
  });

  const last = 19_999;
  const none: [when: string, excerpt: () => ChartData | undefined][] = [
    ["the series is short", () => excerptOf(frameOf(7_000, 1, Math.sin))],
    [
      "a range is in sight that begins earlier",
      () => excerptOf(daily, { range: { from: -4_000, to: 0 } }),
    ],
    ["more years are in sight", () => excerptOf(daily, { years: 20 })],
    ["a day is pinned", () => excerptOf(daily, { pins: [-5] })],
    ["the table is open", () => excerptOf(daily, { isTable: true })],
    ["statistics are open", () => excerptOf(daily, { isStatistics: true })],
    ["the kinds are compared", () => excerptOf(daily, { isKindCompared: true })],
    ["a vintage is compared", () => excerptOf(daily, { vintage: "latest" })],
    [
      "the newest years have no value",
      () => excerptOf(frameOf(20_000, 1, (row) => (row < 15_000 ? row : NaN))),
    ],
    [
      "a forecast does not add up somewhere",
      () => forecastExcerpt(withValue(forecastFrame, 1, 5, 1)),
    ],
    [
      "a component ends before the others",
      () => forecastExcerpt(withValue(forecastFrame, 1, last, Number.NaN)),
    ],
  ];
  for (const [when, excerpt] of none) {
    it(`is not made when ${when}`, () => {
      assert.equal(excerpt(), undefined);
    });
  }
});
