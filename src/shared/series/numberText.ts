import { type Unit } from "../chart/chartProtocol";

/** Stands where there is no value. */
export const noValueText = "–";

const bpPerUnit = 10_000;
const digits = new Intl.NumberFormat("en-US", {
  minimumSignificantDigits: 4,
  maximumSignificantDigits: 4,
});
const counts = new Intl.NumberFormat("en-US");

/** A score with its sign and two decimals, `+1.23`; zero, and what rounds to it, has none. */
export function formatScore(score: number): string {
  return signed(score, 2, "");
}

/** A fraction as percent with two decimals: 0.0512 is `5.12 %`. */
export function formatPercent(fraction: number): string {
  if (!Number.isFinite(fraction)) return noValueText;
  return `${withMinus(printedPercent(fraction).toFixed(2))} %`;
}

/** The number that {@link formatPercent} prints: 5.12 for 0.051204. */
export function printedPercent(fraction: number): number {
  return Number((fraction * 100).toFixed(2));
}

/** A part of a change in basis points, comparable with the other parts: sign and one decimal, `+12.3 bp` for 0.00123. */
export function formatPartBp(change: number): string {
  return signed(printedPartBp(change), 1, " bp");
}

/** The number that {@link formatPartBp} prints. */
export function printedPartBp(change: number): number {
  return Number((change * bpPerUnit).toFixed(1));
}

/** A value of a series, in what people read it in. */
export function formatValue(unit: Unit, value: number): string {
  return unit === "score" ? formatScore(value) : formatPercent(value);
}

/** A change of such a value, with its sign: `+0.83`, or `+12 bp` for a fraction. */
export function formatChange(unit: Unit, change: number): string {
  return unit === "score" ? formatScore(change) : signed(change * bpPerUnit, 0, " bp");
}

/** A value of a series with four digits that count: a score has its sign, `+1.020`, a fraction is `5.120 %`. */
export function formatValueDigits(unit: Unit, value: number): string {
  return unit === "score" ? signedDigits(value, "") : `${fourDigits(value * 100)} %`;
}

/** A change of such a value with its sign: `+0.1888`, of a fraction `+12.34 bp`. */
export function formatChangeDigits(unit: Unit, change: number): string {
  return unit === "score" ? signedDigits(change, "") : signedDigits(change * bpPerUnit, " bp");
}

/** The size of a change, without its sign: `0.83`, `12 bp`. */
export function formatSize(unit: Unit, change: number): string {
  return formatChange(unit, Math.abs(change)).replace(/^\+/, "");
}

/** A share as percent with one decimal, that says 0 and 100 only of none and all: `4.7 %`, `< 0.1 %`. */
export function formatShare(part: number, whole: number): string {
  if (!(whole > 0)) return noValueText;
  const text = ((part / whole) * 100).toFixed(1);
  if (part > 0 && text === "0.0") return "< 0.1 %";
  return part < whole && text === "100.0" ? "> 99.9 %" : `${text} %`;
}

/** A whole number with its thousands apart: `8,778`. */
export function formatCount(count: number): string {
  return counts.format(count);
}

function signedDigits(value: number, suffix: string): string {
  return `${value > 0 ? "+" : ""}${fourDigits(value)}${suffix}`;
}

/** What would be a row of zeros is written with an exponent: `1.234e−7`. */
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

/** With the sign that print uses, and none on a zero. */
function withMinus(text: string): string {
  return /[1-9]/.test(text) ? text.replace("-", "−") : text.replace("-", "");
}
