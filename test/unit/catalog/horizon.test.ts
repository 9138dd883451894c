import assert from "node:assert/strict";
import { compareHorizons, horizonMonths } from "../../../src/catalog/forecastCoordinates";

describe("horizonMonths", () => {
  const cases: [name: string, months: number | undefined][] = [
    ["3 Months", 3],
    ["1 Month", 1],
    ["1 Year", 12],
    ["10 Years", 120],
    ["2 quarters", 6],
    ["Long run", undefined],
    ["12", undefined],
    ["", undefined],
  ];
  for (const [name, months] of cases) {
    it(`reads «${name}» as ${String(months)}`, () => assert.equal(horizonMonths(name), months));
  }
});

describe("compareHorizons", () => {
  it("sorts by length, then by name, unknown lengths last", () => {
    const sorted = ["Long run", "10 Years", "12 Months", "Cycle", "3 Months", "1 Year"];
    sorted.sort(compareHorizons);
    assert.deepEqual(sorted, ["3 Months", "1 Year", "12 Months", "10 Years", "Cycle", "Long run"]);
  });
});
