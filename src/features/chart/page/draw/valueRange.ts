import { exceeds } from "../../../../shared/series/equalValues";
import { type ShownUnit } from "../../../../shared/series/numberText";
import { type ValueRange } from "../../model/viewState";
import { tickStep } from "../../../../ui/valueTicks";
import { type ValueAxis } from "../model/pane";

const leastOfThree = 3;
/** The reach on either side of zero if all values in sight are zero. */
const leastReach: Record<ShownUnit, number> = { score: 1, fraction: 0.01, deviations: 1, rank: 1 };

/**
 * The range of values of an axis of that height, `min` below `max`, for the extremes on it; undefined without any.
 * Unless it is fixed, it ends on ticks and includes zero. Ranks have half a place above and below.
 */
export function valueRange(
  { domain, unit }: ValueAxis,
  extremes: ValueRange | undefined,
  heightPx: number,
): ValueRange {
  if (unit === "rank") return { min: Math.min(-1, extremes?.min ?? -1) - 0.5, max: -0.5 };
  if (typeof domain === "object") return domain;
  const min = Math.min(0, extremes?.min ?? 0);
  const max = Math.max(0, extremes?.max ?? 0);
  if (domain === "three") {
    const reach = Math.max(leastOfThree, -min, max);
    return toTicks({ min: -reach, max: reach }, heightPx);
  }
  const reach = leastReach[unit];
  return toTicks(exceeds(max, min) ? { min, max } : { min: -reach, max: reach }, heightPx);
}

/** Lower plots have few ticks, so they reach as far as a plot of this height, and no longer end on ticks. */
const leastHeightPx = 220;

/** Widens a range to the ticks at or beyond its ends. */
function toTicks(range: ValueRange, plotPx: number): ValueRange {
  const heightPx = Math.max(leastHeightPx, plotPx);
  let { min, max } = range;
  // The wider range may have ticks further apart, so it is widened again to those.
  for (let round = 0; round < 4; round++) {
    const step = tickStep({ min, max }, heightPx);
    if (step === undefined) break;
    const { factor, exponent } = step;
    const size = factor * 10 ** exponent;
    const tick = (count: number): number => Number(`${count * factor}e${exponent}`) + 0;
    min = Math.min(min, tick(Math.floor(min / size + 1e-9)));
    max = Math.max(max, tick(Math.ceil(max / size - 1e-9)));
  }
  return { min, max };
}
