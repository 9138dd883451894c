import { type ForecastComponent, componentsOf } from "../forecastComponents";
import { printedPercent } from "./numberText";

const absoluteTolerance = 1e-6;
const relativeTolerance = 1e-9;

/** How far the sum of its parts may be from a total, both decimal fractions, before they count as not adding up. */
export function sumTolerance(total: number): number {
  return absoluteTolerance + relativeTolerance * Math.abs(total);
}

/**
 * By how much printed parts miss a printed total, in the unit they are printed in. All of them have at most two
 * decimals. 0 where any of them is NaN.
 */
export function printedMiss(total: number, parts: readonly number[]): number {
  const miss = Math.abs(parts.reduce((sum, part) => sum + part, 0) - total);
  // What is beyond the second decimal is the error of adding doubles.
  return Number.isNaN(miss) ? 0 : Number(miss.toFixed(2));
}

/**
 * By how much parts printed in percent miss their total printed in percent because each is rounded by itself. 0 where
 * a value is NaN, and where the parts do not add up before rounding either: rounding does not explain that.
 */
export function roundingMiss(total: number, parts: readonly number[]): number {
  const sum = parts.reduce((before, part) => before + part, 0);
  const addsUp = Math.abs(total - sum) <= sumTolerance(total);
  return addsUp ? printedMiss(printedPercent(total), parts.map(printedPercent)) : 0;
}

/** The largest {@link roundingMiss} among the components all of whose parts are printed beside them. */
export function largestRoundingMiss(printed: ReadonlyMap<ForecastComponent, number>): number {
  const misses = Array.from(printed, ([component, total]) =>
    roundingMiss(
      total,
      componentsOf(component).map((part) => printed.get(part) ?? Number.NaN),
    ),
  );
  return Math.max(0, ...misses);
}
