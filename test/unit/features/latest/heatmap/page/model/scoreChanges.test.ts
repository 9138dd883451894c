import assert from "node:assert/strict";
import { type LatestSignal } from "../../../../../../../src/shared/latestColumns";
import {
  changesOf,
  flipOf,
  isUnchangedScore,
} from "../../../../../../../src/features/latest/heatmap/page/model/scoreChanges";
import {
  HeatView,
  type HeatRequest,
} from "../../../../../../../src/features/latest/heatmap/page/model/heatView";
import {
  byMean,
  defaultSorting,
} from "../../../../../../../src/features/latest/heatmap/page/model/order";
import { placementOf } from "../../../../../../../src/features/latest/heatmap/page/model/placement";
import { latestColumnsOf } from "../../../../../../support/latestColumns";
import { latestRecord } from "../../../../../../support/latestRecords";
import { olderValues } from "../../../../../../support/olderValues";

const request: HeatRequest = {
  rowKind: null,
  score: "aggregate",
  signal: null,
  hasAllVersions: false,
  held: {},
  sorting: defaultSorting,
  filter: "",
  isGrouped: false,
};

/** Country, signal, region, older and newer score. */
const cells: [country: string, code: string, region: string, older: number, newer: number][] = [
  ["AT", "INFL", "Europe", -0.5, 0.05],
  ["AT", "GROWTH", "Europe", 0.2, -0.1],
  ["BR", "INFL", "Americas", 1, 1.5],
  ["BR", "GROWTH", "Americas", 0, -0.1],
  ["CA", "INFL", "Americas", 0.3, -0.3],
  ["CA", "GROWTH", "Americas", Number.NaN, 0.4],
  ["DE", "INFL", "Europe", 0.1, 0.104],
];

const records = cells.map(([country_iso, code, region_name, , aggregate]): LatestSignal =>
  latestRecord({ code, tags: { country_iso, region_name }, aggregate }),
);
const values = placementOf(latestColumnsOf(records), []);
const older = olderValues(records, (record, at) => {
  const score = cells[at]?.[3] ?? Number.NaN;
  return Number.isNaN(score) ? undefined : { ...record, aggregate: score, level: 3 };
});
const changes = changesOf(values, older);

function heatView(more: Partial<HeatRequest>): HeatView {
  return new HeatView(values, { ...request, changes, ...more }, "Other");
}

describe("changes of latest values", () => {
  it("are newer minus older values of each score, and NaN if one is missing", () => {
    const { aggregate, level } = changes.placement.columns;
    assert.deepEqual(
      Array.from(aggregate, (change) => Number(change.toFixed(6))),
      [0.55, -0.3, 0.5, -0.1, -0.6, Number.NaN, 0.004],
    );
    assert.equal(level[0], -2);
    assert.equal(values.columns.aggregate[0], 0.05);
  });

  it("are none before older values are known", () => {
    assert.ok(changesOf(values, undefined).placement.columns.aggregate.every(Number.isNaN));
  });

  it("are ignored if they are smaller than 0.005", () => {
    assert.deepEqual([0, 0.0049, -0.0049, 0.005, -0.005].map(isUnchangedScore), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("are flips if the product of both scores is negative", () => {
    assert.deepEqual(
      cells.map((_, at) => flipOf(changes, at, "aggregate")),
      [1, -1, 0, 0, -1, 0, 0],
    );
  });
});

describe("changes of latest values that differ only by rounding", () => {
  it("are zero and not sign flips (DATA-14)", () => {
    const sums = [0.1 + 0.2, 1e-17, -0.5];
    const before = [0.3, -1e-17, 0.5];
    const of = sums.map((aggregate, at) => latestRecord({ code: `S${at}`, aggregate }));
    const found = changesOf(
      placementOf(latestColumnsOf(of), []),
      olderValues(of, (record, at) => ({ ...record, aggregate: before[at] ?? Number.NaN })),
    );
    assert.deepEqual([...found.placement.columns.aggregate], [0, 0, -1]);
    assert.deepEqual(
      sums.map((_, at) => flipOf(found, at, "aggregate")),
      [0, 0, -1],
    );
  });
});

describe("the heat map of changes", () => {
  const labels = ({ rows }: HeatView): string[] => rows.map(({ label }) => label);

  it("shows every row, with changes in its cells", () => {
    const view = heatView({});
    assert.deepEqual(labels(view), ["AT", "BR", "CA", "DE"]);
    assert.equal(view.valueAt(1, 1), 0.5);
    assert.equal(view.valuePlacement.columns.aggregate[2], 1.5);
  });

  it("shows only rows with a flip, by region, and counts their flips", () => {
    const view = heatView({ hasOnlyFlips: true });
    assert.deepEqual(labels(view), ["Americas", "CA", "Europe", "AT"]);
    assert.deepEqual(
      view.rows.map((_, row) => view.flipsOf(row).length),
      [0, 1, 0, 2],
    );
    assert.equal(view.candidateCount, 4);
    assert.equal(view.candidatesLike(view.rows[3]?.row ?? -1), 2);
    const both = view.columns.map((_, column) => view.flipAt(3, column));
    assert.deepEqual(both.sort(), [-1, 1]);
  });

  it("sorts by the flips column at the right", () => {
    const sorting = { by: byMean, isDescending: true };
    const filter = "AT, CA";
    assert.deepEqual(
      labels(heatView({ hasOnlyFlips: true, sorting, filter })).filter(
        (label) => label.length === 2,
      ),
      ["CA", "AT"],
    );
    const withoutRegions = records.map(({ tags, ...record }) => ({
      ...record,
      tags: { country_iso: tags["country_iso"] ?? "" },
    }));
    const placed = placementOf(latestColumnsOf(withoutRegions), []);
    const view = new HeatView(
      placed,
      { ...request, changes: changesOf(placed, older), hasOnlyFlips: true, sorting },
      "Other",
    );
    assert.deepEqual(labels(view), ["AT", "CA"]);
  });

  it("asks for the records of all rows that pass the filter, with or without flips", () => {
    const view = heatView({ hasOnlyFlips: true, filter: "BR" });
    assert.deepEqual(labels(view), []);
    assert.deepEqual([...view.candidateRecords()].sort(), [
      [2, 1],
      [3, 1],
    ]);
  });
});
