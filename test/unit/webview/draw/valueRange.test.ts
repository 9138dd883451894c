import assert from "node:assert/strict";
import fc from "fast-check";
import { type Unit } from "../../../../src/shared/chart/chartProtocol";
import { type ValueRange, valueRange } from "../../../../src/webview/chart/draw/valueRange";
import { type Axis, type Domain } from "../../../../src/webview/chart/model/pane";
import { runs } from "../../../support/propertyRuns";

describe("valueRange", () => {
  const cases: [
    when: string,
    domain: Domain,
    unit: Unit,
    extremes: [number, number] | undefined,
    expected: [number, number],
  ][] = [
    ["small scores", "symmetric", "score", [-0.5, 1.2], [-3, 3]],
    ["nothing, symmetric", "symmetric", "score", undefined, [-3, 3]],
    ["a score beyond −3", "symmetric", "score", [-4, 1], [-4.2, 4.2]],
    ["a score beyond 3", "symmetric", "score", [1, 4], [-4.2, 4.2]],
    ["positive values with zero", "zero", "fraction", [0.02, 0.1], [0, 0.105]],
    ["negative values with zero", "zero", "fraction", [-0.1, -0.02], [-0.105, 0]],
    ["values of both signs with zero", "zero", "fraction", [-0.1, 0.1], [-0.11, 0.11]],
    ["only zeros with zero", "zero", "fraction", [0, 0], [-0.01, 0.01]],
    ["nothing with zero", "zero", "score", undefined, [-1, 1]],
    ["free values", "free", "fraction", [0.04, 0.06], [0.039, 0.061]],
    ["one free value", "free", "score", [2, 2], [1.8, 2.2]],
    ["one value in its last digits", "free", "score", [2, 2 + 4e-16], [1.8, 2.2]],
    ["one negative value", "free", "score", [-2, -2], [-2.2, -1.8]],
    ["a free zero", "free", "fraction", [0, 0], [-0.01, 0.01]],
    ["free values that differ by rounding", "free", "fraction", [-1e-17, 2e-17], [-0.01, 0.01]],
    ["nothing, free", "free", "fraction", undefined, [-0.01, 0.01]],
  ];
  for (const [when, domain, unit, extremes, expected] of cases) {
    it(`spans ${when}`, () => {
      const known = extremes && { min: extremes[0], max: extremes[1] };
      assertNear(valueRange(axisOf(domain, unit), known), { min: expected[0], max: expected[1] });
    });
  }

  it("holds every value between its ends", () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const domains = fc.constantFrom<Domain>("symmetric", "zero", "free");
    fc.assert(
      fc.property(value, value, domains, (one, other, domain) => {
        const extremes = { min: Math.min(one, other), max: Math.max(one, other) };
        const range = valueRange(axisOf(domain, "score"), extremes);
        assert.ok(range.min < range.max);
        assert.ok(range.min <= extremes.min && range.max >= extremes.max);
        assert.ok(domain === "free" || (range.min <= 0 && range.max >= 0));
      }),
      { numRuns: runs() },
    );
  });
});

function axisOf(domain: Domain, unit: Unit): Axis {
  return { unit, domain, label: "", guides: [] };
}

function assertNear(actual: ValueRange, expected: ValueRange): void {
  // Expected values are decimals: what is computed may differ from them by rounding.
  assert.ok(Math.abs(actual.min - expected.min) < 1e-12, `min ${actual.min}`);
  assert.ok(Math.abs(actual.max - expected.max) < 1e-12, `max ${actual.max}`);
}
