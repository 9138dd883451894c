import assert from "node:assert/strict";
import fc from "fast-check";
import { firstShown } from "../../../src/sample/businessDays";
import { rawSignalOf } from "../../../src/sample/rawSignal";
import { type ScoreValues, Scores } from "../../../src/sample/scores";
import { runs } from "../../support/propertyRuns";
import { type Variant, productions, variants, world } from "./sampleWorlds";

/** Sums of 10,000 numbers near 1, updated some 10,000 times, in double precision. */
const tolerance = 1e-9;

describe("Scores", () => {
  it("are the z-scores of what was known then, by the definition", () => {
    fc.assert(
      fc.property(variants, productions, productions, (variant, one, other) => {
        const [day, production] = [Math.min(one, other), Math.max(one, other)];
        const scores = new Scores(rawOf(variant), world.releasesOf(variant.signal, variant.tags));
        scores.advanceTo(production);
        const expected = scoreByDefinition(variant, production, day);
        const actual = scores.scoreOf(day);
        assert.ok(Math.abs(actual.level - expected.level) < tolerance);
        assert.ok(Math.abs(actual.momentum - expected.momentum) < tolerance);
        assert.ok(Math.abs(actual.aggregate - expected.aggregate) < tolerance);
      }),
      { numRuns: runs() },
    );
  });

  it("hold the same bits however many steps lead to a production", () => {
    fc.assert(
      fc.property(variants, productions, (variant, production) => {
        const inOneStep = new Scores(
          rawOf(variant),
          world.releasesOf(variant.signal, variant.tags),
        );
        const inManySteps = new Scores(
          rawOf(variant),
          world.releasesOf(variant.signal, variant.tags),
        );
        inOneStep.advanceTo(production);
        for (let step = firstShown; step <= production; step++) inManySteps.advanceTo(step);
        assert.deepEqual(inManySteps.scoreOf(production), inOneStep.scoreOf(production));
      }),
      { numRuns: runs() },
    );
  });
});

function rawOf({ signal, tags }: Variant): ReturnType<typeof rawSignalOf> {
  return rawSignalOf(world, signal, tags);
}

/** Gathers what is known, then two passes for mean and deviation: no running sums. */
function scoreByDefinition(variant: Variant, production: number, day: number): ScoreValues {
  const releases = world.releasesOf(variant.signal, variant.tags);
  const raw = rawOf(variant);
  const known: number[] = [];
  let newest = -1;
  for (const [event, released] of releases.productions.entries()) {
    const observation = Number(releases.observations[event]);
    if (released <= production) {
      known[observation] = raw.reportedAt(observation, Number(releases.stages[event]));
    }
    if (released <= day) newest = Math.max(newest, observation);
  }
  const changes = known.map((value, index) => value - Number(known[index - releases.threeMonths]));
  const level = clippedZ(known, newest);
  const momentum = clippedZ(changes, newest);
  return { level, momentum, aggregate: (level + momentum) / 2 };
}

function clippedZ(values: readonly number[], index: number): number {
  const present = values.filter((value) => !Number.isNaN(value));
  const mean = present.reduce((sum, x) => sum + x, 0) / present.length;
  const variance = present.reduce((sum, x) => sum + (x - mean) ** 2, 0) / present.length;
  return Math.max(-3, Math.min(3, (Number(values[index]) - mean) / Math.sqrt(variance)));
}
