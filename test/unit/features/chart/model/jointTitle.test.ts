import assert from "node:assert/strict";
import { countedTitle, jointTitle } from "../../../../../src/features/chart/model/jointTitle";

const joined = (...titles: string[]): string => jointTitle(titles, (count) => `${count} series`);

describe("the title of several series", () => {
  it("gives the signal that all share once", () => {
    assert.equal(
      joined("Inflation · Germany", "Inflation · France"),
      "Inflation · Germany, France",
    );
  });

  it("counts more than three series after the part that all share", () => {
    const signals = ["Inflation", "Growth", "Housing", "Earnings"];
    const titles = signals.map((signal) => `${signal} · Spain`);
    assert.equal(joined(...titles, "Earnings · Spain · Energy"), "Spain · 5 series");
    const countries = ["Spain", "France", "Italy", "Japan"];
    assert.equal(joined(...countries.map((each) => `Inflation · ${each}`)), "Inflation · 4 series");
    assert.equal(joined(...titles.slice(0, 2)), "Inflation · Spain, Growth · Spain");
  });

  it("gives equal names once, such as those of two versions of a signal, and counts both", () => {
    const signals = ["Inflation", "Inflation", "Growth", "Housing", "Earnings"];
    assert.equal(joined(...signals.map((signal) => `${signal} · Spain`)), "Spain · 5 series");
    assert.equal(joined("Inflation · Spain", "Inflation · Spain"), "Inflation · Spain");
  });

  it("counts titles that share nothing", () => {
    assert.equal(joined("A · B", "C · D", "E · F", "B · A"), "4 series");
    assert.equal(joined("A · B", "C · D"), "A · B, C · D");
    assert.equal(joined("Gold"), "Gold");
    assert.equal(joined("Inflation", "Inflation · France"), "Inflation, Inflation · France");
  });
});

describe("the title of several series that are counted", () => {
  it("gives the part that all share", () => {
    const countries = ["Germany", "France", "Spain"].map((country) => `Inflation · ${country}`);
    assert.equal(countedTitle(countries, "3 series"), "Inflation · 3 series");
    const signals = ["Inflation", "Growth"].map((signal) => `${signal} · Spain`);
    assert.equal(countedTitle(signals, "2 series"), "Spain · 2 series");
  });

  it("gives the count alone when they share nothing", () => {
    assert.equal(countedTitle(["Inflation · Germany", "Growth · Spain"], "2 series"), "2 series");
  });
});
