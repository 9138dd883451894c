import assert from "node:assert/strict";
import fc from "fast-check";
import {
  colourPlaces,
  keptColourPlaces,
} from "../../../../../src/features/chart/model/colourPlaces";
import { runs } from "../../../../support/propertyRuns";

describe("colourPlaces", () => {
  it("follow the order of a chart of which none was removed, and are then not kept", () => {
    assert.deepEqual(colourPlaces(["a", "b"], []), ["a", "b"]);
    assert.deepEqual(keptColourPlaces(["a", "b"], []), []);
  });

  it("leave each series its own, and give a new one the first that is free", () => {
    assert.deepEqual(colourPlaces(["a", "c"], ["a", "b", "c"]), ["a", "b", "c"]);
    assert.deepEqual(colourPlaces(["a", "c", "d"], ["a", "b", "c"]), ["a", "d", "c"]);
  });

  it("never change for what stays, and are of one series each", () => {
    const ids = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), {
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.array(ids, { minLength: 2, maxLength: 8 }), (charts) => {
        let places: readonly string[] = [];
        let shown: readonly string[] = [];
        for (const next of charts) {
          const after = colourPlaces(next, colourPlaces(shown, places));
          for (const id of next) {
            assert.equal(after.filter((each) => each === id).length, 1);
            if (shown.includes(id)) {
              assert.equal(after.indexOf(id), colourPlaces(shown, places).indexOf(id));
            }
          }
          [places, shown] = [keptColourPlaces(next, after), next];
        }
      }),
      { numRuns: runs() },
    );
  });
});
