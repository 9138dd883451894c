import assert from "node:assert/strict";
import fc from "fast-check";
import {
  ExtremesTree,
  extremesOf,
} from "../../../../../../src/features/chart/page/draw/extremesTree";
import { runs } from "../../../../../support/propertyRuns";
import { valuesWithGaps } from "./drawArbitraries";

/** The expected extremes, by sorting the values. */
function expectedExtremes(values: Float64Array, from: number, to: number): unknown {
  const known = [...values.slice(from, to)].filter((value) => !Number.isNaN(value));
  known.sort((a, b) => a - b);
  return known.length === 0 ? undefined : { min: known[0], max: known.at(-1) };
}

describe("ExtremesTree", () => {
  it("finds the extremes of any rows, leaving NaN out", () => {
    const rows = fc.tuple(valuesWithGaps(3_000), fc.nat(3_000), fc.nat(3_000));
    fc.assert(
      fc.property(rows, ([values, one, other]) => {
        const from = Math.min(one, other, values.length);
        const to = Math.min(Math.max(one, other), values.length);
        const expected = expectedExtremes(values, from, to);
        assert.deepEqual(new ExtremesTree(values).range(from, to), expected);
        assert.deepEqual(extremesOf(values, from, to), expected);
      }),
      { numRuns: runs() },
    );
  });

  it("finds one value in a million rows, wherever it is", () => {
    const values = new Float64Array(1_000_000).fill(Number.NaN);
    for (const row of [0, 63, 64, 1023, 1024, 531_441, 999_999]) {
      values[row] = row;
      const tree = new ExtremesTree(values);
      assert.deepEqual(tree.range(0, values.length), { min: row, max: row });
      assert.equal(tree.range(0, row), undefined);
      assert.equal(tree.range(row + 1, values.length), undefined);
      values[row] = Number.NaN;
    }
  });

  it("has no extremes without rows", () => {
    assert.equal(new ExtremesTree(new Float64Array(0)).range(0, 0), undefined);
    assert.equal(new ExtremesTree(Float64Array.of(1, 2)).range(1, 1), undefined);
  });

  it("takes at most a sixteenth of the memory of its values", () => {
    for (const rows of [0, 1, 64, 65, 100, 5_000, 1_000_000]) {
      const values = new Float64Array(rows);
      const allowed = values.byteLength / 16;
      assert.ok(new ExtremesTree(values).sizeBytes <= allowed, `${rows} rows`);
    }
  });
});
