import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import {
  defaultViewState,
  type SeriesSort,
  type ViewState,
} from "../../../../../../src/features/chart/model/viewState";
import {
  rowChangeText,
  percentileHeading,
  rowOrder,
  rowScoreText,
  type SeriesRow,
  seriesRows,
  sortedRows,
  sortIn,
  rowTextAt,
} from "../../../../../../src/features/chart/page/model/seriesRows";
import { forecastData, partOf, signalData, viewOf } from "../../../../../support/chartParts";

const us = partOf(signalData({ Aggregate: [1, 2, 3], Level: [0, 0, 0] }), {
  id: "us",
  title: "US",
});
const de = partOf(signalData({ Aggregate: [5, 4, 1], Level: [1, 1, 1] }), {
  id: "de",
  title: "DE",
});
const spx = partOf(forecastData({ Forecast: [0.02, 0.03, null] }), { id: "spx", title: "SPX" });
const loading = partOf(null, { id: "it", title: "IT" });
const fit = partOf(signalData({ Aggregate: [0, 0, 0] }), { id: "fit", title: "FIT", role: "kind" });
const first = us.data?.days[0] ?? 0;
const range = { from: first, to: first + 2 };

function rowsOf(parts: readonly ChartPart[], state: Partial<ViewState> = {}): readonly SeriesRow[] {
  return seriesRows({ parts, view: viewOf(parts, state) });
}

// 1 to 10 has the mean 5.5 and the standard deviation √(55 ÷ 6).
const upTo = (values: readonly number[]): ChartPart["data"] =>
  signalData({ Aggregate: [...values] });
const rising = partOf(upTo([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), { id: "rising" });
const falling = partOf(upTo([10, 9, 8, 7, 6, 5, 4, 3, 1, 2]), { id: "falling" });
const constant = partOf(upTo([7, 7, 7, 7, 7, 7, 7, 7, 7, 7]), { id: "constant" });
const farther = [3.5 / Math.sqrt(55 / 6), 4.5 / Math.sqrt(55 / 6)];

describe("the rows of several series", () => {
  it("are their lines, and the series without lines", () => {
    const rows = rowsOf([us, de, loading], { hidden: ["de"], columns: ["Aggregate", "Level"] });
    assert.deepEqual(
      rows.map(({ id, label, isShown, line }) => [id, label, isShown, line !== null]),
      [
        ["us", "US Aggregate", true, true],
        ["us/Level", "US Level", true, true],
        ["de", "DE", false, false],
        ["it", "IT", true, false],
      ],
    );
  });

  it("have the colour and the dash of the line, hidden or not", () => {
    const styles = (state: Partial<ViewState>): number[][] =>
      rowsOf([us, de], state).map(({ colour, dash }) => [colour, dash]);
    const both = [
      [0, 0],
      [1, 0],
    ];
    assert.deepEqual(styles({}), both);
    assert.deepEqual(styles({ hidden: ["de"] }), both);
    assert.deepEqual(styles({ arrangement: "panes" }), [
      [0, 0],
      [0, 0],
    ]);
  });

  it("are empty for one series, whatever it is compared with", () => {
    assert.deepEqual(rowsOf([us]), []);
    assert.deepEqual(rowsOf([us, fit]), []);
    assert.equal(rowsOf([us, de, fit]).length, 3);
  });

  it("have the value on a day, and the change in range, each in its unit", () => {
    const rows = rowsOf([us, spx, loading]);
    assert.deepEqual(
      rows.map((row) => rowTextAt(row, first + 1)),
      ["+2.00", "3.00 %", ""],
    );
    assert.deepEqual(
      rows.map((row) => rowTextAt(row, null)),
      ["", "", ""],
    );
    assert.deepEqual(
      rows.map((row) => rowChangeText(row, range)),
      ["+2.00", "+100 bp", ""],
    );
    const [, forecast] = rows;
    assert.ok(forecast);
    assert.equal(rowTextAt(forecast, first + 2), "–");
  });

  it("name the year in which all histories begin", () => {
    assert.equal(percentileHeading(rowsOf([us, de])), "Percentile since 2026");
    const early = partOf(signalData({ Aggregate: [1] }, { days: Int32Array.of(0) }), { id: "e" });
    assert.equal(percentileHeading(rowsOf([us, early])), "Percentile");
    assert.equal(percentileHeading(rowsOf([loading, loading])), "Percentile");
  });
});

describe("the order of several series", () => {
  const all = rowsOf([us, loading, de]);
  const at = { day: first, range };
  const order = (by: SeriesSort["by"], isAscending: boolean, day = at.day): string =>
    sortedRows(all, { by, isAscending }, { ...at, day })
      .map(({ label }) => label)
      .join(" ");

  it("is by the chosen column, with those without a value last either way", () => {
    assert.equal(order("newest", false), "US DE IT");
    assert.equal(order("newest", true), "DE US IT");
    assert.equal(order("change", false), "US DE IT");
    assert.equal(order("crosshair", false), "DE US IT");
    assert.equal(order("crosshair", false, first + 2), "US DE IT");
    assert.equal(order("percentile", true), "DE US IT");
    assert.equal(order("name", true), "DE IT US");
    assert.equal(order("name", false), "US IT DE");
  });

  it("is that of the chart for equal ones", () => {
    const twins = rowsOf([us, partOf(us.data, { id: "b", title: "B" })]);
    for (const isAscending of [true, false]) {
      const sorted = sortedRows(twins, { by: "newest", isAscending }, at);
      assert.deepEqual(sorted, twins);
    }
  });

  it("puts series that do not vary, which have no z-score, last by distance (DATA-14)", () => {
    // The mean of three times −0.087 is not −0.087 in doubles, nor that of 1,448 times 1.81.
    const parts = [
      ...(
        [
          [-0.087, 3],
          [1.81, 1_448],
          [-0.087, 10],
        ] as const
      ).map(([value, count], place) =>
        partOf(
          upTo(
            Array.from({ length: count }, (_, at) => value + (place === 2 ? (at % 3) * 1e-16 : 0)),
          ),
          {
            id: `flat ${place}`,
          },
        ),
      ),
      rising,
    ];
    const state = {
      arrangement: "panes",
      seriesSort: { by: "distance", isAscending: false },
    } as const;
    const sorted = (isAscending: boolean): readonly SeriesRow[] =>
      sortedRows(rowsOf(parts, state), { ...state.seriesSort, isAscending }, { day: null, range });
    for (const isAscending of [true, false]) {
      const [first, ...others] = sorted(isAscending).map(rowScoreText);
      assert.match(first ?? "", /^\+1\.49 σ$/);
      assert.deepEqual(others, ["–", "–", "–"]);
    }
    assert.equal(viewOf(parts, state).panes[0]?.id, "rising");
    const { panes } = viewOf(parts, { values: "z-score" });
    const drawn = panes.flatMap(({ lines }) =>
      lines.filter(({ values }) => values.some(Number.isFinite)),
    );
    assert.deepEqual(
      drawn.map(({ id }) => id),
      ["rising/Aggregate"],
    );
  });

  it("begins with the best rank, as with the largest value", () => {
    const rows = rowsOf([de, us], { values: "rank" });
    const sorted = sortedRows(rows, sortIn(defaultViewState, []), at);
    assert.deepEqual(
      sorted.map(({ newest }) => newest?.text),
      ["#1", "#2"],
    );
  });

  it("of vintages is that of their as-ofs, the newest first, until another is chosen", () => {
    const vintages = ["20240331T235959Z", "latest", "20231231T235959Z"].map((asOf, at) =>
      partOf(signalData({ Aggregate: [at] }), { id: asOf, identity: { asOf } }),
    );
    const reported = partOf(signalData({ Aggregate: [9] }), {
      ...{ id: "FIT", title: "FIT", identity: { dataKind: "FIT" } },
    });
    const parts = [reported, ...vintages];
    const labels = (sort = sortIn(defaultViewState, parts)): readonly string[] =>
      sortedRows(rowsOf(parts), sort, at).map(({ label }) => label);
    assert.deepEqual(labels(), ["Now", "31 Mar 2024", "31 Dec 2023", "FIT"]);
    assert.deepEqual(labels({ by: "name", isAscending: true }), [
      ...["31 Dec 2023", "31 Mar 2024", "Now", "FIT"],
    ]);
    const chosen = {
      ...defaultViewState,
      seriesSort: { by: "newest", isAscending: false },
    } as const;
    assert.equal(labels(sortIn(chosen, parts))[0], "FIT");
  });

  it("is the same in the statistics", () => {
    const parts = [de, us];
    const told = { parts, view: viewOf(parts), state: defaultViewState };
    assert.deepEqual(rowOrder(told), ["us/Aggregate", "de/Aggregate"]);
  });

  it("are sorted by the distance of their newest values from their means, like their panes", () => {
    const parts = [falling, constant, rising];
    const state = {
      arrangement: "panes",
      seriesSort: { by: "distance", isAscending: false },
    } as const;
    const rows = rowsOf(parts, state);
    const sorted = sortedRows(rows, state.seriesSort, { day: null, range });
    assert.deepEqual(sorted.map(rowScoreText), [
      `+${(farther[1] ?? 0).toFixed(2)} σ`,
      `−${(farther[0] ?? 0).toFixed(2)} σ`,
      "–",
    ]);
    assert.deepEqual(
      viewOf(parts, state).panes.map(({ id }) => id),
      ["rising", "falling", "constant"],
    );
  });
});
