import assert from "node:assert/strict";
import { finish } from "../../../../../../src/shared/finish";
import { defaultViewState } from "../../../../../../src/features/chart/model/viewState";
import {
  type ChartView,
  chartView,
} from "../../../../../../src/features/chart/page/model/chartView";
import { statisticsTable } from "../../../../../../src/features/chart/page/model/statistics";
import { statisticsText } from "../../../../../../src/features/chart/page/model/statisticsText";
import { partOf, signalData } from "../../../../../support/chartParts";
import { line, pane, view } from "../../../../../support/chartViews";

function textOf(shown: ChartView, inFull = shown): readonly string[] {
  return statisticsText(finish(statisticsTable(shown, "changes")), inFull, "csv").split("\n");
}

const none = Number.NaN;

describe("statisticsText", () => {
  it("names each series in full, with numbers for equal names", () => {
    const named = (labels: readonly string[]): ChartView =>
      view([pane(labels.map((label, at) => line(`${at}`, [0, 1], [1, 2], { label })))]);
    const rows = textOf(named(["AT", "DE"]), named(["Inflation, all", "Inflation, all"]));
    assert.deepEqual(
      rows.slice(-3, -1).map((row) => row.split(",unknown,")[0]),
      ['"Inflation, all"', '"Inflation, all (2)"'],
    );
    assert.match(
      rows.at(-4) ?? "",
      /,"Correlation of changes with Inflation, all","Correlation of changes with Inflation, all \(2\)"$/,
    );
  });

  it("copies no name that a spreadsheet would run as a formula or split (CSV-01)", () => {
    const hostile = ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "two\tcells"];
    const shown = view(
      hostile.map((label, at) => pane([line(`${at}`, [0, 1], [1, -2], { label })])),
    );
    const table = finish(statisticsTable(shown, "changes"));
    const rows = statisticsText(table, shown, "tsv")
      .split("\n")
      .filter((row) => row.includes("unknown"));
    assert.deepEqual(
      rows.map((row) => row.split("\tunknown\t")[0]),
      ["'=cmd|' /C calc'!A0", "'+1", "'-1", "'@SUM(1)", '"\'\t=1"', '"two\tcells"'],
    );
    assert.ok(rows.every((row) => row.includes("\t-2\t")));
  });

  it("writes unrounded numbers, ISO days and empty cells", () => {
    const rows = textOf(view([pane([line("A", [0, 1, 2], [0.1, none, -0.20000000000000001])])]));
    assert.equal(
      rows.at(-2),
      "A,unknown,2,-0.05,0.21213203435596428,-0.2,1970-01-03,0.1,1970-01-01,,",
    );
  });

  it("names the column of each series, and states that values are as served", () => {
    const parts = ["France", "Germany"].map((title) =>
      partOf(signalData({ Momentum: [1, 2, 4], Aggregate: [1, 3, 2] }), { id: title, title }),
    );
    const state = { ...defaultViewState, columns: ["Momentum"] };
    for (const values of ["served", "z-score", "rank"] as const) {
      const served = chartView(parts, state);
      const rows = textOf(chartView(parts, { ...state, values }), served);
      const facts = rows.filter((row) => row.startsWith("#"));
      assert.ok(facts.includes("# Values as served"), facts.join("\n"));
      const table = rows.slice(facts.length, -1);
      const names = ["Series", "France Momentum", "Germany Momentum"];
      const difference = values === "served" ? ["France Momentum − Germany Momentum"] : [];
      assert.deepEqual(
        table.map((row) => row.split(",")[0]),
        [...names, ...difference],
      );
      assert.match(table[0] ?? "", /Correlation of changes with Germany Momentum$/);
      // By hand: 1, 2 and 4.
      assert.match(table[1] ?? "", /^France Momentum,unknown,3,2\.3333/);
    }
  });

  it("has no correlations for a single series, and no rows for none", () => {
    assert.doesNotMatch(textOf(view([pane([line("A", [0], [1])])])).join("\n"), /Correlation/);
    assert.match(textOf(view([])).at(-2) ?? "", /^Series,/);
  });
});

describe("the statistics of a comparison", () => {
  const snap = partOf(signalData({ Aggregate: [1, 2, 4] }), { id: "snap" });
  const identity = { dataKind: "FIT" } as const;
  const fit = partOf(signalData({ Aggregate: [1, 1, 1] }), { id: "fit", role: "kind", identity });
  const compared = chartView([snap, fit], { ...defaultViewState, columns: ["Aggregate"] });
  const table = finish(statisticsTable(compared, "levels"));

  it("have the difference as a row, which is not correlated", () => {
    const labels = table.rows.map(({ series }) => series.label);
    assert.deepEqual(labels, ["SNAP", "FIT", "SNAP − FIT"]);
    // By hand: 0, 1 and 3.
    const { n, mean, largest } = table.rows[2]?.statistics ?? {};
    assert.deepEqual([n, mean, largest?.value], [3, 4 / 3, 3]);
    assert.equal(table.correlations.length, 4);
    const lines = statisticsText(table, compared, "csv").trimEnd().split("\n");
    assert.match(lines.at(-1) ?? "", /,,$/);
  });

  it("give the reason for a blank correlation", () => {
    assert.deepEqual(table.reasons, ["", "3 of 24 observations", "3 of 24 observations", ""]);
    const changes = finish(statisticsTable(compared, "changes"));
    assert.equal(changes.reasons[1], "2 of 24 observations");
  });
});
