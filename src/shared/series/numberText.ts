/** Scores have no unit; forecasts are decimal fractions. */
export type Unit = "score" | "fraction";

/**
 * The unit in which a value is shown: its own, standard deviations from its mean (a z-score), or its rank among
 * others. Ranks are kept as negative numbers, 1 as −1, so that what ranks higher is greater.
 */
export type ShownUnit = Unit | "deviations" | "rank";

/** Shown in place of a missing value. */
export const noValueText = "–";

const bpPerUnit = 10_000;
const digits = new Intl.NumberFormat("en-US", {
  minimumSignificantDigits: 4,
  maximumSignificantDigits: 4,
});
const counts = new Intl.NumberFormat("en-US");

/** A score with sign and two decimals, `+1.23`; a score that rounds to zero has no sign. */
export function formatScore(score: number): string {
  return signed(score, 2, "");
}

/** A fraction as percent with two decimals: `5.12 %` for 0.0512. */
export function formatPercent(fraction: number): string {
  if (!Number.isFinite(fraction)) return noValueText;
  return `${withMinus(printedPercent(fraction).toFixed(2))} %`;
}

/** The number that {@link formatPercent} prints: 5.12 for 0.051204. */
export function printedPercent(fraction: number): number {
  return Number((fraction * 100).toFixed(2));
}

/**
 * A part of a change in basis points with sign and one decimal, so that parts are comparable: `+12.3 bp` for 0.00123.
 */
export function formatPartBp(change: number): string {
  return signed(printedPartBp(change), 1, " bp");
}

/** The number that {@link formatPartBp} prints. */
export function printedPartBp(change: number): number {
  return Number((change * bpPerUnit).toFixed(1));
}

/** A value of a series in the unit that people read: `+1.23`, `5.12 %`, `+1.23 σ`, `#2`. */
export function formatValue(unit: ShownUnit, value: number): string {
  switch (unit) {
    case "score":
      return formatScore(value);
    case "fraction":
      return formatPercent(value);
    case "deviations":
      return signed(value, 2, " σ");
    case "rank":
      return Number.isFinite(value) ? `#${-value}` : noValueText;
  }
}

/** A change of a series' value with its sign: `+0.83`, `+12 bp` for a fraction, places won for a rank. */
export function formatChange(unit: ShownUnit, change: number): string {
  switch (unit) {
    case "score":
      return formatScore(change);
    case "fraction":
      return signed(change * bpPerUnit, 0, " bp");
    case "deviations":
      return signed(change, 2, " σ");
    case "rank":
      return signed(change, Number.isInteger(change) ? 0 : 1, "");
  }
}

/** Smaller changes print as zero: half of the second decimal of a score, half a basis point of a fraction. */
const smallestVisible: Readonly<Record<Unit, number>> = { score: 0.005, fraction: 0.000_05 };

/** The smallest change that is visible in print: `0.005` of a score, `0.5 bp` of a forecast. */
export function smallestVisibleText(unit: Unit): string {
  return unit === "score" ? "0.005" : "0.5 bp";
}

/** Whether a change is visible in print. Only visible changes are counted as differences. False for NaN. */
export function isVisibleChange(unit: Unit, change: number): boolean {
  return Math.abs(change) >= smallestVisible[unit];
}

/** A value of a series with four significant digits: `+1.020` for a score, `5.120 %` for a fraction. */
export function formatValueDigits(unit: Unit, value: number): string {
  return unit === "score" ? signedDigits(value, "") : `${fourDigits(value * 100)} %`;
}

/** A change of a series' value with sign and four significant digits: `+0.1888`, or `+12.34 bp` for a fraction. */
export function formatChangeDigits(unit: Unit, change: number): string {
  return unit === "score" ? signedDigits(change, "") : signedDigits(change * bpPerUnit, " bp");
}

/** The size of a change, without sign: `0.83`, `12 bp`. */
export function formatSize(unit: ShownUnit, change: number): string {
  return formatChange(unit, Math.abs(change)).replace(/^\+/, "");
}

/** Formats the difference of equal values with one significant digit: `4e-16`. */
export function formatRounding(distance: number): string {
  return `${Number(distance.toPrecision(1))}`;
}

/** A share as percent with one decimal; 0 and 100 appear only for none and all: `4.7 %`, `< 0.1 %`. */
export function formatShare(part: number, whole: number): string {
  if (!(whole > 0)) return noValueText;
  const text = ((part / whole) * 100).toFixed(1);
  if (part > 0 && text === "0.0") return "< 0.1 %";
  return part < whole && text === "100.0" ? "> 99.9 %" : `${text} %`;
}

/** A whole number with thousands separators: `8,778`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

function signedDigits(value: number, suffix: string): string {
  return `${value > 0 ? "+" : ""}${fourDigits(value)}${suffix}`;
}

/** Uses an exponent for numbers that would be a row of zeros: `1.234e−7`. */
function fourDigits(value: number): string {
  const size = Math.abs(value);
  const isLong = size !== 0 && (size < 1e-4 || size >= 1e9);
  const text = isLong ? value.toExponential(3) : digits.format(value);
  return text.replaceAll("-", "−");
}

function signed(value: number, decimals: number, suffix: string): string {
  if (!Number.isFinite(value)) return noValueText;
  const text = withMinus(value.toFixed(decimals));
  return `${value > 0 && /[1-9]/.test(text) ? "+" : ""}${text}${suffix}`;
}

/** Replaces the hyphen with a typographic minus sign, and drops the sign of zero. */
function withMinus(text: string): string {
  return /[1-9]/.test(text) ? text.replace("-", "−") : text.replace("-", "");
}
