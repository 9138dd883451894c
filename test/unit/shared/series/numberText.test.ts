import assert from "node:assert/strict";
import {
  formatChange,
  formatChangeDigits,
  formatCount,
  formatPartBp,
  formatPercent,
  formatScore,
  formatShare,
  formatSize,
  formatValue,
  formatValueDigits,
} from "../../../../src/shared/series/numberText";

describe("numbers for people", () => {
  const cases: [what: string, text: string, expected: string][] = [
    ["a score above zero", formatScore(1.234), "+1.23"],
    ["a score below zero", formatScore(-0.4), "−0.40"],
    ["a score of zero", formatScore(0), "0.00"],
    ["a score that rounds to zero from above", formatScore(0.004), "0.00"],
    ["a score that rounds to zero from below", formatScore(-0.004), "0.00"],
    ["no score", formatScore(Number.NaN), "–"],
    ["a forecast", formatPercent(0.0512), "5.12 %"],
    ["a forecast below zero", formatPercent(-0.1), "−10.00 %"],
    ["a forecast that rounds to zero from below", formatPercent(-0.000_001), "0.00 %"],
    ["no forecast", formatPercent(Number.NaN), "–"],
    ["a part of a change upward", formatPartBp(0.00123), "+12.3 bp"],
    ["a part of a change downward", formatPartBp(-0.02), "−200.0 bp"],
    ["a part that changed nothing", formatPartBp(0), "0.0 bp"],
    ["a part that hardly changed", formatPartBp(-0.000_004), "0.0 bp"],
    ["a part without a value", formatPartBp(Number.NaN), "–"],
    ["a value of a signal", formatValue("score", 2), "+2.00"],
    ["a value of a forecast", formatValue("fraction", 0.02), "2.00 %"],
    ["a z-score", formatValue("deviations", -1.234), "−1.23 σ"],
    ["a rank", formatValue("rank", -2), "#2"],
    ["no rank", formatValue("rank", Number.NaN), "–"],
    ["a change of a z-score", formatChange("deviations", 0.5), "+0.50 σ"],
    ["places won", formatChange("rank", 3), "+3"],
    ["places lost a year", formatChange("rank", -0.25), "−0.3"],
    ["a change of a signal", formatChange("score", -0.83), "−0.83"],
    ["a change of a forecast", formatChange("fraction", -0.0083), "−83 bp"],
    ["a change of a forecast, rounded (14.1.8)", formatChange("fraction", 0.00126), "+13 bp"],
    ["a change that rounds to none", formatChange("fraction", -0.000_04), "0 bp"],
    ["the size of a change of a signal", formatSize("score", -0.83), "0.83"],
    ["the size of a change of a forecast", formatSize("fraction", -0.0083), "83 bp"],
    ["four digits of a signal", formatValueDigits("score", 1.02), "+1.020"],
    ["four digits of a signal below zero", formatValueDigits("score", -12.3456), "−12.35"],
    ["four digits of zero", formatValueDigits("score", 0), "0.000"],
    ["four digits of a large number", formatValueDigits("score", 12_345.6), "+12,350"],
    ["four digits of a forecast", formatValueDigits("fraction", 0.051_234_9), "5.123 %"],
    ["four digits of a change", formatChangeDigits("score", 0.188_84), "+0.1888"],
    ["four digits of a tiny change", formatChangeDigits("score", -1.2342e-9), "−1.234e−9"],
    [
      "four digits of a forecast's change",
      formatChangeDigits("fraction", -0.001_234_6),
      "−12.35 bp",
    ],
    ["a share", formatShare(412, 8_778), "4.7 %"],
    ["none of it", formatShare(0, 8_778), "0.0 %"],
    ["all of it", formatShare(7, 7), "100.0 %"],
    ["hardly any", formatShare(1, 8_778), "< 0.1 %"],
    ["nearly all", formatShare(8_777, 8_778), "> 99.9 %"],
    ["a share of nothing", formatShare(0, 0), "–"],
    ["a count", formatCount(8_778), "8,778"],
    ["a small count", formatCount(37), "37"],
  ];
  for (const [what, text, expected] of cases) {
    it(`writes ${what} as ${expected}`, () => {
      assert.equal(text, expected);
    });
  }
});
