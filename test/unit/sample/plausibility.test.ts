import assert from "node:assert/strict";
import { signalSeries } from "../../../src/sample/signalSeries";
import { sampleVariants } from "../../../src/sample/signals";
import { World } from "../../../src/sample/world";
import { businessDaySignals, numbersOf, productionOf, rowsOf, signalNamed } from "./sampleWorlds";

const world = new World(productionOf("2024-06-28"));
const us = { country_iso: "US" };
const businessDaysOf2007 = 261;

/** The first two variants of every signal with a row for each business day, as they stand at the end. */
const frames = businessDaySignals.flatMap((signal) =>
  sampleVariants(signal)
    .slice(0, 2)
    .map((tags) => ({ signal, frame: signalSeries(world, signal, tags, "SNAP", world.last) })),
);

describe("the sample's data", () => {
  it("has more than 95 % of its scores within 2.5", () => {
    const scores = frames.flatMap(({ frame }) => [...numbersOf(frame, "Level")]);
    const inside = scores.filter((score) => Math.abs(score) <= 2.5);
    assert.ok(inside.length > 0.95 * scores.length);
  });

  it("persists: neighbours of Level are correlated by more than 0.95", () => {
    const lowest = Math.min(
      ...frames.map(({ frame }) => autocorrelation(numbersOf(frame, "Level"))),
    );
    assert.ok(lowest > 0.95, `lowest ${lowest}`);
  });

  it("steps on release days when it is monthly, and moves every day when it comes from markets", () => {
    const shares = (kind: "monthly" | "daily"): number[] =>
      frames
        .filter(({ signal }) => signal.frequency.kind === kind)
        .map(({ frame }) => shareOfChanges(numbersOf(frame, "Level")));
    assert.ok(Math.max(...shares("monthly")) < 1.1 * (12 / businessDaysOf2007));
    assert.ok(Math.min(...shares("daily")) > 0.9);
  });

  it("falls in the autumn of 2008 across countries", () => {
    const growth = signalNamed("GROWTH");
    const falls = sampleVariants(growth).filter((tags) => {
      const momenta = numbersOf(signalSeries(world, growth, tags, "SNAP", world.last), "Momentum");
      return Number(momenta[productionOf("2009-02-27") - productionOf("1990-01-01")]) < -1;
    });
    assert.ok(falls.length > 30, `${falls.length} of 40 countries`);
  });

  it("has a 2007 that looked otherwise as of 2008 than today", () => {
    const [from, to] = [productionOf("2007-01-01"), productionOf("2007-12-31")].map(
      (production) => production - productionOf("1990-01-01"),
    );
    const infl = signalNamed("INFL", 2);
    const then = signalSeries(world, infl, us, "SNAP", productionOf("2008-06-30"));
    const today = signalSeries(world, infl, us, "SNAP", world.last);
    assert.notDeepEqual(rowsOf(then, from, to), rowsOf(today, from, to));
  });

  it("tells variants and versions of a signal apart", () => {
    const levels = [
      numbersOf(signalSeries(world, signalNamed("INFL", 1), us, "SNAP", world.last), "Level"),
      numbersOf(signalSeries(world, signalNamed("INFL", 2), us, "SNAP", world.last), "Level"),
      numbersOf(
        signalSeries(world, signalNamed("INFL", 2), { country_iso: "DE" }, "SNAP", world.last),
        "Level",
      ),
    ];
    assert.equal(new Set(levels.map((level) => level.join())).size, levels.length);
  });
});

function autocorrelation(values: Float64Array): number {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const deviations = values.map((x) => x - mean);
  const variance = deviations.reduce((sum, x) => sum + x * x, 0);
  const covariance = deviations.reduce(
    (sum, x, index) => sum + x * (deviations[index - 1] ?? 0),
    0,
  );
  return covariance / variance;
}

function shareOfChanges(values: Float64Array): number {
  const changes = values.filter((value, index) => index > 0 && value !== values[index - 1]);
  return changes.length / values.length;
}
