import assert from "node:assert/strict";
import { byLength, horizonMonths } from "../../../src/catalog/forecastCoordinates";

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

describe("byLength", () => {
  it("sorts by length, then by name, unknown lengths last", () => {
    const names = ["Long run", "10 Years", "12 Months", "Cycle", "3 Months", "1 Year"];
    const sorted = byLength(names, (name) => name);
    assert.deepEqual(sorted, ["3 Months", "1 Year", "12 Months", "10 Years", "Cycle", "Long run"]);
  });

  it("reads each name once, however many there are", () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `${(at * 7_919) % 1_000} Months`);
    let count = 0;
    const sorted = byLength(names, (name) => {
      count += 1;
      return name;
    });
    assert.deepEqual([sorted[0], sorted[999], count], ["0 Months", "999 Months", 1_000]);
  });
});
