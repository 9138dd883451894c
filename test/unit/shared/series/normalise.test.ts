import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Day, dayOfIso } from "../../../../src/shared/day";
import { finish } from "../../../../src/shared/finish";
import { momentsOf } from "../../../../src/shared/series/moments";
import { observe } from "../../../../src/shared/series/nativeStep";
import { ranksAmong, zScores } from "../../../../src/shared/series/normalise";
import { drawnRow, type Observations } from "../../../../src/shared/series/observations";
import { observedByPandas, seriesOf } from "../../../support/observed";

/** `test/fixtures/observations/normalise.py` says what each field is. */
const byPandas = JSON.parse(
  readFileSync(path.resolve("test/fixtures/observations/normalised.json"), "utf8"),
) as {
  readonly z: Readonly<Record<string, readonly (readonly [row: number, z: number | null])[]>>;
  readonly ranked: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly ranks: readonly (readonly [day: string, ranks: readonly (number | null)[]])[];
};

function named(name: string): Observations {
  const found = observedByPandas[name === "twin" ? "monthly" : name];
  assert.ok(found);
  const series = seriesOf(found);
  if (name !== "daily") return series;
  const [from, to] = [byPandas.from, byPandas.to].map((day) => dayOfIso(day) ?? 0);
  const isWithin = (day: Day): boolean => day >= (from ?? 0) && day <= (to ?? 0);
  return {
    days: series.days.filter(isWithin),
    values: series.values.filter((_value, row) => isWithin(series.days[row] ?? 0)),
  };
}

function valueOn({ days, values }: Observations, day: Day): number | null {
  const value = values[drawnRow(days, day)] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

describe("zScores (DATA-14)", () => {
  for (const [name, expected] of Object.entries(byPandas.z)) {
    it(`are those of pandas over the observations: ${name}`, () => {
      const found = observedByPandas[name];
      assert.ok(found);
      const series = seriesOf(found);
      const scores = zScores(series.values, momentsOf(observe(series).values));
      assert.equal(scores.length, series.values.length);
      assert.ok(expected.length > 5);
      for (const [row, z] of expected) {
        const own = scores[row] ?? Number.NaN;
        if (z === null) assert.ok(Number.isNaN(own));
        else assert.ok(Math.abs(own - z) < 1e-9, `row ${row}: ${own}, not ${z}`);
      }
    });
  }

  for (const [name, value, count] of [
    ["3 twice", 3, 2],
    ["−0.087 three times", -0.087, 3],
    ["1.81 on 1,448 days", 1.81, 1_448],
  ] as const) {
    it(`are none for a series that does not vary: ${name} (DATA-14)`, () => {
      const days = Int32Array.from({ length: count }, (_, day) => day);
      const series = { days, values: new Float64Array(count).fill(value) };
      const scores = zScores(series.values, momentsOf(observe(series).values));
      assert.deepEqual(new Set(scores), new Set([Number.NaN]));
    });
  }
});

describe("ranksAmong (DATA-14)", () => {
  it("ranks the values in force on each day as pandas does", () => {
    const ranks = finish(ranksAmong(byPandas.ranked.map(named)));
    for (const [iso, expected] of byPandas.ranks) {
      const day = dayOfIso(iso) ?? 0;
      assert.deepEqual([iso, ...ranks.map((each) => valueOn(each, day))], [iso, ...expected]);
    }
  });

  it("keeps the days of series that all have the same, without copies", () => {
    const days = Int32Array.of(1, 2, 3);
    const all = [
      { days, values: Float64Array.of(1, 5, Number.NaN) },
      { days: days.slice(), values: Float64Array.of(2, 5, 1) },
    ];
    const [one, other] = finish(ranksAmong(all));
    assert.ok(one);
    assert.equal(one.days.buffer, days.buffer);
    assert.deepEqual([...one.values], [2, 1, Number.NaN]);
    assert.deepEqual([...(other?.values ?? [])], [1, 1, 1]);
  });

  it("ranks a series on the days of others too, from its first day to its last", () => {
    const [one, other] = finish(
      ranksAmong([
        { days: Int32Array.of(2, 6), values: Float64Array.of(1, 1) },
        { days: Int32Array.of(1, 3, 4), values: Float64Array.of(2, 0, 2) },
      ]),
    );
    assert.deepEqual([...(one?.days ?? [])], [2, 3, 4, 6]);
    assert.deepEqual([...(one?.values ?? [])], [2, 1, 2, 1]);
    assert.deepEqual([...(other?.days ?? [])], [1, 2, 3, 4]);
    assert.deepEqual([...(other?.values ?? [])], [1, 1, 2, 1]);
  });

  it("ranks nothing of no series, and of series without days", () => {
    const empty = { days: new Int32Array(), values: new Float64Array() };
    assert.deepEqual(finish(ranksAmong([])), []);
    assert.deepEqual(finish(ranksAmong([empty])), [empty]);
  });
});
