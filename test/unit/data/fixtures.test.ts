import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { assertRefused } from "../../support/decodeErrors";
import { noRepairs } from "../../support/frames";
import { expectations, fixtureBytes, formatOf, written } from "../../support/fixtures";

/** What fixtures of a form prove: the days that pandas keeps as an index, and the ways that pages are compressed. */
const proofs: readonly [numbers: string, form: RegExp][] = [
  ["PARQ-01", /^pandas-(?:unnamed|range|text)-index\.parquet$/],
  ["PARQ-01, PARQ-02", /^pandas-named-index-\w+\.parquet$/],
];

function numbersOf(name: string): string {
  const proof = proofs.find(([, form]) => form.test(name));
  return proof === undefined ? "" : ` (${proof[0]})`;
}

describe("bodies by other writers", () => {
  it("are all expected, and all there", () => {
    const bodies = readdirSync("test/fixtures").filter((name) =>
      /\.(parquet|csv|json)$/.test(name),
    );
    assert.deepEqual(
      bodies.filter((name) => name !== "expected.json").sort(),
      [...expectations.keys()].sort(),
    );
    assert.equal(expectations.size, 43);
  });

  for (const [name, expected] of expectations) {
    if ("refused" in expected) {
      it(`${name} is refused: ${expected.refused} (DATA-10)`, () =>
        assertRefused(
          decodeFrame(fixtureBytes(name), formatOf(name)),
          "ambiguous",
          /2 rows for \d{4}-\d{2}-\d{2} with different values/,
        ));
      continue;
    }
    it(`${name} gives every value and every day${numbersOf(name)}`, async () => {
      const { frame } = await decodeFrame(fixtureBytes(name), formatOf(name));
      assert.deepEqual(written(frame), { ...expected, names: Object.keys(expected.columns) });
    });
  }

  it("tell what was repaired", async () => {
    const repairsOf = async (name: string): Promise<object> =>
      (await decodeFrame(fixtureBytes(name), formatOf(name))).repairs;
    assert.deepEqual(await repairsOf("pandas-named-index-snappy.parquet"), noRepairs);
    assert.deepEqual(await repairsOf("pandas-descending.parquet"), {
      ...noRepairs,
      isReordered: true,
    });
    assert.deepEqual(await repairsOf("pandas-range-index.csv"), {
      ...noRepairs,
      droppedCounters: 1,
    });
  });
});
