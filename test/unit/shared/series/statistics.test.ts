import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { dayOfIso, isoOfDay, maxDay } from "../../../../src/shared/day";
import { finish } from "../../../../src/shared/finish";
import { nativeStepOf } from "../../../../src/shared/series/nativeStep";
import {
  correlationMatrix,
  type Sample,
  statisticsOf,
} from "../../../../src/shared/series/statistics";
import { rowsIn } from "../../../../src/shared/series/observations";
import { observed } from "../../../support/observations";
import { observedByPandas, seriesOf } from "../../../support/observed";

/** `test/fixtures/observations/make.py` says what each field is. */
interface StatisticsByPandas {
  readonly since: string;
  readonly of: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  readonly pairs: readonly (readonly [string, string, number | null, number | null])[];
}

const file = path.resolve("test/fixtures/observations/statistics.json");
const byPandas = JSON.parse(readFileSync(file, "utf8")) as StatisticsByPandas;
const since = { from: dayOfIso(byPandas.since) ?? 0, to: maxDay };

function sampleOf(name: string): Sample {
  const made = observedByPandas[name];
  assert.ok(made);
  const series = seriesOf(made);
  return { step: nativeStepOf(series), rows: rowsIn(series, since) };
}

// Both sum thousands of doubles in different orders.
function assertClose(actual: number, expected: number | null | undefined, what: string): void {
  if (expected === null) assert.ok(Number.isNaN(actual), `${what}: ${actual}`);
  else assert.ok(Math.abs(actual - (expected ?? Number.NaN)) < 1e-9, `${what}: ${actual}`);
}

describe("the statistics of a series (DATA-14)", () => {
  for (const [name, expected] of Object.entries(byPandas.of)) {
    it(`are those of pandas: ${name}`, () => {
      const actual = finish(statisticsOf(sampleOf(name)));
      assert.equal(actual.n, expected["n"]);
      assertClose(actual.mean, expected["mean"], "mean");
      assertClose(actual.standardDeviation, expected["std"], "standard deviation");
      assert.equal(actual.smallest?.value, expected["smallest"]);
      assert.equal(actual.largest?.value, expected["largest"]);
    });

    it(`halve a deviation as the AR(1) of numpy does: ${name}`, () => {
      const { n, halfLife } = finish(statisticsOf(sampleOf(name)));
      const phi = expected["phi"] ?? Number.NaN;
      const reverts = n >= 36 && phi > 0 && phi < 1;
      assert.equal(halfLife !== undefined, reverts);
      if (halfLife === undefined) return;
      const periods = Math.log(0.5) / Math.log(phi);
      assert.equal(halfLife.isLonger, periods > n / 2);
      const ratio = halfLife.periods / Math.min(periods, n / 2);
      assert.ok(Math.abs(ratio - 1) < 1e-6, `${halfLife.periods}`);
    });
  }

  it("name the first day on which an extreme was attained", () => {
    const rows = observed([10, 11, 12, 13, 14], [1, 3, -2, 3, -2]);
    const { smallest, largest } = finish(statisticsOf({ step: "daily", rows }));
    assert.deepEqual(largest, { value: 3, day: 11 });
    assert.deepEqual(smallest, { value: -2, day: 12 });
  });

  it("name the first day of an extreme that later rows exceed only by rounding", () => {
    const rows = observed([10, 11, 12, 13, 14], [1, 3, -2, 3 + 1e-15, -2 - 1e-15]);
    const { smallest, largest } = finish(statisticsOf({ step: "daily", rows }));
    assert.deepEqual(largest, { value: 3 + 1e-15, day: 11 });
    assert.deepEqual(smallest, { value: -2 - 1e-15, day: 12 });
  });

  it("have no half-life if all values but the first or the last are equal", () => {
    const days = Array.from({ length: 40 }, (_, index) => index);
    for (const odd of [0, 39]) {
      const values = days.map((day) => (day === odd ? 1 : 0.1 + (day % 3) * 1e-16));
      const found = finish(statisticsOf({ step: "daily", rows: observed(days, values) }));
      assert.equal(found.halfLife, undefined);
      assert.ok(found.standardDeviation > 0.1);
    }
  });

  it("name the day of the release, not the end of its month", () => {
    const { smallest } = finish(statisticsOf(sampleOf("monthly")));
    const series = sampleOf("monthly").rows;
    const first = series.values.indexOf(smallest?.value ?? Number.NaN);
    assert.equal(isoOfDay(smallest?.day ?? 0), isoOfDay(series.days[first] ?? 0));
  });

  it("are blank without values, and have no spread of a single one", () => {
    const none = finish(statisticsOf({ step: "unknown", rows: observed([1, 2], [NaN, NaN]) }));
    assert.deepEqual(none, {
      n: 0,
      mean: NaN,
      standardDeviation: NaN,
      smallest: undefined,
      largest: undefined,
      halfLife: undefined,
    });
    const one = finish(statisticsOf({ step: "unknown", rows: observed([1, 2], [NaN, 4]) }));
    assert.deepEqual([one.n, one.mean, one.standardDeviation], [1, 4, NaN]);
  });

  it("count the rows of a range with both its ends", () => {
    const { days, values } = rowsIn(observed([1, 2, 5, 9], [1, 2, 3, 4]), { from: 2, to: 5 });
    assert.deepEqual(
      [[...days], [...values]],
      [
        [2, 5],
        [2, 3],
      ],
    );
    assert.equal(rowsIn(observed([1, 2], [1, 2]), { from: 3, to: 4 }).days.length, 0);
  });
});

describe("the correlation of series (DATA-14)", () => {
  const names = Object.keys(byPandas.of);
  const samples = names.map(sampleOf);
  const levels = finish(correlationMatrix(samples, "levels"));
  const changes = finish(correlationMatrix(samples, "changes"));
  const at = (one: string, other: string): number =>
    names.indexOf(one) * names.length + names.indexOf(other);

  it("is that of pandas for each two, at the coarser of their steps", () => {
    assert.ok(byPandas.pairs.length > 40);
    for (const [one, other, ofLevels, ofChanges] of byPandas.pairs) {
      assertClose(levels[at(one, other)] ?? 0, ofLevels, `levels of ${one} and ${other}`);
      assertClose(changes[at(one, other)] ?? 0, ofChanges, `changes of ${one} and ${other}`);
      assert.equal(levels[at(other, one)], levels[at(one, other)]);
    }
  });

  it("of monthly signals with different days of release is found on months, and lost on rows", () => {
    const [one, other] = ["released early", "released late"];
    assert.ok((changes[at(one, other)] ?? 0) > 0.85);
    const byRow = [one, other].map((name) => ({ ...sampleOf(name), step: "daily" as const }));
    assert.ok(Math.abs(finish(correlationMatrix(byRow, "changes"))[1] ?? 1) < 0.1);
  });

  it("of changes is blank for a straight line, whose changes differ by rounding", () => {
    const days = Array.from({ length: 40 }, (_, index) => index);
    const line = observed(
      days,
      days.map((day) => 0.1 * day),
    );
    const wave = observed(
      days,
      days.map((day) => Math.sin(day)),
    );
    const both = [line, wave].map((rows): Sample => ({ step: "daily", rows }));
    assert.ok(Number.isNaN(finish(correlationMatrix(both, "changes"))[1]));
    assert.ok(Number.isFinite(finish(correlationMatrix(both, "levels"))[1]));
  });

  it("is blank below 24 common periods, and of what does not vary", () => {
    const days = Array.from({ length: 40 }, (_, index) => index);
    const wave = observed(
      days,
      days.map((day) => Math.sin(day)),
    );
    const flat = observed(
      days,
      days.map(() => 1),
    );
    const short = observed(days.slice(0, 23), days.slice(0, 23));
    const sample = (rows: Sample["rows"]): Sample => ({ step: "daily", rows });
    const [, withFlat, withShort] = finish(
      correlationMatrix([wave, flat, short].map(sample), "levels"),
    );
    assert.ok(Number.isNaN(withFlat));
    assert.ok(Number.isNaN(withShort));
    const enough = observed(days.slice(0, 24), days.slice(0, 24));
    assert.ok(Number.isFinite(finish(correlationMatrix([wave, enough].map(sample), "levels"))[1]));
    assert.ok(Number.isNaN(finish(correlationMatrix([wave, enough].map(sample), "changes"))[1]));
  });
});
