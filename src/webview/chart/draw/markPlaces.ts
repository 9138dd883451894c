import { type DayRange, type Line } from "../model/pane";
import { positionOf } from "./columnExtremes";

/** Where marked rows of a range lie across a plot of a width: no closer to each other than can be told apart, at `space`. */
export function markPlaces(
  { days, marks }: Pick<Line, "days" | "marks">,
  range: DayRange,
  width: number,
  space: number,
): readonly number[] {
  const places: number[] = [];
  for (const row of marks) {
    const day = days[row];
    if (day === undefined || day < range.from || day > range.to) continue;
    // The last day is the last pixel, as of the line.
    const place = Math.min(width - 1, positionOf(day, range) * width);
    if (place >= (places.at(-1) ?? -space) + space) places.push(place);
  }
  return places;
}
