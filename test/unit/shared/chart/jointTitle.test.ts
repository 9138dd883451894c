import assert from "node:assert/strict";
import { jointTitle } from "../../../../src/shared/chart/jointTitle";

const joined = (...titles: string[]): string =>
  jointTitle(titles, (named, more) => `${named} + ${more} more`);

describe("the title of several series", () => {
  it("gives the signal that all share once", () => {
    assert.equal(
      joined("Inflation · Germany", "Inflation · France"),
      "Inflation · Germany, France",
    );
  });

  it("gives the place that all share once where not all signals are named", () => {
    const signals = ["Inflation", "Growth", "Housing", "Earnings"];
    const titles = signals.map((signal) => `${signal} · Spain`);
    assert.equal(
      joined(...titles, "Earnings · Spain · Energy"),
      "Spain · Inflation, Growth, Housing + 2 more",
    );
    assert.equal(joined(...titles.slice(0, 2)), "Inflation · Spain, Growth · Spain");
  });

  it("gives equal names once, as of two versions of a signal", () => {
    const signals = ["Inflation", "Inflation", "Growth", "Housing", "Earnings"];
    assert.equal(
      joined(...signals.map((signal) => `${signal} · Spain`)),
      "Spain · Inflation, Growth, Housing + 1 more",
    );
    assert.equal(joined("Inflation · Spain", "Inflation · Spain"), "Inflation · Spain");
  });

  it("counts what shares nothing", () => {
    assert.equal(joined("A · B", "C · D", "E · F", "B · A"), "A · B, C · D, E · F + 1 more");
    assert.equal(joined("Gold"), "Gold");
    assert.equal(joined("Inflation", "Inflation · France"), "Inflation, Inflation · France");
  });
});
