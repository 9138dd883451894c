import { type Day } from "../../../shared/day";
import { type DayRange } from "../model/pane";
import { positionOf } from "./columnExtremes";
import { type Steps } from "./plotStyle";

/** From the middle of the dot to its edge, in pixels of the page. */
export const dotRadiusPx = 2.5;

/** Shorter steps than this are a line already, at whose end one more is seen. */
const leastStepPx = 4;

export interface Point {
  readonly day: Day;
  readonly value: number;
}

/**
 * The newest value of a line, where it lies in the range and its step, which goes no further than its day, would be lost
 * beside those before it: of weekly and monthly data, of daily ones in a short range, and of a line that is a few pixels
 * long.
 *
 * @param widthPx - Of the range, in pixels of the page.
 */
export function newestPoint(
  { days, values }: Pick<Steps, "days" | "values">,
  range: DayRange,
  widthPx: number,
): Point | undefined {
  const row = days.length - 1;
  const day = days[row];
  const value = values[row];
  if (day === undefined || value === undefined || Number.isNaN(value)) return undefined;
  if (day < range.from || day > range.to) return undefined;
  const widthFrom = (first: number): number =>
    (positionOf(day, range) - positionOf(days[first] ?? day, range)) * widthPx;
  const isLost = row === 0 || widthFrom(row - 1) >= leastStepPx || widthFrom(0) < leastStepPx;
  return isLost ? { day, value } : undefined;
}
