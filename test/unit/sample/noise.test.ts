import assert from "node:assert/strict";
import { normalAt, seedOf, uniformAt } from "../../../src/sample/noise";

const count = 20_000;

describe("normalAt", () => {
  const numbers = Float64Array.from({ length: count }, (_, index) => normalAt(7, index));

  it("has mean 0 and variance 1", () => {
    // Five standard errors: 1/√n of the mean, about √2/√n of the variance.
    assert.ok(Math.abs(mean(numbers)) < 5 / Math.sqrt(count));
    assert.ok(Math.abs(mean(numbers.map((x) => x * x)) - 1) < (5 * Math.SQRT2) / Math.sqrt(count));
  });

  it("has unrelated neighbours and unrelated seeds", () => {
    const neighbours = numbers.map((x, index) => x * normalAt(7, index + 1));
    const others = numbers.map((x, index) => x * normalAt(8, index));
    assert.ok(Math.abs(mean(neighbours)) < 5 / Math.sqrt(count));
    assert.ok(Math.abs(mean(others)) < 5 / Math.sqrt(count));
  });
});

describe("uniformAt", () => {
  it("fills 0 to 1 evenly", () => {
    const tenths = new Array<number>(10).fill(0);
    for (let index = 0; index < count; index++) {
      const tenth = Math.floor(uniformAt(3, index) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    // Five standard deviations of a binomial count with p = 1/10.
    const tolerance = 5 * Math.sqrt(count * 0.09);
    assert.ok(tenths.every((each) => Math.abs(each - count / 10) < tolerance));
  });
});

describe("seedOf", () => {
  it("tells names apart however they are cut", () => {
    const seeds = [seedOf("ab", "c"), seedOf("a", "bc"), seedOf("abc"), seedOf("abc", 0)];
    assert.equal(new Set(seeds).size, seeds.length);
  });
});

function mean(numbers: Float64Array): number {
  return numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
}
