import { type Unit } from "../../shared/chart/chartProtocol";

/** The least space between two ticks, and the most of them that a tall axis has between its ends. */
const leastSpacePx = 22;
const maxSteps = 10;

/** Ranges smaller than this, or than this share of their values, have no ticks that doubles and labels tell apart. */
const leastSpan = 1e-90;
const leastShare = 1e-12;

/**
 * Values within the range to label on an axis of that height, ascending: multiples of 1, 2 or 5 times a power of ten, each the
 * double nearest to its decimal. Empty where the range or the height is.
 */
export function valueTicks(
  range: { readonly min: number; readonly max: number },
  heightPx: number,
): number[] {
  const found = tickStep(range, heightPx);
  if (found === undefined) return [];
  const { factor, exponent } = found;
  const step = factor * 10 ** exponent;
  const ticks: number[] = [];
  // A tick belongs to the range when rounding alone has put it outside.
  const last = Math.floor(range.max / step + 1e-9);
  for (let count = Math.ceil(range.min / step - 1e-9); count <= last; count++) {
    ticks.push(Number(`${count * factor}e${exponent}`) + 0);
  }
  return ticks;
}

/** The space between the ticks of a range: `factor` (1, 2, 5 or 10) times ten to the power of `exponent`; undefined without any. */
export function tickStep(
  range: { readonly min: number; readonly max: number },
  heightPx: number,
): { readonly factor: number; readonly exponent: number } | undefined {
  const span = range.max - range.min;
  const size = Math.max(Math.abs(range.min), Math.abs(range.max));
  const least = Math.max(leastSpan, size * leastShare);
  if (!(span > least && span < Number.POSITIVE_INFINITY && heightPx > 0)) return undefined;
  return niceStep((span * Math.max(leastSpacePx, heightPx / maxSteps)) / heightPx);
}

/** The least of 1, 2 or 5 times a power of ten that is not below `least`, but for rounding. */
function niceStep(least: number): { factor: number; exponent: number } {
  const exponent = Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * 10 ** exponent >= least * (1 - 1e-9)) ?? 10;
  return { factor, exponent };
}

/** The space between ticks of {@link valueTicks}; zero where there are fewer than two. */
export function stepOf(ticks: readonly number[]): number {
  const [first, second] = ticks;
  return first === undefined || second === undefined ? 0 : second - first;
}

/**
 * The label of a tick, with the decimals that the step between ticks needs, two when it is zero: a score with its sign (`+1`,
 * `−0.5`, `0`), a fraction as the number of its percent (`2.5`): the name of its axis says what it is.
 */
export function formatTick(unit: Unit, value: number, step: number): string {
  const scale = unit === "fraction" ? 100 : 1;
  const digits = step > 0 ? Math.max(0, -Math.floor(Math.log10(step * scale) + 1e-6)) : 2;
  const size = Math.abs(value * scale).toFixed(Math.min(digits, 100));
  if (Number(size) === 0) return "0";
  const sign = value < 0 ? "−" : unit === "score" ? "+" : "";
  return sign + size;
}
