import assert from "node:assert/strict";
import { changedLines } from "../../../src/data/changedLines";

describe("changedLines", () => {
  const text = "Date,Aggregate\n2024-01-01,1\n2024-01-02,2\n";

  it("is none of equal texts", () => {
    assert.equal(changedLines(text, text), 0);
    assert.equal(changedLines("", ""), 0);
  });

  it("counts a changed line once", () => {
    assert.equal(changedLines(text, text.replace("02,2", "02,3")), 1);
  });

  it("counts lines that only one of the two has", () => {
    assert.equal(changedLines(text, `${text}2024-01-03,3\n2024-01-04,4\n`), 2);
    assert.equal(changedLines(`${text}2024-01-03,3\n`, text), 1);
  });
});
