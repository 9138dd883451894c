import assert from "node:assert/strict";
import { LabelOrder } from "../../../src/catalog/labelOrder";
import { labelledValues } from "../../../src/catalog/labelledValues";
import { ReadableNames } from "../../../src/catalog/readableNames";

describe("labelledValues", () => {
  const words = { names: new ReadableNames("en"), order: new LabelOrder("en") };

  it("names values and sorts them by their names", () => {
    assert.deepEqual(labelledValues("country_iso", ["US", "DE", "XX"], words, 10), [
      { label: "Germany", value: "DE" },
      { label: "United States", value: "US" },
      { label: "XX", value: "XX" },
    ]);
  });

  it("sorts values of one name by themselves", () => {
    const sameName = { ...words, names: { tagValue: () => "Same" } as unknown as ReadableNames };
    const values = labelledValues("country_iso", ["b", "a", "c"], sameName, 10);
    assert.equal(values.map(({ value }) => value).join(), "a,b,c");
  });

  it("takes of too many those that came first, and names no other (LIST-04)", () => {
    const asked: string[] = [];
    const tagValue = (_: string, value: string): string => {
      asked.push(value);
      return value;
    };
    const counting = { ...words, names: { tagValue } as unknown as ReadableNames };
    const values = labelledValues("fund", new Set(["c", "b", "d", "a"]), counting, 2);
    assert.equal(values.map(({ value }) => value).join(), "b,c");
    assert.equal(asked.join(), "c,b");
  });
});
