import assert from "node:assert/strict";
import fc from "fast-check";
import { tableName } from "../../../../../src/data/table/name";
import { isDataFileName, namedFiles } from "../../../../../src/features/notebook/code/fileOfLine";
import { instantOfMs } from "../../../../../src/shared/instant";
import { commentStyles, formatReferenceLine } from "../../../../../src/shared/referenceLine";
import { runs } from "../../../../support/propertyRuns";
import { forecastRefs, signalRefs, slices } from "../../../../support/references";

const retrievedAt = instantOfMs(1_719_828_900_000);
assert.ok(retrievedAt);

const subjects = fc.record({
  reference: fc.oneof(signalRefs, forecastRefs),
  slice: slices,
  isSample: fc.boolean(),
});

describe("isDataFileName", () => {
  it("knows every name that a data file has", () => {
    fc.assert(
      fc.property(subjects, (subject) => {
        const member = { ...subject, retrievedAt, service: "" };
        const table = { kind: "series", member } as const;
        assert.ok(isDataFileName(tableName(table, subject, "parquet")));
        assert.ok(isDataFileName(tableName(table, subject, "csv", "0123456789abcdef")));
      }),
      { numRuns: runs() },
    );
  });

  for (const name of [
    "prices.csv",
    "asof-20240628.csv",
    "INFL_asof-2024.parquet",
    "INFL_asof-20240628.parquet.bak",
    "INFL_asof-20240628.json",
    "../INFL_asof-20240628.csv",
    `${"a".repeat(200)}_asof-20240628.csv`,
  ]) {
    it(`takes ${name.slice(-40)} for somebody else's`, () => {
      assert.equal(isDataFileName(name), false);
    });
  }
});

describe("namedFiles", () => {
  it("finds the file of a panel, whose line alone may name it", () => {
    const line = "signals/INFL/2/country_iso=*/FIT/20240628T235959Z @ https://api.acme.com";
    const file = "INFL-v2_country_iso-all_FIT_asof-20240628.parquet";
    assert.ok(namedFiles(`# macro-signals: ${line}`).has(file));
    assert.ok(isDataFileName(file));
  });

  const name = "INFL-v2_country_iso-US_FIT_asof-20240628.parquet";

  for (const text of [
    `pd.read_parquet("data/${name}")`,
    `"${name}"`,
    `C:\\data\\${name}`,
    JSON.stringify({ source: [`x = 1\n${name}\n`, `"\t${name}"`] }),
    `${"x".repeat(1_000_000)} ${name}`,
    "# macro-signals: signals/INFL/2/country_iso=US/FIT/20240628T235959Z @ https://api.acme.com",
    "<!-- macro-signals: signals/INFL/2/country_iso=US/FIT/20240628T235959Z @ https://a.com -->",
    JSON.stringify([
      "# macro-signals: signals/INFL/2/country_iso=US/FIT/20240628T235959Z @ https://a.com\n",
    ]),
  ]) {
    it(`finds the name in ${text.slice(0, 50)}`, () => {
      assert.ok(namedFiles(text).has(name));
    });
  }

  it("finds the file of every line with an as-of", () => {
    fc.assert(
      fc.property(signalRefs, slices, (reference, slice) => {
        const line = { reference, slice, service: "https://api.acme.com" };
        const text = JSON.stringify([`${formatReferenceLine(line, commentStyles.hash)}\n`]);
        fc.pre(text.length < 3_000 && reference.asOf !== "latest");
        const member = { reference, retrievedAt, service: "", isSample: false };
        const file = tableName({ kind: "series", member }, { slice }, "csv");
        assert.ok(namedFiles(text).has(file));
      }),
      { numRuns: runs() },
    );
  });

  it("takes no other file for named, nor for a file of sample data", () => {
    const found = namedFiles(`pd.read_parquet("data/${name}")`);
    assert.deepEqual([...found], [name]);
  });
});
