import assert from "node:assert/strict";
import { type LatestSignal } from "../../../../../../../src/shared/latestColumns";
import { latestColumnsOf } from "../../../../../../support/latestColumns";
import {
  type Grid,
  gridOf,
  type GridRequest,
  isOldCell,
  noRecord,
  cellValue,
} from "../../../../../../../src/features/latest/heatmap/page/model/grid";
import {
  byMean,
  byName,
  defaultSorting,
  orderOf,
  type OrderRequest,
} from "../../../../../../../src/features/latest/heatmap/page/model/order";
import {
  type SignalName,
  type Placement,
  placementOf,
  placedSignalKey,
} from "../../../../../../../src/features/latest/heatmap/page/model/placement";
import { latestRecord } from "../../../../../../support/latestRecords";
import { columnTitle } from "../../../../../../../src/features/latest/heatmap/page/views/heatMapLabels";

const request: GridRequest = {
  rowKind: null,
  score: "aggregate",
  signal: null,
  hasAllVersions: false,
  held: {},
};

function made(
  records: readonly LatestSignal[],
  wanted: Partial<GridRequest> = {},
  listed: readonly SignalName[] = [],
): { readonly placement: Placement; readonly grid: Grid } {
  const placement = placementOf(latestColumnsOf(records), listed);
  return { placement, grid: gridOf(placement, { ...request, ...wanted }) };
}

/** Names of rows and the numbers beside them. */
function table({ placement, grid }: ReturnType<typeof made>): unknown[] {
  return grid.rows.map(({ code }, row) => [
    code,
    ...grid.columns.map((_, column) => cellValue(placement, grid, row, column)),
  ]);
}

function record(
  code: string,
  country: string,
  aggregate: number,
  parts: Partial<LatestSignal> = {},
): LatestSignal {
  const { tags, ...others } = parts;
  return latestRecord({ code, tags: { country_iso: country, ...tags }, aggregate, ...others });
}

describe("the grid of the latest signals", () => {
  it("has a row for each country and a column for each signal, in the order of the listing", () => {
    const records = [record("B", "US", 1), record("A", "DE", 2), record("B", "DE", 3)];
    const listed = [
      { code: "B", version: 1, name: "Second" },
      { code: "A", version: 1, name: "First" },
    ];
    const all = made(records, {}, listed);
    assert.deepEqual(
      all.grid.columns.map(({ signal }) => signal.name),
      ["Second", "First"],
    );
    assert.deepEqual(table(all), [
      ["US", 1, NaN],
      ["DE", 3, 2],
    ]);
    assert.equal(all.grid.records[1], noRecord);
  });

  it("has a column for the highest version of a code alone, unless all are requested", () => {
    const records = [record("A", "US", 1, { version: 1 }), record("A", "US", 2, { version: 2 })];
    assert.deepEqual(table(made(records)), [["US", 2]]);
    const all = made(records, { hasAllVersions: true });
    assert.deepEqual(table(all), [["US", 2, 1]]);
    const { columns } = all.grid;
    assert.deepEqual(
      columns.map((column) => columnTitle(column, columns)),
      ["A v2", "A v1, superseded"],
    );
  });

  it("has the three scores as columns for one signal", () => {
    const signal = { code: "A", version: 1 };
    const all = made([record("A", "US", 3), record("B", "US", 9)], { signal });
    assert.deepEqual(
      all.grid.columns.map(({ score }) => score),
      ["level", "momentum", "aggregate"],
    );
    assert.deepEqual(table(all), [["US", 1, 2, 3]]);
  });

  it("shows the requested score", () => {
    assert.deepEqual(table(made([record("A", "US", 3)], { score: "momentum" })), [["US", 2]]);
  });

  it("holds further tags at their best-filled values, or at the chosen ones", () => {
    const energy = { tags: { sector_name: "Energy" } };
    const banks = { tags: { sector_name: "Banks" } };
    const records = [
      record("A", "US", 1, banks),
      record("A", "US", 2, energy),
      record("A", "DE", 3, energy),
    ];
    const all = made(records);
    assert.deepEqual(table(all), [
      ["US", 2],
      ["DE", 3],
    ]);
    const [column] = all.grid.columns;
    assert.deepEqual(
      column?.choices.map(({ label, filled }) => [label, filled]),
      [
        ["Energy", 2],
        ["Banks", 1],
      ],
    );
    const key = column.choices[1]?.key ?? "";
    assert.deepEqual(table(made(records, { held: { [placedSignalKey("A", 1)]: key } })), [
      ["US", 1],
    ]);
  });

  it("holds two further tags together", () => {
    const records = [
      record("A", "US", 1, { tags: { sector_name: "Energy", style_name: "Value" } }),
      record("A", "DE", 2, { tags: { sector_name: "Energy", style_name: "Value" } }),
      record("A", "DE", 3, { tags: { sector_name: "Energy", style_name: "Growth" } }),
    ];
    const all = made(records);
    assert.equal(all.grid.columns[0]?.held?.label, "Energy · Value");
    assert.deepEqual(table(all), [
      ["US", 1],
      ["DE", 2],
    ]);
  });

  it("has any other kind of tag as its rows", () => {
    const records = [
      record("A", "US", 1, { tags: { sector_name: "Energy" } }),
      record("A", "DE", 2, { tags: { sector_name: "Energy" } }),
      record("B", "US", 3),
    ];
    const all = made(records, { rowKind: "sector" });
    assert.deepEqual(all.grid.rowKinds, ["country", "sector"]);
    assert.deepEqual(table(all), [["Energy", 2]]);
    assert.equal(all.grid.columns[0]?.held?.label, "DE");
    assert.equal(all.grid.withoutRowKind, 1);
  });

  it("is empty without records", () => {
    const { grid } = made([]);
    assert.deepEqual([grid.rows, grid.columns, grid.rowKinds], [[], [], []]);
  });

  it("marks the cells that are older than the newest day of their column", () => {
    const records = [record("A", "US", 1, { day: 100 }), record("A", "DE", 2, { day: 101 })];
    const { placement, grid } = made(records);
    assert.equal(grid.columns[0]?.newestDay, 101);
    assert.deepEqual(
      [0, 1].map((row) => isOldCell(placement, grid, row, 0)),
      [true, false],
    );
  });

  it("has the region of a row only when all its records agree", () => {
    const of = (region_name: string): Partial<LatestSignal> => ({ tags: { region_name } });
    const records = [
      record("A", "US", 1, of("Americas")),
      record("B", "US", 1, of("Americas")),
      record("A", "TR", 1, of("Europe")),
      record("B", "TR", 1, of("Asia")),
      record("A", "DE", 1, of("Europe")),
      record("B", "DE", 1),
    ];
    assert.deepEqual(
      made(records).grid.rows.map(({ code, region }) => [code, region]),
      [
        ["US", "Americas"],
        ["TR", null],
        ["DE", null],
      ],
    );
  });

  it("places 20,000 records", () => {
    const records = Array.from({ length: 20_000 }, (_, at) =>
      record(`S${at % 50}`, `C${Math.floor(at / 50)}`, at),
    );
    const { placement, grid } = made(records);
    assert.deepEqual([grid.rows.length, grid.columns.length], [400, 50]);
    const last = grid.columns.findIndex(({ signal }) => signal.code === "S49");
    assert.equal(cellValue(placement, grid, 399, last), 19_999);
  });
});

describe("the order of the grid", () => {
  const region = (region_name: string): Partial<LatestSignal> => ({ tags: { region_name } });
  const records = [
    record("A", "US", 1, region("Americas")),
    record("A", "DE", NaN, region("Europe")),
    record("A", "BR", 3, region("Americas")),
    record("A", "ZZ", 2),
    record("B", "US", 5, region("Americas")),
  ];
  const asked: OrderRequest = { sorting: defaultSorting, filter: "", isGrouped: false };

  function rows(wanted: Partial<OrderRequest>): string {
    const { placement, grid } = made(records);
    const order = orderOf(placement, grid, { ...asked, ...wanted });
    return [...order.rows].map((row) => grid.rows[row]?.code).join(" ");
  }

  function columns(filter: string): string {
    const { placement, grid } = made(records);
    const order = orderOf(placement, grid, { ...asked, filter });
    return [...order.columns].map((column) => grid.columns[column]?.signal.code).join(" ");
  }

  it("is that of the names, up or down", () => {
    assert.equal(rows({}), "BR DE US ZZ");
    assert.equal(rows({ sorting: { by: byName, isDescending: true } }), "ZZ US DE BR");
  });

  it("is that of a column, rows without a value last", () => {
    const by = placedSignalKey("A", 1);
    assert.equal(rows({ sorting: { by, isDescending: true } }), "BR ZZ US DE");
    assert.equal(rows({ sorting: { by, isDescending: false } }), "US ZZ BR DE");
  });

  it("is that of the means, which a row that lacks more than half does not have", () => {
    assert.equal(rows({ sorting: { by: byMean, isDescending: true } }), "BR US ZZ DE");
  });

  it("has the rows of a region together, those without one last", () => {
    assert.equal(rows({ isGrouped: true }), "BR US DE ZZ");
  });

  it("shows only the rows or columns that a term names", () => {
    assert.deepEqual([rows({ filter: "us" }), columns("us")], ["US", "A B"]);
    assert.deepEqual([rows({ filter: "de, us" }), columns("de, us")], ["DE US", "A B"]);
    assert.deepEqual([rows({ filter: "B" }), columns("B")], ["BR", "B"]);
    assert.equal(rows({ filter: "nowhere" }), "");
  });
});
