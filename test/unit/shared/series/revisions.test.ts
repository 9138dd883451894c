import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type DailyRevisions,
  type Revisions,
  revisionsBetween,
} from "../../../../src/shared/series/revisions";
import { observations, observed } from "../../../support/observations";
import { runs } from "../../../support/propertyRuns";

const none = {
  ...{ compared: 0, added: 0, gone: 0, revised: 0, smaller: 0, signFlips: 0 },
  ...{ firstRevised: null, largest: null, rounding: 0 },
};

/** Without what the fixtures of pandas prove elsewhere. */
function counted({ rms: _rms, ...found }: Revisions): Omit<Revisions, "rms"> {
  return found;
}

function countedDays({ runs: _runs, ...found }: DailyRevisions): Omit<Revisions, "rms"> {
  return counted(found);
}

/** Values less their mean, in standard deviations; both are summed in the order of `summed`. */
function standardised(values: readonly number[], summed: readonly number[]): readonly number[] {
  const mean = summed.reduce((sum, value) => sum + value, 0) / summed.length;
  const squares = summed.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return values.map((value) => (value - mean) / Math.sqrt(squares / summed.length));
}

describe("revisionsBetween", () => {
  it("counts what NumPy counts of the days that both have", () => {
    const days = [18_262, 18_263, 18_264, 18_265, 18_266, 18_267, 18_268, 18_269];
    const a = observed(days, [0.5, -0.2, Number.NaN, 1, 0.1, -0.3, 0, 2]);
    const b = observed(days, [0.5, 0.3, 0.7, 0.17, -0.1, -0.3, -0.2, Number.NaN]);
    const { largest, ...counts } = countedDays(revisionsBetween(a, b, "score"));
    // NumPy 2.4, m both finite: m.sum(), xor of isnan, (a[m] != b[m]).sum(), (sign(a) * sign(b) < 0).sum(),
    // (b - a)[nanargmax(abs(b - a))]
    const expected = {
      ...{ compared: 6, added: 1, gone: 1, revised: 4, smaller: 0, signFlips: 2 },
      ...{ firstRevised: 18_263, rounding: 0 },
    };
    assert.deepEqual(counts, expected);
    assert.deepEqual(largest, { day: 18_265, change: 0.17 - 1 });
  });

  it("finds nothing in nothing", () => {
    const found = revisionsBetween(observed([], []), observed([], []), "score");
    assert.deepEqual(countedDays(found), none);
    assert.deepEqual([found.rms, found.runs], [Number.NaN, []]);
  });

  it("compares no days that only one has", () => {
    const found = revisionsBetween(observed([1], [1]), observed([2, 3], [1, Number.NaN]), "score");
    assert.deepEqual(countedDays(found), { ...none, added: 1, gone: 1 });
  });

  it("compares one row", () => {
    const found = revisionsBetween(observed([1], [-0.25]), observed([1], [0.5]), "score");
    const change = 0.75;
    assert.deepEqual(found, {
      ...{ ...none, compared: 1, revised: 1, signFlips: 1 },
      ...{ firstRevised: 1, largest: { day: 1, change }, rms: change },
      runs: [{ kind: "revised", first: 1, last: 1, days: 1, before: -0.25, after: 0.5, change }],
    });
  });

  it("takes a value that came to zero for revised, but not for flipped", () => {
    const found = revisionsBetween(observed([1], [0.01]), observed([1], [0]), "score");
    assert.deepEqual([found.revised, found.signFlips], [1, 0]);
    const flip = revisionsBetween(observed([1], [0.01]), observed([1], [-0.01]), "score");
    assert.equal(flip.signFlips, 1);
  });

  it("counts revisions and flips that a person can see, and the others apart", () => {
    const before = observed([1, 2, 3, 4], [0, 0, 0.001, -0.002]);
    const after = observed([1, 2, 3, 4], [0.005, -0.0049, -0.001, 0.1]);
    const found = revisionsBetween(before, after, "score");
    assert.deepEqual([found.revised, found.smaller, found.signFlips], [2, 2, 1]);
    // Half a basis point.
    const rates = revisionsBetween(
      observed([1, 2], [0, 0]),
      observed([1, 2], [0.000_05, -0.000_049]),
      "fraction",
    );
    assert.deepEqual([rates.revised, rates.smaller], [1, 1]);
    assert.deepEqual(rates.largest, { day: 1, change: 0.000_05 });
  });

  it("does not count rounding as a revision, and reports its size (DATA-14)", () => {
    // The Python repr of each value, and the same with ten decimals.
    const full = observed([1, 2, 3], [0.123456789012345, -1.987654321098765, 0.3333333333333333]);
    const ten = observed([1, 2, 3], [0.123456789, -1.9876543211, 0.3333333333]);
    const expected = { ...none, compared: 3, rounding: 3.33333360913457e-11 };
    assert.deepEqual(countedDays(revisionsBetween(full, ten, "score")), expected);
    const around = revisionsBetween(observed([1], [1e-17]), observed([1], [-1e-17]), "score");
    assert.deepEqual(countedDays(around), { ...none, compared: 1, rounding: 2e-17 });
  });

  it("finds no revision if values are standardized with sums taken from the other end (DATA-14)", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 50, max: 150, noNaN: true }), { minLength: 2 }),
        (raw) => {
          fc.pre(Math.max(...raw) - Math.min(...raw) > 1);
          const days = [...raw.keys()];
          const forwards = observed(days, standardised(raw, raw));
          const backwards = observed(days, standardised(raw, raw.toReversed()));
          const all = revisionsBetween(forwards, backwards, "score");
          const { rounding, ...found } = countedDays(all);
          const { rounding: _, ...nothing } = none;
          assert.deepEqual(found, { ...nothing, compared: raw.length });
          assert.ok(rounding < 1e-9);
        },
      ),
      { numRuns: runs() },
    );
  });

  it("names the first of equal largest revisions", () => {
    const found = revisionsBetween(
      observed([1, 2, 3], [0, 0, 0]),
      observed([1, 2, 3], [1, 2, -2]),
      "score",
    );
    assert.deepEqual(found.largest, { day: 2, change: 2 });
  });

  it("finds no revision of a series by itself", () => {
    fc.assert(
      fc.property(observations, (series) => {
        const compared = series.values.filter((value) => !Number.isNaN(value)).length;
        const found = countedDays(revisionsBetween(series, series, "score"));
        assert.deepEqual(found, { ...none, compared });
      }),
      { numRuns: runs() },
    );
  });

  it("counts the same whichever comes first, never more than there are", () => {
    fc.assert(
      fc.property(observations, observations, (a, b) => {
        const [ab, ba] = [revisionsBetween(a, b, "score"), revisionsBetween(b, a, "score")];
        const { added: gone, gone: added, ...others } = countedDays(ba);
        assert.deepEqual(
          { ...countedDays(ab), largest: null },
          { ...others, added, gone, largest: null },
        );
        assert.equal(Math.abs(ab.largest?.change ?? 0), Math.abs(ba.largest?.change ?? 0));
        assert.ok(ab.signFlips <= ab.revised && ab.revised + ab.smaller <= ab.compared);
        assert.equal(ab.largest === null, ab.revised + ab.smaller === 0);
      }),
      { numRuns: runs() },
    );
  });
});
