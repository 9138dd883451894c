import assert from "node:assert/strict";
import fc from "fast-check";
import { signalSeries } from "../../../src/sample/signalSeries";
import { type SampleSignal, sampleVariants } from "../../../src/sample/signals";
import { isoOfDay } from "../../../src/shared/day";
import { type TagValues } from "../../../src/shared/reference";
import { runs } from "../../support/propertyRuns";
import {
  dataKinds,
  dayNamed,
  periodSignals,
  periodVariants,
  productionOf,
  productions,
  rowsOf,
  signalNamed,
  world,
} from "./sampleWorlds";

const fewRuns = { numRuns: runs(60) };
const usual = { country_iso: "US" };
const behind = { country_iso: "TR" };

describe("signals of the sample with a row for each period", () => {
  it("are of months and of weeks", () => {
    assert.deepEqual(
      periodSignals.map(({ code, frequency }) => [code, frequency.kind]),
      [
        ["RETAIL", "monthly"],
        ["FREIGHT", "weekly"],
        ["LENDING", "monthly"],
        ["EXPORTS", "monthly"],
      ],
    );
  });

  it("have the last day of every month from January 1990 on, weekends too", () => {
    const expected = Array.from({ length: 12 * 6 + 5 }, (_, month) =>
      new Date(Date.UTC(1990, month + 1, 0)).toISOString().slice(0, 10),
    );
    assert.equal(expected.at(-1), "1996-05-31");
    assert.deepEqual(daysOf(signalNamed("RETAIL"), usual), expected);
  });

  it("have every Friday from the first of 1990 on", () => {
    const expected: string[] = [];
    for (let day = dayNamed("1990-01-05"); day <= dayNamed("1996-06-21"); day += 7) {
      expected.push(isoOfDay(day));
    }
    assert.equal(new Date("1990-01-05").getUTCDay(), 5);
    assert.deepEqual(daysOf(signalNamed("FREIGHT"), { region: "World" }), expected);
  });

  it("get a row between 10 and 13 business days after a month where that is the lag", () => {
    const retail = signalNamed("RETAIL");
    assert.equal(daysOf(retail, usual, "1996-06-13").at(-1), "1996-04-30");
    assert.equal(daysOf(retail, usual, "1996-06-19").at(-1), "1996-05-31");
  });

  it("get the row of a Friday on the Wednesday that follows", () => {
    const [freight, tags] = [signalNamed("FREIGHT"), { region: "World" }];
    assert.equal(daysOf(freight, tags, "1996-06-25").at(-1), "1996-06-14");
    assert.equal(daysOf(freight, tags, "1996-06-26").at(-1), "1996-06-21");
  });

  it("have one variant that is three months behind the others, and ends so whenever it is asked", () => {
    const retail = signalNamed("RETAIL");
    const others = sampleVariants(retail).filter((tags) => tags["country_iso"] !== "TR");
    assert.deepEqual(
      new Set(others.map((tags) => daysOf(retail, tags).at(-1))),
      new Set(["1996-05-31"]),
    );
    assert.equal(daysOf(retail, behind).at(-1), "1996-02-29");
    fc.assert(
      fc.property(productions, (production) => {
        const of = (tags: TagValues): string[] =>
          [...signalSeries(world, retail, tags, "SNAP", production).days].map(isoOfDay);
        const [late, ahead] = [of(behind), of(usual)];
        assert.deepEqual(late, ahead.slice(0, -3));
      }),
      fewRuns,
    );
  });

  it("change between productions of the signal only", () => {
    fc.assert(
      fc.property(periodVariants, dataKinds, productions, ({ signal, tags }, kind, production) => {
        const frame = signalSeries(world, signal, tags, kind, production);
        const next = signalSeries(world, signal, tags, kind, Math.min(production + 1, world.last));
        if (next.days.length === frame.days.length) assert.deepEqual(rowsOf(next), rowsOf(frame));
        else assert.equal(next.days.length, frame.days.length + 1);
      }),
      fewRuns,
    );
  });

  it("hold as FIT what SNAP held when the row was new", () => {
    fc.assert(
      fc.property(periodVariants, productions, ({ signal, tags }, production) => {
        const before = signalSeries(world, signal, tags, "SNAP", production - 1);
        const snap = signalSeries(world, signal, tags, "SNAP", production);
        const fit = signalSeries(world, signal, tags, "FIT", world.last);
        const row = before.days.length;
        fc.pre(snap.days.length > row);
        assert.deepEqual(rowsOf(fit, row, row + 1), rowsOf(snap, row));
      }),
      { numRuns: runs(30) },
    );
  });

  it("are revised: SNAP of an earlier production differs from today's", () => {
    for (const signal of periodSignals) {
      const [tags = {}] = sampleVariants(signal);
      const then = signalSeries(world, signal, tags, "SNAP", productionOf("1992-06-30"));
      const today = signalSeries(world, signal, tags, "SNAP", world.last);
      assert.notDeepEqual(rowsOf(today, 0, then.days.length), rowsOf(then), signal.code);
    }
  });
});

function daysOf(signal: SampleSignal, tags: TagValues, asOf = "1996-06-28"): string[] {
  const { days } = signalSeries(world, signal, tags, "SNAP", productionOf(asOf));
  return [...days].map(isoOfDay);
}
