import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  changeOverMonth,
  crossSorted,
  sortPanelVariants,
  type Variant,
  panelVariantsOf,
} from "../../../../../../../src/features/chart/page/model/panel/variants";
import { isoOfDay } from "../../../../../../../src/shared/day";
import { day } from "../../../../../../support/chartFrames";
import { partOf, signalData, type Values, viewOf } from "../../../../../../support/chartParts";

const all = { from: day("2026-11-16"), to: day("2026-11-30") };

/** The variants of a panel of small tables, by name; their days begin on 2026-11-16. */
function variants(tables: Readonly<Record<string, Values>>, range = all): readonly Variant[] {
  const parts = Object.entries(tables).map(([name, values]) =>
    partOf(signalData(values), { id: name, title: name }),
  );
  const more = ["x", "y", "z", "w", "v"].map((id) => partOf(null, { id, title: id }));
  const { panes } = viewOf([...parts, ...more]);
  return panelVariantsOf(panes, range).slice(0, parts.length);
}

describe("the variants of a panel", () => {
  it("have their newest value, its day, and its percentile in their own history", () => {
    // 3 of 4 values of US are at or below 0.5, 1 of 3 of DE.
    const [us, de] = variants({
      US: { Aggregate: [0.1, -0.2, 0.9, 0.5] },
      DE: { Aggregate: [0.4, 0.3, null, -1] },
    });
    assert.deepEqual(
      [us, de].map((each) => [each?.value, each?.day, each?.percentile]),
      [
        [0.5, day("2026-11-19"), 75],
        [-1, day("2026-11-19"), 33],
      ],
    );
  });

  it("use the Aggregate before other columns", () => {
    const [us] = variants({ US: { Level: [1, 2], Aggregate: [3, 4] } });
    assert.equal(us?.value, 4);
  });

  it("are uneven if their newest value is older than another's", () => {
    const found = variants({
      US: { Aggregate: [1, 2, 3] },
      DE: { Aggregate: [1, 2, null] },
      JP: { Aggregate: [1] },
      IT: { Aggregate: [null, null, null] },
    });
    assert.deepEqual(
      found.map((each) => [each.isUneven, each.day === null ? null : isoOfDay(each.day)]),
      [
        [false, "2026-11-18"],
        [true, "2026-11-17"],
        [true, "2026-11-16"],
        [false, null],
      ],
    );
  });

  it("have a change over the days in sight only", () => {
    const range = { from: day("2026-11-17"), to: day("2026-11-18") };
    const [us] = variants({ US: { Aggregate: [1, 2, 5, 9] } }, range);
    assert.equal(us?.change, 3);
    assert.equal(us.value, 9);
  });

  it("have no numbers without data", () => {
    const [us] = variants({ US: { Aggregate: [null] } });
    assert.deepEqual([us?.value, us?.percentile, us?.change], [Number.NaN, null, Number.NaN]);
  });
});

describe("sortedVariants", () => {
  const [any] = variants({ US: { Aggregate: [1] } });
  const variant = (name: string, value: number, change: number): Variant => {
    assert.ok(any !== undefined);
    return { ...any, id: name, name, value, change };
  };
  const some = [
    variant("2Y", 2, Number.NaN),
    variant("10Y", 1, -3),
    variant("Österreich", Number.NaN, 0),
    variant("Polen", -5, 4),
    variant("Zypern", 1, 4),
  ];
  const sorted = (sort: Parameters<typeof sortPanelVariants>[1]): string[] =>
    sortPanelVariants(some, sort).map(({ name }) => name);

  it("keeps the given order by name", () => {
    assert.deepEqual(sorted("name"), ["2Y", "10Y", "Österreich", "Polen", "Zypern"]);
  });

  it("puts the greatest newest value first, those without one last, equal ones by name", () => {
    assert.deepEqual(sorted("newest"), ["2Y", "10Y", "Zypern", "Polen", "Österreich"]);
  });

  it("puts the greatest change first", () => {
    assert.deepEqual(sorted("change"), ["Polen", "Zypern", "Österreich", "10Y", "2Y"]);
  });

  it("does not change its argument", () => {
    const before = [...some];
    sorted("newest");
    assert.deepEqual(some, before);
  });
});

describe("crossSorted", () => {
  const [any] = variants({ US: { Aggregate: [1] } });
  const variant = (name: string, value: number, month: number, percentile: number): Variant => {
    assert.ok(any !== undefined);
    return { ...any, id: name, name, value, month, percentile };
  };
  const byName = [
    variant("Chile", -1.65, -0.7, 3),
    variant("France", Number.NaN, Number.NaN, Number.NaN),
    variant("Greece", 1.09, -0.25, 98),
    variant("Japan", 0.38, 0.58, 80),
  ];
  const cases: [column: Parameters<typeof crossSorted>[1]["column"], down: string, up: string][] = [
    ["name", "Japan Greece France Chile", "Chile France Greece Japan"],
    ["newest", "Greece Japan Chile France", "Chile Japan Greece France"],
    ["month", "Japan Greece Chile France", "Chile Greece Japan France"],
    ["percentile", "Greece Japan Chile France", "Chile Japan Greece France"],
  ];
  for (const [column, down, up] of cases) {
    it(`sorts by ${column} both ways, with variants without a value at the end`, () => {
      const sorted = (isAscending: boolean): string =>
        crossSorted(byName, { column, isAscending })
          .map(({ name }) => name)
          .join(" ");
      assert.deepEqual([sorted(false), sorted(true)], [down, up]);
    });
  }
});

describe("changeOverMonth", () => {
  type Told = Readonly<
    Record<string, { start: string; days: number[]; values: (number | null)[] }>
  >;
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(`test/fixtures/observations/${name}.json`, "utf8"));
  const observed = read("observations") as Told;
  const { month } = read("charts") as { month: Readonly<Record<string, number | null>> };

  for (const [name, expected] of Object.entries(month)) {
    it(`agrees with pandas for a ${name} series`, () => {
      const series = observed[name];
      assert.ok(series !== undefined);
      const start = day(series.start);
      const days = Int32Array.from(series.days, (each) => start + each);
      const values = Float64Array.from(series.values, (value) => value ?? Number.NaN);
      const change = changeOverMonth({ days, values });
      // The last place of doubles depends on the order of operations.
      assert.ok(Math.abs(change - (expected ?? Number.NaN)) < 1e-12, `${change}`);
    });
  }

  it("is missing for a single value, and for none", () => {
    const of = (...values: number[]): number =>
      changeOverMonth({
        days: Int32Array.from(values, (_, row) => row),
        values: Float64Array.from(values),
      });
    assert.deepEqual([of(), of(1), of(Number.NaN)], [Number.NaN, Number.NaN, Number.NaN]);
  });
});
