import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isoOfDay } from "../../../../../../../src/shared/day";
import {
  type HeatStrip,
  heatStrip,
  stripStepOf,
  stripValueAt,
} from "../../../../../../../src/features/chart/page/model/panel/heatStrip";
import { panelVariantsOf } from "../../../../../../../src/features/chart/page/model/panel/variants";
import { consecutiveDays, day } from "../../../../../../support/chartFrames";
import { line, pane } from "../../../../../../support/chartViews";

interface Series {
  readonly start: string;
  readonly days: readonly number[];
  readonly values: readonly (number | null)[];
}

/** The output of strip.py; all series have one order. */
interface Expected {
  readonly from: string;
  readonly to: string;
  readonly step: string;
  readonly ends: readonly string[];
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  readonly days: Readonly<Record<string, readonly (string | null)[]>>;
  readonly ranks: Readonly<Record<string, readonly (readonly [number, number] | null)[]>>;
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(`test/fixtures/observations/${name}.json`, "utf8"));
}

const observed = read("observations") as Readonly<Record<string, Series>>;
const expected = read("strip") as readonly Expected[];

function stripOf(names: readonly string[], from: string, to: string): HeatStrip {
  const range = { from: day(from), to: day(to) };
  const panes = names.map((name) => {
    const series = observed[name];
    assert.ok(series !== undefined, name);
    const start = day(series.start);
    const days = series.days.map((each) => start + each);
    const values = series.values.map((value) => value ?? Number.NaN);
    return pane([line(name, days, values)], { id: name, title: name, kind: "multiple" });
  });
  return heatStrip(panelVariantsOf(panes, range), range);
}

describe("the heat strip of a panel", () => {
  for (const { from, to, ...told } of expected) {
    const names = Object.keys(told.values);

    it(`has a cell for each ${told.step === "weekly" ? "week" : "month"} from ${from} to ${to}, as pandas has them`, () => {
      const strip = stripOf(names, from, to);
      assert.equal(strip.step, told.step);
      assert.deepEqual(Array.from(strip.ends, isoOfDay), told.ends);
      for (const [row, name] of names.entries()) {
        const { values = [], days = [] } = strip.rows[row] ?? {};
        const known = Array.from(values, (value) => (Number.isNaN(value) ? null : value));
        assert.deepEqual(known, told.values[name], name);
        const isos = Array.from(days, (each, at) => (known[at] === null ? null : isoOfDay(each)));
        assert.deepEqual(isos, told.days[name], name);
      }
    });

    it(`ranks the variants of each period from ${from} to ${to} as pandas does`, () => {
      const strip = stripOf(names, from, to);
      for (const [row, name] of names.entries()) {
        const ranks = told.ends.map((_, column) => {
          const found = stripValueAt(strip, { row, column });
          const { rank = null, of } = found ?? {};
          return rank === null ? null : [rank, of];
        });
        assert.deepEqual(ranks, told.ranks[name], name);
      }
    });
  }

  it("gives equal values the better rank (DATA-14)", () => {
    const range = { from: day("2026-11-16"), to: day("2026-11-20") };
    const days = Array.from(consecutiveDays("2026-11-16", 1));
    const panes = [0.3, 0.1 + 0.2, 0.4, 0.2].map((value, place) =>
      pane([line(`C${place}`, days, [value])], { id: `C${place}` }),
    );
    const strip = heatStrip(panelVariantsOf(panes, range), range);
    const ranks = panes.map((_, row) => stripValueAt(strip, { row, column: 0 })?.rank);
    assert.deepEqual(ranks, [2, 2, 1, 4]);
  });

  it("has nothing outside its cells, and no value for a variant without one", () => {
    const range = { from: day("2026-11-16"), to: day("2026-11-20") };
    const empty = pane([], { id: "DE", title: "DE", kind: "multiple" });
    const days = Array.from(consecutiveDays("2026-11-16", 3));
    const none = pane([line("US", days, [Number.NaN, Number.NaN, Number.NaN])], { id: "US" });
    const strip = heatStrip(panelVariantsOf([empty, none], range), range);
    for (const row of [0, 1]) {
      const found = stripValueAt(strip, { row, column: 0 });
      assert.deepEqual([found?.value, found?.rank, found?.of], [Number.NaN, null, 0]);
    }
    for (const cell of [
      { row: 2, column: 0 },
      { row: 0, column: 1 },
      { row: -1, column: 0 },
    ]) {
      assert.equal(stripValueAt(strip, cell), undefined);
    }
    assert.deepEqual(heatStrip([], range).rows, []);
  });

  const steps: [value: number, step: number][] = [
    [-9, 0],
    [-2.5, 0],
    [-2.3, 0],
    [-2.2, 1],
    [-0.01, 9],
    [0, 10],
    [0.24, 10],
    [0.25, 11],
    [2.49, 19],
    [2.5, 19],
    [9, 19],
  ];
  for (const [value, step] of steps) {
    it(`draws ${value} in the ${step + 1}th of twenty colours`, () => {
      assert.equal(stripStepOf(value), step);
    });
  }
});
