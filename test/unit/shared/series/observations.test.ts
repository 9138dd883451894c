import assert from "node:assert/strict";
import fc from "fast-check";
import { finish } from "../../../../src/shared/finish";
import {
  differenceOf,
  drawnRow,
  drawnValue,
  forEachDay,
  type Observations,
  standingRow,
} from "../../../../src/shared/series/observations";
import { observed, observations } from "../../../support/observations";
import { runs } from "../../../support/propertyRuns";

describe("drawnValue", () => {
  const source = { days: Int32Array.of(10, 20, 30), values: Float64Array.of(1, Number.NaN, 3) };

  it("is that of the last row at or before the day, while the series lasts", () => {
    const days = [9, 10, 19, 20, 29, 30, 31];
    const values = days.map((day) => drawnValue(source, day));
    const missing = Number.NaN;
    assert.deepEqual(values, [missing, 1, 1, missing, missing, 3, missing]);
  });
});

describe("standingRow", () => {
  const days = Int32Array.of(10, 20, 30);
  const cases: [day: number, row: number][] = [
    [9, -1],
    [10, 0],
    [19, 0],
    [20, 1],
    [30, 2],
    [31, 2],
  ];
  for (const [day, row] of cases) {
    it(`finds row ${row} at day ${day}`, () => {
      assert.equal(standingRow(days, day), row);
    });
  }

  it("finds none without days, and the only row from its day on", () => {
    assert.equal(standingRow(new Int32Array(0), 5), -1);
    assert.deepEqual(
      [4, 5, 6].map((day) => standingRow(Int32Array.of(5), day)),
      [-1, 0, 0],
    );
  });

  it("is that of the row that is drawn, but for days after the last", () => {
    const drawn = [9, 10, 19, 30, 31].map((day) => drawnRow(days, day));
    assert.deepEqual(drawn, [-1, 0, 0, 2, -1]);
    assert.equal(drawnRow(new Int32Array(0), 5), -1);
  });

  it("agrees with a search from the end", () => {
    fc.assert(
      fc.property(observations, fc.integer({ min: -1, max: 61 }), ({ days }, day) => {
        assert.equal(
          standingRow(days, day),
          days.findLastIndex((each) => each <= day),
        );
      }),
      { numRuns: runs() },
    );
  });
});

describe("differenceOf", () => {
  it("is zero where values differ only by rounding (DATA-14)", () => {
    const { values } = differenceOf(
      observed([1, 2, 3], [0.1 + 0.2, 1, NaN]),
      observed([1, 2, 3], [0.3, 0.5, 1]),
    );
    assert.deepEqual([...values], [0, 0.5, NaN]);
  });

  it("takes the second from the first on the days of both", () => {
    const a = observed([1, 2, 3, 5], [1, 2, 3, 5]);
    const b = observed([0, 2, 3, 4, 5, 6], [9, 0.5, Number.NaN, 9, 7, 9]);
    const { days, values } = differenceOf(a, b);
    assert.deepEqual([...days], [2, 3, 5]);
    assert.deepEqual([...values], [1.5, Number.NaN, -2]);
  });

  it("is empty without a day in common", () => {
    for (const other of [observed([], []), observed([2], [1])]) {
      assert.equal(differenceOf(observed([1], [1]), other).days.length, 0);
      assert.equal(differenceOf(other, observed([1], [1])).days.length, 0);
    }
  });

  it("turns its sign when the two change places, and changes neither", () => {
    fc.assert(
      fc.property(observations, observations, (a, b) => {
        const before = JSON.stringify([shownOf(a), shownOf(b)]);
        const [ab, ba] = [differenceOf(a, b), differenceOf(b, a)];
        assert.deepEqual(ab.days, ba.days);
        assert.deepEqual(
          [...ab.values].map((value) => value + 0),
          [...ba.values].map((value) => 0 - value),
        );
        assert.equal(JSON.stringify([shownOf(a), shownOf(b)]), before);
      }),
      { numRuns: runs() },
    );
  });
});

describe("forEachDay", () => {
  it("visits each day of either once, in order, with what each has", () => {
    fc.assert(
      fc.property(observations, observations, (a, b) => {
        const visits: [number, number, number][] = [];
        finish(forEachDay(a, b, (...visit) => visits.push(visit)));
        const days = [...new Set([...a.days, ...b.days])].sort((x, y) => x - y);
        assert.deepEqual(
          visits,
          days.map((day) => [day, valueOn(a, day), valueOn(b, day)]),
        );
      }),
      { numRuns: runs() },
    );
  });
});

function valueOn({ days, values }: Observations, day: number): number {
  return values[days.indexOf(day)] ?? Number.NaN;
}

function shownOf({ days, values }: Observations): unknown {
  return [[...days], [...values].map(String)];
}
