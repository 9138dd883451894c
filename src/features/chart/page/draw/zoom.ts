import { type DayRange } from "../model/pane";

/** The fewest days in sight, however far a person zooms in. */
const leastDays = 7;

/** A part of the bounds that is not rounded to days, so that small steps of a gesture add up. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The span `factor` times as long, with the same day at `position` (0 is its start, 1 its end). */
export function zoomed(span: Span, position: number, factor: number, bounds: DayRange): Span {
  const length = span.to - span.from;
  const max = bounds.to - bounds.from;
  const wanted = Math.min(max, Math.max(Math.min(leastDays, max), length * factor));
  const from = span.from + position * (length - wanted);
  return within({ from, to: from + wanted }, bounds);
}

/** The span moved by a share of its length, later for a positive one. */
export function panned(span: Span, share: number, bounds: DayRange): Span {
  const days = (span.to - span.from) * share;
  return within({ from: span.from + days, to: span.to + days }, bounds);
}

/** The span moved into the bounds, or all of them if it is longer. */
export function within({ from, to }: Span, bounds: DayRange): Span {
  const length = Math.min(to - from, bounds.to - bounds.from);
  const start = Math.min(Math.max(from, bounds.from), bounds.to - length);
  return { from: start, to: start + length };
}

/** The days nearest to the ends of a span. */
export function rounded({ from, to }: Span): DayRange {
  return { from: Math.round(from), to: Math.round(to) };
}

/** The part of a range that is moved: one of its ends, or all of it. */
export type RangePart = "from" | "to" | "all";

/** The range with a part of it moved by some days, within the bounds; neither end passes the other. */
export function movedRange(range: Span, part: RangePart, days: number, bounds: DayRange): Span {
  const { from, to } = range;
  if (part === "all") return within({ from: from + days, to: to + days }, bounds);
  const least = Math.min(leastDays, bounds.to - bounds.from);
  const between = (low: number, value: number, high: number): number =>
    Math.min(high, Math.max(low, value));
  return part === "from"
    ? { from: between(bounds.from, from + days, to - least), to }
    : { from, to: between(from + least, to + days, bounds.to) };
}
