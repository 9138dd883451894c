import { type ShownUnit } from "../shared/series/numberText";

/** The minimum space between ticks, and the maximum number of them between the ends of a tall axis. */
const minSpacePx = 22;
const maxSteps = 10;

/** Smaller ranges, absolute or relative to their values, have no ticks that doubles and labels could tell apart. */
const minSpan = 1e-90;
const minShare = 1e-12;

/**
 * The ticks of an axis of that height, ascending: multiples of 1, 2 or 5 times a power of ten within the range, each
 * the double nearest to its decimal. Empty for an empty range or height.
 *
 * @param leastPx - Between two ticks.
 */
export function valueTicks(
  range: { readonly min: number; readonly max: number },
  heightPx: number,
  leastPx = minSpacePx,
): number[] {
  const found = tickStep(range, heightPx, leastPx);
  if (found === undefined) return [];
  const { factor, exponent } = found;
  const step = factor * 10 ** exponent;
  const ticks: number[] = [];
  // Keeps a tick that is outside the range only because of rounding.
  const last = Math.floor(range.max / step + 1e-9);
  for (let count = Math.ceil(range.min / step - 1e-9); count <= last; count++) {
    ticks.push(Number(`${count * factor}e${exponent}`) + 0);
  }
  return ticks;
}

/**
 * The step between the ticks of a range: `factor` (1, 2, 5 or 10) times ten to the power of `exponent`; undefined
 * without ticks.
 */
export function tickStep(
  range: { readonly min: number; readonly max: number },
  heightPx: number,
  leastPx = minSpacePx,
): { readonly factor: number; readonly exponent: number } | undefined {
  const span = range.max - range.min;
  const size = Math.max(Math.abs(range.min), Math.abs(range.max));
  const least = Math.max(minSpan, size * minShare);
  if (!(span > least && span < Number.POSITIVE_INFINITY && heightPx > 0)) return undefined;
  return niceStep((span * Math.max(leastPx, heightPx / maxSteps)) / heightPx);
}

/** The smallest of 1, 2 or 5 times a power of ten that is at least `least`, up to rounding. */
function niceStep(least: number): { factor: number; exponent: number } {
  const exponent = Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * 10 ** exponent >= least * (1 - 1e-9)) ?? 10;
  return { factor, exponent };
}

/** The step between the ticks of {@link valueTicks}; zero for fewer than two. */
export function stepOf(ticks: readonly number[]): number {
  const [first, second] = ticks;
  return first === undefined || second === undefined ? 0 : second - first;
}

/**
 * The label of a tick, with the decimals that the step requires, two when it is zero: a score with its sign (`+1`,
 * `−0.5`, `0`), a fraction in percent without `%` (`2.5`), which the axis title has, and a rank as such (`2`).
 */
export function formatTick(unit: ShownUnit, value: number, step: number): string {
  const scale = unit === "fraction" ? 100 : 1;
  const digits = step > 0 ? Math.max(0, -Math.floor(Math.log10(step * scale) + 1e-6)) : 2;
  const size = Math.abs(value * scale).toFixed(Math.min(digits, 100));
  if (Number(size) === 0) return "0";
  if (unit === "rank") return size;
  const sign = value < 0 ? "−" : unit === "fraction" ? "" : "+";
  return sign + size;
}
