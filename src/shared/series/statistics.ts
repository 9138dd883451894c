import { type Day } from "../day";
import { finish } from "../finish";
import { areEqualValues, doVary, exceeds } from "./equalValues";
import { meanOf, type Moments, momentsOf } from "./moments";
import { coarser, type NativeStep, observeAt, type Observed } from "./nativeStep";
import { forEachDay, type Observations } from "./observations";

/** A series in a range of days, with the native step of its whole history. */
export interface Sample {
  readonly step: NativeStep;
  /** Its rows in the range. */
  readonly rows: Observations;
}

/** An extreme value and the first day with a value equal to it. */
export interface Extreme {
  readonly value: number;
  readonly day: Day;
}

/** Statistics over the observations of a series, in its own unit; NaN where there are too few observations. */
export interface Statistics extends Moments {
  /** Undefined without any observation. */
  readonly smallest?: Extreme | undefined;
  readonly largest?: Extreme | undefined;
  /** Undefined where the observations do not revert to a mean, or are too few to tell. */
  readonly halfLife?: HalfLife | undefined;
}

/** In periods of the native step. */
export interface HalfLife {
  readonly periods: number;
  /** Whether it is longer than half of the sample, which is then what `periods` holds. */
  readonly isLonger: boolean;
}

/** What is correlated: the values of two series, or their first differences between adjacent periods. */
export type CorrelationOf = "changes" | "levels";

const leastOfHalfLife = 36;
/** A correlation of fewer pairs is blank. */
export const leastPairs = 24;

/** The statistics of a sample over its observations at the native step. Pauses between the statistics. */
export function* statisticsOf({ step, rows }: Sample): Generator<void, Statistics> {
  const observed = observeAt(rows, step);
  const { values } = observed;
  yield;
  const moments = momentsOf(values);
  yield;
  const smallest = extremeOf(observed, rows.days, -1);
  yield;
  const largest = extremeOf(observed, rows.days, 1);
  yield;
  return { ...moments, smallest, largest, halfLife: halfLifeOf(values) };
}

/**
 * Pearson's correlation of each two samples, row by row of a square matrix whose diagonal is 1. A pair is observed at the
 * coarser of its steps, in the periods in which both have a value; NaN for fewer than 24 such periods, and where either does
 * not vary.
 *
 * Pauses after each series and within each pair.
 *
 * Source: K. Pearson, "Notes on regression and inheritance in the case of two parents" (1895); the sums are updated value by
 * value as in T. Chan, G. Golub, R. LeVeque, "Algorithms for computing the sample variance" (1983).
 */
export function* correlationMatrix(
  samples: readonly Sample[],
  of: CorrelationOf,
): Generator<void, Float64Array> {
  const size = samples.length;
  const matrix = new Float64Array(size * size).fill(1);
  const observed = samples.map(observedAtSteps);
  for (const [row, one] of samples.entries()) {
    for (const [column, other] of samples.slice(0, row).entries()) {
      const step = coarser(one.step, other.step);
      const a = observed[row]?.(step);
      yield;
      const b = observed[column]?.(step);
      yield;
      if (a === undefined || b === undefined) continue;
      const value = yield* correlation(a, b, of);
      matrix[row * size + column] = value;
      matrix[column * size + row] = value;
    }
  }
  return matrix;
}

/** How many pairs a correlation of two samples has, as {@link correlationMatrix} counts them. */
export function pairCount(one: Sample, other: Sample, of: CorrelationOf): number {
  const step = coarser(one.step, other.step);
  const [a, b] = [observedAtSteps(one)(step), observedAtSteps(other)(step)];
  let count = 0;
  let isBefore = false;
  finish(
    forEachDay(a, b, (_day, x, y) => {
      const isPair = !Number.isNaN(x) && !Number.isNaN(y);
      if (isPair && (of === "levels" || isBefore)) count++;
      isBefore = isPair;
    }),
  );
  return count;
}

/** Values by the last days of their periods, which are computed once for each step. */
function observedAtSteps({ rows }: Sample): (step: NativeStep) => Observations {
  const known = new Map<NativeStep, Observations>();
  return (step) => {
    const found = known.get(step);
    if (found !== undefined) return found;
    const { ends, values } = observeAt(rows, step);
    const made = { days: ends, values };
    known.set(step, made);
    return made;
  };
}

function* correlation(
  a: Observations,
  b: Observations,
  of: CorrelationOf,
): Generator<void, number> {
  // For large values that do not vary, the changes are rounding errors.
  if (!doVary(a.values) || !doVary(b.values)) return Number.NaN;
  let [n, meanX, meanY, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  let [leastX, mostX, leastY, mostY] = [Infinity, -Infinity, Infinity, -Infinity];
  let [doesVaryX, doesVaryY] = [false, false];
  const add = (x: number, y: number): void => {
    if (Number.isNaN(x) || Number.isNaN(y)) return;
    n++;
    if (!doesVaryX) {
      [leastX, mostX] = [Math.min(leastX, x), Math.max(mostX, x)];
      doesVaryX = exceeds(mostX, leastX);
    }
    if (!doesVaryY) {
      [leastY, mostY] = [Math.min(leastY, y), Math.max(mostY, y)];
      doesVaryY = exceeds(mostY, leastY);
    }
    const [fromX, fromY] = [x - meanX, y - meanY];
    meanX += fromX / n;
    meanY += fromY / n;
    xx += fromX * (x - meanX);
    yy += fromY * (y - meanY);
    xy += fromX * (y - meanY);
  };
  let [beforeX, beforeY] = [Number.NaN, Number.NaN];
  yield* forEachDay(a, b, (_day, x, y) => {
    if (of === "levels") add(x, y);
    else add(x - beforeX, y - beforeY);
    beforeX = x;
    beforeY = y;
  });
  if (n < leastPairs || !doesVaryX || !doesVaryY) return Number.NaN;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

/**
 * How many periods a deviation from the mean takes to halve: ln 0.5 / ln φ, with φ from a least-squares fit of each
 * observation on the one before, with an intercept.
 *
 * Source: J. D. Hamilton, "Time Series Analysis" (1994), section 3.4, AR(1).
 */
function halfLifeOf(values: Float64Array): HalfLife | undefined {
  const n = values.length;
  const [earlier, later] = [values.subarray(0, -1), values.subarray(1)];
  if (n < leastOfHalfLife || !doVary(earlier) || !doVary(later)) return undefined;
  const [meanEarlier, meanLater] = [meanOf(earlier), meanOf(later)];
  let [covariance, variance] = [0, 0];
  for (let at = 0; at < n - 1; at++) {
    const deviation = (earlier[at] ?? Number.NaN) - meanEarlier;
    covariance += deviation * ((later[at] ?? Number.NaN) - meanLater);
    variance += deviation ** 2;
  }
  const phi = covariance / variance;
  if (!(phi > 0 && phi < 1)) return undefined;
  const periods = Math.log(0.5) / Math.log(phi);
  const isLonger = periods > n / 2;
  return { periods: isLonger ? n / 2 : periods, isLonger };
}

/** @param sign - 1 for the largest value, -1 for the smallest. */
function extremeOf(
  { values, rows, starts }: Observed,
  days: Int32Array,
  sign: 1 | -1,
): Extreme | undefined {
  let value = values[0] ?? Number.NaN;
  for (let at = 1; at < values.length; at++) {
    const each = values[at] ?? Number.NaN;
    if (sign * each > sign * value) value = each;
  }
  const first = values.findIndex((each) => areEqualValues(each, value));
  const day = days[starts[first] ?? rows[first] ?? 0];
  return first < 0 || day === undefined ? undefined : { value, day };
}
