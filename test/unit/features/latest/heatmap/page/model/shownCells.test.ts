import assert from "node:assert/strict";
import { latestColumnsOf } from "../../../../../../support/latestColumns";
import { HeatView } from "../../../../../../../src/features/latest/heatmap/page/model/heatView";
import { placementOf } from "../../../../../../../src/features/latest/heatmap/page/model/placement";
import { shownTable } from "../../../../../../../src/features/latest/heatmap/page/model/shownCells";
import { shownTableText } from "../../../../../../../src/ui/table/shownTable";
import { defaultHeatMapView } from "../../../../../../../src/features/latest/heatmap/page/views/heatMapViewState";
import { latestRecord } from "../../../../../../support/latestRecords";

const records = [
  latestRecord({ code: "A", tags: { country_iso: "US" }, aggregate: 0.1 }),
  latestRecord({ code: "B", tags: { country_iso: "US" }, aggregate: -2 }),
  latestRecord({ code: "A", tags: { country_iso: "=X|,Y" }, aggregate: Number.NaN }),
];

function viewOf(isGrouped = false): HeatView {
  const placement = placementOf(latestColumnsOf(records), []);
  const request = { ...defaultHeatMapView, signal: null, isGrouped };
  return new HeatView(placement, request, "Other");
}

function textOf(form: "csv" | "tsv" | "md" | "json"): string {
  const view = viewOf();
  const cells = [0, 1].flatMap((row) => [0, 1].map((column) => ({ row, column })));
  const columnTitle = (column: number): string => view.columns[column]?.signal.code ?? "";
  const table = shownTable(view, cells, { rowKind: "Country", columnTitle }, ["SAMPLE, synthetic"]);
  return shownTableText(table, form);
}

describe("the shown latest signals as text", () => {
  it("is CSV with the facts in front, an empty cell for no value, and no formula", () => {
    const lines = [
      "# SAMPLE, synthetic",
      "Country,Code,A,B",
      `"'=X|,Y","'=X|,Y",,`,
      "US,US,0.1,-2",
    ];
    assert.equal(textOf("csv"), `${lines.join("\n")}\n`);
  });

  it("is TSV for a spreadsheet, and no formula (CSV-01)", () => {
    const lines = [
      "# SAMPLE, synthetic",
      "Country\tCode\tA\tB",
      `'=X|,Y\t'=X|,Y\t\t`,
      "US\tUS\t0.1\t-2",
    ];
    assert.equal(textOf("tsv"), `${lines.join("\n")}\n`);
  });

  it("is a table of Markdown that names cannot break", () => {
    assert.equal(
      textOf("md"),
      [
        "| Country | Code | A | B |",
        "| --- | --- | ---: | ---: |",
        "| =X\\|,Y | =X\\|,Y |  |  |",
        "| US | US | 0.1 | -2 |",
        "",
        "SAMPLE, synthetic",
        "",
      ].join("\n"),
    );
  });

  it("is JSON with null for no value", () => {
    assert.deepEqual(JSON.parse(textOf("json")), {
      facts: ["SAMPLE, synthetic"],
      rows: [
        { Country: "=X|,Y", Code: "=X|,Y", A: null, B: null },
        { Country: "US", Code: "US", A: 0.1, B: -2 },
      ],
    });
  });

  it("holds only the selected cells", () => {
    const view = viewOf();
    const columnTitle = (column: number): string => view.columns[column]?.signal.code ?? "";
    const cells = [
      { row: 0, column: 0 },
      { row: 1, column: 1 },
    ];
    const { rows } = shownTable(view, cells, { rowKind: "Country", columnTitle });
    assert.deepEqual(
      rows.map(({ values }) => values),
      [
        [Number.NaN, Number.NaN],
        [Number.NaN, -2],
      ],
    );
  });
});

describe("the shown rows", () => {
  it("follow the heading of their region when they are grouped", () => {
    const grouped = [
      latestRecord({ tags: { country_iso: "US", region_name: "Americas" } }),
      latestRecord({ tags: { country_iso: "DE", region_name: "Europe" } }),
      latestRecord({ tags: { country_iso: "AQ" } }),
    ];
    const placement = placementOf(latestColumnsOf(grouped), []);
    const request = { ...defaultHeatMapView, signal: null, isGrouped: true };
    const view = new HeatView(placement, request, "Other");
    assert.deepEqual(
      view.rows.map(({ label, row }) => (row < 0 ? `[${label}]` : label)),
      ["[Americas]", "US", "[Europe]", "DE", "[Other]", "AQ"],
    );
    assert.deepEqual([view.valueAt(0, 0), view.valueAt(1, 0)], [Number.NaN, 3]);
    assert.deepEqual(view.statisticsAt(0).count, 3);
  });

  it("are not grouped when no record has a region", () => {
    const view = viewOf(true);
    assert.equal(view.hasRegions, false);
    assert.equal(view.rows.length, 2);
  });
});
