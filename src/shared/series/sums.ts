import { type ForecastComponent, componentsOf } from "../forecastComponents";
import { printedPercent } from "./numberText";

const absoluteTolerance = 1e-6;
const relativeTolerance = 1e-9;

/** How far a sum of parts may differ from the total, both decimal fractions, and still count as adding up. */
export function sumTolerance(total: number): number {
  return absoluteTolerance + relativeTolerance * Math.abs(total);
}

/**
 * The remainder of a whole after its parts, where the whole is a value or the difference of two values. It includes the
 * contribution of parts without a value. Undefined if it is within the {@link sumTolerance} of the ends, or if the
 * whole has no value.
 *
 * @param ends - The value, or the two values of a difference.
 */
export function restOfParts(
  whole: number,
  parts: readonly number[],
  ends: readonly number[],
): number | undefined {
  const known = parts.filter((part) => !Number.isNaN(part));
  const rest = whole - known.reduce((sum, part) => sum + part, 0);
  const tolerance = ends.reduce((sum, end) => sum + sumTolerance(end), 0);
  // The comparison is also false if the whole is NaN.
  return Math.abs(rest) > tolerance ? rest : undefined;
}

/**
 * The difference between a printed total and the sum of its printed parts, in the unit in which they are printed, with
 * at most two decimals. 0 if any of them is NaN.
 */
export function printedMiss(total: number, parts: readonly number[]): number {
  const miss = Math.abs(parts.reduce((sum, part) => sum + part, 0) - total);
  // Digits beyond the second decimal are floating-point error.
  return Number.isNaN(miss) ? 0 : Number(miss.toFixed(2));
}

/**
 * The difference between a total and its parts, all printed in percent, that comes from rounding each of them. 0 if a
 * value is NaN, or if the unrounded parts do not add up either, which rounding cannot explain.
 */
export function roundingMiss(total: number, parts: readonly number[]): number {
  const sum = parts.reduce((before, part) => before + part, 0);
  const addsUp = Math.abs(total - sum) <= sumTolerance(total);
  return addsUp ? printedMiss(printedPercent(total), parts.map(printedPercent)) : 0;
}

/** The largest {@link roundingMiss} among the components all of whose parts are printed. */
export function largestRoundingMiss(printed: ReadonlyMap<ForecastComponent, number>): number {
  const misses = Array.from(printed, ([component, total]) =>
    roundingMiss(
      total,
      componentsOf(component).map((part) => printed.get(part) ?? Number.NaN),
    ),
  );
  return Math.max(0, ...misses);
}

/** The part of a node's forecast that its drivers do not explain. */
export interface Gap {
  /** A decimal fraction: the node's forecast minus those of its drivers. */
  readonly value: number;
  /** Whether it equals the node's exposure adjustment, and is thus explained. */
  readonly isAdjustment: boolean;
}

/** A node of a forecast's tree, whose forecasts are decimal fractions. */
interface DrivenNode {
  readonly forecast: number;
  readonly exposureAdjustment: number;
  readonly drivers: readonly { readonly forecast: number }[];
}

/** Null when there are no drivers, when they add up to the forecast, and when a value is missing. */
export function gapOf({ forecast, exposureAdjustment, drivers }: DrivenNode): Gap | null {
  if (drivers.length === 0) return null;
  const value = forecast - drivers.reduce((sum, driver) => sum + driver.forecast, 0);
  const tolerance = sumTolerance(forecast);
  // Also false when a value is missing.
  if (!(Math.abs(value) > tolerance)) return null;
  const isAdjustment =
    exposureAdjustment !== 0 && Math.abs(value - exposureAdjustment) <= tolerance;
  return { value, isAdjustment };
}
