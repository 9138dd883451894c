import { type Unit } from "../../../shared/chart/chartProtocol";
import { type Axis } from "../model/pane";

export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** The least that a symmetric axis shows of either side. */
const symmetricLeast = 3;
/** Free space beyond the outermost value, as a share of what is shown. */
const padding = 0.05;
/** Values no further apart than this, or than this share of their size, differ by rounding and are one for the eye. */
const leastSpan = 1e-12;
const leastShare = 1e-9;
/** What is shown about a single value of zero, or of nothing, to either side. */
const leastReach: Record<Unit, number> = { score: 1, fraction: 0.01 };

/**
 * The values that an axis spans, `min` below `max`, for the extremes of what stands on it; undefined where nothing does.
 *
 * A symmetric axis reaches as far below zero as above, at least to ±3. An axis with zero has zero on its edge when no value
 * lies beyond it.
 */
export function valueRange(axis: Axis, extremes: ValueRange | undefined): ValueRange {
  switch (axis.domain) {
    case "symmetric":
      return symmetric(extremes);
    case "zero":
      return withZero(extremes ?? { min: 0, max: 0 }, axis.unit);
    case "free":
      return padded(extremes ?? { min: 0, max: 0 }, axis.unit);
  }
}

function symmetric(extremes: ValueRange | undefined): ValueRange {
  const { min, max } = extremes ?? { min: 0, max: 0 };
  const furthest = Math.max(-min, max) * (1 + padding);
  const reach = Math.max(symmetricLeast, furthest);
  return { min: -reach, max: reach };
}

function withZero(extremes: ValueRange, unit: Unit): ValueRange {
  const min = Math.min(0, extremes.min);
  const max = Math.max(0, extremes.max);
  const range = padded({ min, max }, unit);
  if (min === max) return range;
  return { min: min === 0 ? 0 : range.min, max: max === 0 ? 0 : range.max };
}

function padded({ min, max }: ValueRange, unit: Unit): ValueRange {
  const size = Math.max(Math.abs(min), Math.abs(max));
  const isOne = max - min <= Math.max(leastSpan, size * leastShare);
  const pad = isOne ? reachAbout(size, unit) : (max - min) * padding;
  return { min: min - pad, max: max + pad };
}

/** To either side of a single value. */
function reachAbout(size: number, unit: Unit): number {
  return size <= leastSpan ? leastReach[unit] : size * 0.1;
}
