import assert from "node:assert/strict";
import {
  filterCounts,
  formatDifference,
  kindText,
  listedRuns,
  revisionRows,
  runOfDay,
} from "../../../../../../src/features/chart/page/model/revisionTable";
import { revisionsBetween } from "../../../../../../src/shared/series/revisions";
import { shownTableText } from "../../../../../../src/ui/table/shownTable";
import { observed } from "../../../../../support/observations";

describe("the table of revisions", () => {
  const before = observed([1, 2, 3, 5, 6], [0.5, 0.5, -1, 2, 3]);
  const after = observed([1, 2, 3, 4, 5, 6], [0.75, 0.75, 1, 7, 2, 3.001]);
  const { runs } = revisionsBetween(before, after, "score");

  it("counts the days of each filter, including small differences", () => {
    assert.deepEqual(filterCounts(runs), { all: 5, revised: 4, added: 1, gone: 0, flip: 1 });
  });

  it("lists runs by size or by day", () => {
    const firsts = (filter: "all" | "revised" | "flip" | "gone", by: "size" | "day"): number[] =>
      listedRuns(runs, { filter, by }).map(({ first }) => first);
    assert.deepEqual(firsts("all", "size"), [3, 1, 6, 4]);
    assert.deepEqual(firsts("all", "day"), [1, 3, 4, 6]);
    assert.deepEqual(firsts("revised", "size"), [3, 1, 6]);
    assert.deepEqual(firsts("flip", "day"), [3]);
    assert.deepEqual(firsts("gone", "day"), []);
  });

  it("finds the run of a day", () => {
    assert.deepEqual(
      [1, 2, 4, 5, 7, null].map((day) => runOfDay(runs, day)),
      [0, 0, 2, -1, -1, -1],
    );
  });

  it("names the change of a run", () => {
    assert.deepEqual(runs.map(kindText), ["revised", "sign flip", "added", "revised"]);
  });

  it("never prints a difference as zero, and always with its sign", () => {
    const printed = [0.25, -0.0049, 4e-7, Number.NaN].map((each) =>
      formatDifference("score", each),
    );
    assert.deepEqual(printed, ["+0.25", "−0.005", "+4e−7", ""]);
    assert.deepEqual(
      [0.0012, -0.000_02].map((each) => formatDifference("fraction", each)),
      ["+12 bp", "−0.2 bp"],
    );
  });

  it("is written with full numbers, ISO days and empty cells for missing values", () => {
    const [older, newer] = [
      { ...before, name: "28 Jun 2024", code: "SNAP 20240628T235959Z", path: "" },
      { ...after, name: "Now", code: "SNAP latest", path: "" },
    ];
    const pair = { unit: "score", before: older, after: newer } as const;
    const text = shownTableText(revisionRows(runs, pair, ["A fact"]), "csv");
    assert.deepEqual(text.split("\n"), [
      "# A fact",
      "From,To,Days,SNAP 20240628T235959Z,SNAP latest,Difference,Change",
      "1970-01-02,1970-01-03,2,0.5,0.75,0.25,revised",
      "1970-01-04,1970-01-04,1,-1,1,2,sign flip",
      "1970-01-05,1970-01-05,1,,7,,added",
      "1970-01-07,1970-01-07,1,3,3.001,0.0009999999999998899,revised",
      "",
    ]);
    const [, , added] = (
      JSON.parse(shownTableText(revisionRows(runs, pair, []), "json")) as {
        readonly rows: object[];
      }
    ).rows;
    assert.deepEqual(added, {
      ...{ From: "1970-01-05", To: "1970-01-05", Days: 1 },
      ...{ "SNAP 20240628T235959Z": null, "SNAP latest": 7, Difference: null, Change: "added" },
    });
  });
});
