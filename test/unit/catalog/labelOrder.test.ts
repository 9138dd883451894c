import assert from "node:assert/strict";
import { LabelOrder } from "../../../src/catalog/labelOrder";

function sorted(language: string, ...labels: readonly string[]): string[] {
  return new LabelOrder(language)
    .sorted(labels.map((label) => ({ label })))
    .map(({ label }) => label);
}

describe("LabelOrder", () => {
  it("sorts numbers by their value", () => {
    assert.deepEqual(sorted("en", "T10", "T2", "T1"), ["T1", "T2", "T10"]);
  });

  it("sorts as the language does", () => {
    assert.deepEqual(sorted("en", "Zypern", "Österreich", "Oman"), [
      "Oman",
      "Österreich",
      "Zypern",
    ]);
    assert.deepEqual(sorted("sv", "Zypern", "Österrike", "Oman"), ["Oman", "Zypern", "Österrike"]);
  });

  it("falls back to English for what is no language", () => {
    assert.deepEqual(sorted("no language!", "b", "A"), ["A", "b"]);
  });

  it("compares what has equal labels", () => {
    const items = [
      { label: "Inflation", version: 1 },
      { label: "Inflation", version: 2 },
    ];
    const highestFirst = new LabelOrder("en").sorted(items, (a, b) => b.version - a.version);
    assert.deepEqual(
      highestFirst.map(({ version }) => version),
      [2, 1],
    );
  });

  it("sorts long lists without regard to case and accents, and does not change its argument", () => {
    const items = Array.from({ length: 3_000 }, (_, index) => ({
      label: `${index % 2 === 0 ? "é" : "E"}${String(index).padStart(5, "0")}`,
      index,
    })).reverse();
    const before = [...items];
    const order = new LabelOrder("en").sorted(items).map(({ index }) => index);
    assert.deepEqual(
      order,
      Array.from({ length: 3_000 }, (_, index) => index),
    );
    assert.deepEqual(items, before);
  });
});
