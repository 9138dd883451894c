import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { areEqualValues, isSignFlip } from "../../../../src/shared/series/equalValues";
import { isVisibleChange, type Unit } from "../../../../src/shared/series/numberText";
import { type Observations } from "../../../../src/shared/series/observations";
import {
  revisionsBetween,
  revisionsOfVintages,
  runsBySize,
} from "../../../../src/shared/series/revisions";
import { observations, observed } from "../../../support/observations";
import { runs } from "../../../support/propertyRuns";

interface Vintage {
  readonly days: readonly number[];
  readonly values: readonly (number | null)[];
}

/** `test/fixtures/revisions/make.py` documents each field. */
interface ByPandas {
  readonly unit: Unit;
  readonly first: Vintage;
  readonly second: Vintage;
  readonly compared: number;
  readonly added: number;
  readonly gone: number;
  readonly revised: number;
  readonly smaller: number;
  readonly flips: number;
  readonly firstRevised: number | null;
  readonly largest: readonly [day: number, change: number] | null;
  readonly rms: number | null;
  readonly correlation: number | null;
  readonly rounding: number;
  readonly runs: readonly (readonly [string, ...(number | null)[]])[];
}

const byPandas = JSON.parse(
  readFileSync(path.resolve("test/fixtures/revisions/revisions.json"), "utf8"),
) as Readonly<Record<string, ByPandas>>;

function seriesOf({ days, values }: Vintage): Observations {
  return observed(
    days,
    values.map((value) => value ?? Number.NaN),
  );
}

function assertNear(value: number, expected: number | null): void {
  if (expected === null) assert.ok(Number.isNaN(value), `${value} is a number`);
  else assert.ok(Math.abs(value - expected) < 1e-12, `${value} is not ${expected}`);
}

describe("revisionsOfVintages (DATA-14)", () => {
  for (const [name, expected] of Object.entries(byPandas)) {
    it(`agrees with pandas: ${name}`, () => {
      const { first, second, unit, rms, correlation, rounding, ...counts } = expected;
      const found = revisionsOfVintages(seriesOf(first), seriesOf(second), unit);
      const { largest, runs: foundRuns } = found;
      assert.deepEqual(
        {
          compared: found.compared,
          added: found.added,
          gone: found.gone,
          revised: found.revised,
          smaller: found.smaller,
          flips: found.signFlips,
          firstRevised: found.firstRevised,
          largest: largest === null ? null : [largest.day, largest.change],
          runs: foundRuns.map((run) => [
            ...[run.kind, run.first, run.last, run.days],
            ...[run.before, run.after, run.change].map((each) =>
              Number.isNaN(each) ? null : each,
            ),
          ]),
        },
        counts,
      );
      assertNear(found.rms, rms);
      assertNear(found.correlation, correlation);
      assertNear(found.rounding, rounding);
    });
  }

  it("puts each day that differs into exactly one run, with its values", () => {
    fc.assert(
      fc.property(observations, observations, (first, second) => {
        const found = revisionsBetween(first, second, "score");
        const days = found.runs.reduce((sum, run) => sum + run.days, 0);
        assert.equal(days, found.revised + found.smaller + found.added + found.gone);
        const revised = found.runs.filter(({ kind }) => kind === "revised");
        assert.ok(revised.every(({ before, after }) => !areEqualValues(before, after)));
        const visible = revised.filter(({ change }) => isVisibleChange("score", change));
        const flips = visible.filter(({ before, after }) => isSignFlip(before, after));
        assert.equal(
          flips.reduce((sum, run) => sum + run.days, 0),
          found.signFlips,
        );
        for (const [at, run] of found.runs.entries()) {
          assert.ok(run.first <= run.last && run.days <= run.last - run.first + 1);
          assert.ok(run.first > (found.runs[at - 1]?.last ?? -Infinity));
        }
      }),
      { numRuns: runs() },
    );
  });

  it("ends a run at a day that is equal, or that only one of the two has", () => {
    const before = observed([1, 2, 3, 4, 5], [0, 0, 0, 0, 0]);
    const after = observed([1, 2, 4, 5, 6], [1, 1, 1, 0, 1]);
    assert.deepEqual(
      revisionsBetween(before, after, "score").runs.map(({ kind, first, last }) => [
        ...[kind, first, last],
      ]),
      [
        ["revised", 1, 2],
        ["gone", 3, 3],
        ["revised", 4, 4],
        ["added", 6, 6],
      ],
    );
  });

  it("compares a run with its first value, so that a slow drift is not a run (DATA-14)", () => {
    const days = Array.from({ length: 10 }, (_, day) => day);
    const zero = observed(
      days,
      days.map(() => 0),
    );
    const drifting = observed(
      days,
      days.map((day) => 1 + day * 6e-10),
    );
    const found = revisionsBetween(zero, drifting, "score").runs;
    assert.deepEqual(
      found.map(({ days: count }) => count),
      [2, 2, 2, 2, 2],
    );
  });
});

describe("runsBySize", () => {
  it("sorts the largest change first, equal ones by day, and those without one last", () => {
    const before = observed([1, 2, 3, 4], [0, 0, 0, 0]);
    const after = observed([1, 2, 3, 5], [0.5, -2, -0.5, 9]);
    const sorted = runsBySize(revisionsBetween(before, after, "score").runs);
    assert.deepEqual(
      sorted.map(({ first }) => first),
      [2, 1, 3, 4, 5],
    );
  });
});
