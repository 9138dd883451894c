import assert from "node:assert/strict";
import { parseDatasetSpec } from "../../../src/dataset/parseSpec";
import { formatDatasetSpec } from "../../../src/dataset/spec";
import { datasetOf, tableNameOf, withReferences } from "../../../src/dataset/datasetTables";
import { type Reference } from "../../../src/shared/reference";
import { referenceOfPath } from "../../../src/shared/referencePath";

function references(...paths: readonly string[]): readonly Reference[] {
  return paths.map((path) => referenceOfPath(path) ?? assert.fail(path));
}

/** The tables of a text by name. */
function tablesIn(text: string): unknown {
  assert.ok("spec" in parseDatasetSpec(text), text);
  return (JSON.parse(text) as { readonly tables: unknown }).tables;
}

const us = "signals/INFL/2/country_iso=US/FIT/latest";
const de = "signals/INFL/2/country_iso=DE/FIT/latest";
const panel = "signals/INFL/2/country_iso=*/FIT/latest";
const forecast = "forecasts/SPX/USD/12 Months";

describe("a new dataset", () => {
  it("has a table for each panel, for the series of a signal and for the forecasts", () => {
    const spec = datasetOf("sample", references(us, panel, de, forecast));
    const text = formatDatasetSpec(spec);
    assert.deepEqual(JSON.parse(text), {
      macrodata: 1,
      service: "sample",
      kind: "FIT",
      asOf: "latest",
      output: { folder: "data", format: "parquet", layout: "long" },
      tables: {
        INFL: { panel: "signals/INFL/2/country_iso=*" },
        "INFL-2": { set: ["signals/INFL/2/country_iso=US", "signals/INFL/2/country_iso=DE"] },
        "SPX-USD-12-Months": { forecast },
      },
    });
    assert.deepEqual(parseDatasetSpec(text), { spec });
  });

  it("has the as-of of all signals, or latest with whole paths", () => {
    const [asOf, other] = ["20240628T235959Z", "20230628T235959Z"];
    const [old, older] = [us.replace("latest", asOf), de.replace("latest", other)];
    assert.equal(datasetOf("sample", references(old, forecast)).asOf, asOf);
    const mixed = datasetOf("sample", references(old, older));
    assert.equal(mixed.asOf, "latest");
    assert.deepEqual(tablesIn(formatDatasetSpec(mixed)), { INFL: { set: [old, older] } });
  });
});

describe("names of tables from texts of the service", () => {
  const names: [text: string, name: string][] = [
    ["INFL", "INFL"],
    ["Índice/2 \u202e%", "I-ndice-2"],
    ["../../x", "x"],
    ["CON", "table-CON"],
    ["\u4e2d\u56fd", "table"],
    ["a".repeat(200), "a".repeat(60)],
  ];
  for (const [text, name] of names) {
    it(`is ${name}`, () => assert.equal(tableNameOf(text), name));
  }
});

describe("adding to a dataset", () => {
  const before = `{
  "macrodata": 1, "service": "sample",
  "kind": "SNAP",
  "asOf": "2024-06-28",
  "tables": {
    "infl": { "series": "signals/INFL/2/country_iso=US/FIT/latest" }
  }
}
`;

  function added(...paths: readonly string[]): { readonly count: number; readonly text: string } {
    const parsed = parseDatasetSpec(before);
    assert.ok("spec" in parsed);
    return withReferences(before, parsed.spec, references(...paths));
  }

  it("keeps what stands there, and names what is new", () => {
    const { count, text } = added(panel, us);
    assert.equal(count, 1);
    assert.deepEqual(tablesIn(text), {
      infl: { series: us },
      "INFL-2": { panel },
    });
    assert.ok(text.startsWith('{\n  "macrodata": 1, "service": "sample",\n  "kind"'));
    assert.ok(text.endsWith("}\n"));
  });

  it("adds nothing that is there", () => {
    assert.deepEqual(added(us), { count: 0, text: before });
  });
});
