import assert from "node:assert/strict";
import fc from "fast-check";
import { isBusinessDay } from "../../../src/shared/day";
import { firstShown } from "../../../src/sample/businessDays";
import { signalSeries } from "../../../src/sample/signalSeries";
import { World } from "../../../src/sample/world";
import { runs } from "../../support/propertyRuns";
import {
  businessDayVariants,
  dataKinds,
  dayNamed,
  productionOf,
  productions,
  rowsOf,
  variants,
  world,
} from "./sampleWorlds";

/** Each run computes whole series. */
const fewRuns = { numRuns: runs() };

describe("signalSeries", () => {
  it("has every business day from 1990-01-01 to the production's day", () => {
    const expected: number[] = [];
    for (let day = dayNamed("1990-01-01"); day <= dayNamed("1991-09-11"); day++) {
      if (isBusinessDay(day)) expected.push(day);
    }
    fc.assert(
      fc.property(businessDayVariants, dataKinds, ({ signal, tags }, kind) => {
        const frame = signalSeries(world, signal, tags, kind, productionOf("1991-09-11"));
        assert.deepEqual([...frame.days], expected);
      }),
      { numRuns: runs(10) },
    );
  });

  it("has all columns and no rows before the first production", () => {
    fc.assert(
      fc.property(variants, dataKinds, fc.nat(firstShown - 1), ({ signal, tags }, kind, early) => {
        const frame = signalSeries(world, signal, tags, kind, early);
        assert.equal(frame.days.length, 0);
        assert.deepEqual(
          frame.columns.map(({ name, values }) => [name, values.length]),
          [
            ["Level", 0],
            ["Momentum", 0],
            ["Aggregate", 0],
          ],
        );
      }),
    );
  });

  it("FIT holds for a day what SNAP holds as of the production that first reported it", () => {
    fc.assert(
      fc.property(businessDayVariants, productions, productions, ({ signal, tags }, one, other) => {
        const [day, later] = [Math.min(one, other), Math.max(one, other)];
        const row = day - firstShown;
        const fit = signalSeries(world, signal, tags, "FIT", later);
        const snap = signalSeries(world, signal, tags, "SNAP", day);
        assert.deepEqual(rowsOf(fit, row, row + 1), rowsOf(snap, row));
      }),
      fewRuns,
    );
  });

  it("FIT never changes with a later as-of", () => {
    fc.assert(
      fc.property(variants, productions, ({ signal, tags }, production) => {
        const early = signalSeries(world, signal, tags, "FIT", production);
        const late = signalSeries(world, signal, tags, "FIT", world.last);
        assert.deepEqual(rowsOf(late, 0, early.days.length), rowsOf(early));
      }),
      fewRuns,
    );
  });

  it("does not depend on where the history ends", () => {
    const shorter = new World(productionOf("1992-03-13"));
    const until = fc.integer({ min: firstShown, max: shorter.last });
    fc.assert(
      fc.property(variants, dataKinds, until, ({ signal, tags }, kind, production) => {
        const inShorter = signalSeries(shorter, signal, tags, kind, production);
        const inLonger = signalSeries(world, signal, tags, kind, production);
        assert.deepEqual(rowsOf(inLonger), rowsOf(inShorter));
      }),
      fewRuns,
    );
  });

  it("has neither gaps nor negative zeros, and no score beyond 3", () => {
    fc.assert(
      fc.property(variants, dataKinds, productions, ({ signal, tags }, kind, production) => {
        const { columns } = signalSeries(world, signal, tags, kind, production);
        const scores = columns.flatMap(({ values }) => [...values].map(Number));
        assert.ok(scores.every((score) => Math.abs(score) <= 3 && !Object.is(score, -0)));
      }),
      fewRuns,
    );
  });
});
