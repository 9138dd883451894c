import { type Day } from "../shared/day";
import { type Slice } from "../shared/slice";
import { type Coordinate } from "./coordinates";
import { firstRowFrom } from "./firstRowFrom";
import { type LongLayout } from "./table/long";
import { coordinateCell, longTextFormat } from "./longText";
import { rowSizeBound } from "./textRows";

/** What is known of a part of a long table without its frame. */
export interface LongPartShape {
  readonly coordinates: readonly Coordinate[];
  /** The days with a value, strictly ascending. */
  readonly observed: Int32Array;
  /** All days, those without a value among them. */
  readonly rows: number;
}

/** A long text that is to be written. */
export interface LongTextShape {
  readonly layout: LongLayout;
  readonly form: "csv" | "json";
  readonly parts: readonly LongPartShape[];
}

type Days = Pick<Slice, "from" | "to">;

/**
 * A size in bytes that a long text of these days does not exceed, known before anything is formatted, but for its text
 * columns: these count as if their cells were numbers.
 */
export function longTextSizeBound({ layout, form, parts }: LongTextShape, days: Days): number {
  const format = longTextFormat(layout, form);
  const { head, foot, empty } = format;
  const size = (text: string): number => new TextEncoder().encode(text).length;
  const bare = rowSizeBound(format, layout.columns.length);
  const sizes = parts.map((part) => {
    const own = part.coordinates.reduce(
      (sum: number, value) => sum + size(coordinateCell(value, format)),
      bare,
    );
    return own * rowsWithin(part, days);
  });
  return sizes.reduce((sum, each) => sum + each, size(head) + size(foot) + size(empty));
}

/** The newest days of which the text fits, both ends included; undefined when not even one does. */
export function longTextNewest(
  shape: LongTextShape,
  days: Days,
  limitBytes: number,
): Required<Days> | undefined {
  const ends = shape.parts.flatMap(({ observed }) => [observed[0], observed.at(-1)]);
  const known = ends.filter((day) => day !== undefined);
  const [any] = known;
  if (any === undefined) return undefined;
  const newest = known.reduce((one, other) => Math.max(one, other), any);
  const oldest = known.reduce((one, other) => Math.min(one, other), any);
  const to = Math.min(days.to ?? newest, newest);
  const fits = (from: Day): boolean => longTextSizeBound(shape, { from, to }) <= limitBytes;
  if (!fits(to)) return undefined;
  let from = to;
  let tooEarly = Math.max(days.from ?? oldest, oldest) - 1;
  while (from - tooEarly > 1) {
    const middle = (from + tooEarly) >> 1;
    if (fits(middle)) from = middle;
    else tooEarly = middle;
  }
  return { from, to };
}

/** No fewer than there are: those without a value may lie anywhere. */
function rowsWithin({ observed, rows }: LongPartShape, { from, to }: Days): number {
  if (from === undefined && to === undefined) return rows;
  const start = from === undefined ? 0 : firstRowFrom(observed, from);
  const end = to === undefined ? observed.length : firstRowFrom(observed, to + 1);
  return Math.max(0, end - start) + rows - observed.length;
}
