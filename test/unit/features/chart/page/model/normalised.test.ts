import assert from "node:assert/strict";
import {
  defaultViewState,
  type ShownValues,
} from "../../../../../../src/features/chart/model/viewState";
import {
  chartView,
  preparedLines,
} from "../../../../../../src/features/chart/page/model/chartView";
import {
  rowScoreText,
  seriesRows,
} from "../../../../../../src/features/chart/page/model/seriesRows";
import { cardRows, readoutAt } from "../../../../../../src/features/chart/page/model/readout";
import { shownCsv } from "../../../../../../src/features/chart/page/model/shownText";
import { finish } from "../../../../../../src/shared/finish";
import {
  type StatisticsTable,
  statisticsTable,
} from "../../../../../../src/features/chart/page/model/statistics";
import { forecastData, partOf, signalData, viewOf } from "../../../../../support/chartParts";

// By hand: means 2 and 0.5, standard deviations 1 and √0.5.
const us = partOf(signalData({ Aggregate: [1, 2, 3], Level: [9, 0, 9] }), {
  id: "us",
  title: "US",
});
const de = partOf(signalData({ Aggregate: [1, 0, null], Level: [0, 1, 0] }), {
  id: "de",
  title: "DE",
});
const spx = partOf(forecastData({ Forecast: [0.01, 0.02, 0.03] }), { id: "spx", title: "SPX" });
const all = [us, de, spx];
const lastDay = us.data?.days.at(-1) ?? 0;

function rounded(value: number): number {
  return Number(value.toFixed(6));
}

function linesAs(values: ShownValues, parts = all, columns = ["Aggregate"]): number[][] {
  const { panes } = viewOf(parts, { values, columns });
  return panes.flatMap(({ lines }) => lines.map((line) => Array.from(line.values, rounded)));
}

describe("normalised values", () => {
  it("are z-scores on one axis, of signals and forecasts alike", () => {
    assert.deepEqual(linesAs("z-score"), [
      [-1, 0, 1],
      [0.707107, -0.707107, Number.NaN],
      [-1, 0, 1],
    ]);
    const { panes } = viewOf(all, { values: "z-score" });
    assert.deepEqual(
      panes.flatMap(({ axes }) => axes.map(({ label }) => label)),
      ["z-score, σ"],
    );
    assert.equal(viewOf(all).panes[0]?.axes.length, 2);
  });

  it("have the mean and deviation of the first for kinds and as-ofs of one series, shown or hidden", () => {
    // By hand: the first has mean 2 and deviation 1.
    const fit = partOf(signalData({ Aggregate: [9, 5, 3] }), {
      id: "fit",
      role: "kind",
      identity: { dataKind: "FIT" },
    });
    const own = { ...us, identity: fit.identity };
    const parts = [{ ...own, identity: { ...fit.identity, dataKind: "SNAP" } as const }, fit, spx];
    const scored = [-1, 0, 1];
    assert.deepEqual(linesAs("z-score", parts), [scored, [7, 3, 1], scored]);
    const view = viewOf(parts, { values: "z-score", hidden: ["us"] });
    assert.deepEqual(Array.from(view.panes[0]?.lines[0]?.values ?? [], rounded), [7, 3, 1]);
    assert.ok(
      view.facts.includes(
        "Kinds and as-ofs of one series share the mean and deviation of the first",
      ),
    );
    // Equal newest values are equal in the table, the card and the legend.
    const rows = seriesRows({
      parts: [parts[0] ?? us, { ...fit, role: "part" }],
      view: viewOf([parts[0] ?? us, { ...fit, role: "part" }], { values: "z-score" }),
    });
    assert.deepEqual(rows.map(rowScoreText), ["+1.00 σ", "+1.00 σ"]);
  });

  it("are ranks among the lines of one unit and one column", () => {
    assert.deepEqual(linesAs("rank"), [
      [-1, -1, -1],
      [-1, -2, Number.NaN],
      [-1, -1, -1],
    ]);
    const both = linesAs("rank", [us, de], ["Aggregate", "Level"]);
    assert.deepEqual(both, [
      [-1, -1, -1],
      [-1, -2, -1],
      [-1, -2, Number.NaN],
      [-2, -1, -2],
    ]);
    const [axis] = viewOf(all, { values: "rank" }).panes[0]?.axes ?? [];
    assert.equal(axis?.label, "Rank (1 is the largest)");
  });

  it("are the same arrays again when something else changes", () => {
    for (const values of ["z-score", "rank"] as const) {
      const linesOf = (years: number): readonly unknown[] =>
        (viewOf(all, { values, years }).panes[0]?.lines ?? []).map((line) => line.values);
      assert.ok(linesOf(1).every((each, at) => each === linesOf(5)[at]));
    }
  });

  it("are ranks among the shown series", () => {
    const { panes } = viewOf([us, de], { values: "rank", hidden: ["us"] });
    assert.deepEqual([...(panes[0]?.lines[0]?.values ?? [])], [-1, -1, Number.NaN]);
  });

  it("are not offered for one series and compared ones", () => {
    const fit = partOf(signalData({ Aggregate: [2, 2, 2] }), { id: "fit", role: "kind" });
    const { panes, facts } = viewOf([us, fit], { values: "z-score" });
    assert.deepEqual(
      panes.map(({ kind, lines }) => [kind, lines[0]?.unit]),
      [
        ["main", "score"],
        ["difference", "score"],
      ],
    );
    assert.equal(facts.length, 2);
  });

  it("have no difference, and the reason for that", () => {
    const { panes, missing, comparison } = viewOf([us, de], { values: "z-score" });
    assert.equal(panes.length, 1);
    assert.equal(missing, "To see the difference between the two, show values as served");
    assert.equal(comparison, null);
    assert.equal(viewOf([us, de]).panes.length, 2);
  });

  it("are named at the crosshair, with the percentiles of values as served", () => {
    const scores = viewOf([us, de], { values: "z-score" });
    assert.deepEqual(
      readoutAt(scores, lastDay - 1).map(({ text }) => text),
      ["0.00 σ", "−0.71 σ"],
    );
    const ranks = viewOf([us, de], { values: "rank" });
    assert.deepEqual(
      readoutAt(ranks, lastDay - 1).map(({ text }) => text),
      ["#1", "#2"],
    );
    // The third is their difference.
    const served = cardRows(viewOf([us, de]), lastDay - 1);
    for (const view of [scores, ranks]) {
      assert.deepEqual(
        cardRows(view, lastDay - 1).map(({ percentile }) => percentile),
        served.slice(0, 2).map(({ percentile }) => percentile),
      );
      assert.deepEqual(
        view.newest.map(({ percentile }) => percentile),
        viewOf([us, de]).newest.map(({ percentile }) => percentile),
      );
    }
    assert.deepEqual(
      cardRows(scores, lastDay - 1).map(({ change }) => change),
      ["+1.00 σ", "−1.41 σ"],
    );
    assert.deepEqual(
      cardRows(ranks, lastDay - 1).map(({ change }) => change),
      ["0", "−1"],
    );
  });

  it("are exported as shown, with their name", () => {
    const rows = (values: ShownValues): string[] =>
      shownCsv(viewOf([us, de], { values }))
        .split("\n")
        .filter((row) => row !== "" && !row.startsWith("# INFL") && !row.startsWith("# Acme"));
    assert.deepEqual(rows("rank"), [
      "# Values are ranks on each day among the shown series of the same unit and column: 1 is the largest",
      "# To see the difference between the two, show values as served",
      "Date,US Aggregate (rank),DE Aggregate (rank)",
      "2026-11-16,1,1",
      "2026-11-17,1,2",
      "2026-11-18,1,",
    ]);
    assert.equal(rows("z-score")[2], "Date,US Aggregate (z-score),DE Aggregate (z-score)");
    assert.match(rows("z-score")[3] ?? "", /^2026-11-16,-1,0\.70710678/);
    const view = viewOf([us, de], { values: "z-score" });

    assert.equal(view.panes[0]?.axes[0]?.label, "z-score, σ");
    assert.ok(view.facts.some((text) => text.startsWith("Values are z-scores")));
    assert.equal(view.newest[0]?.text, "+1.00 σ");
  });

  it("are cached once they have been prepared", () => {
    for (const values of ["served", "z-score", "rank"] as const) {
      const state = { ...defaultViewState, values };
      const prepared = finish(preparedLines([us, de], state));
      const drawn = chartView([us, de], state).panes[0]?.lines ?? [];
      assert.equal(drawn.length, 2);
      assert.ok(
        prepared.every((line, at) => line.values === drawn[at]?.values),
        values,
      );
    }
    assert.deepEqual(finish(preparedLines([us], defaultViewState)), []);
  });

  it("do not change the statistics, which name the values as served", () => {
    const of = (values: ShownValues): StatisticsTable =>
      finish(statisticsTable(chartView([us, de], { ...defaultViewState, values }), "levels"));
    const [served, ranks] = [of("served"), of("rank")];
    assert.deepEqual(
      ranks.rows.map(({ statistics }) => statistics),
      // The difference, which is last, is of values as served only.
      served.rows.slice(0, 2).map(({ statistics }) => statistics),
    );
    assert.equal(ranks.summary, `${served.summary} · values as served`);
  });
});
