import { type Day, dayOfIso, isoOfDay } from "./day";
import { decodeSegment, encodeSegment } from "./segment";

/** The days that are shown: all before or after them where an end is absent. */
export interface ShownDays {
  /** First day shown, inclusive. */
  readonly from?: Day;
  /** Last day shown, inclusive. */
  readonly to?: Day;
}

/** The part of a reference that is shown; never part of what is fetched or cached. */
export interface Slice extends ShownDays {
  /** Columns shown besides the date, in this order; at least one. */
  readonly columns?: readonly string[];
}

const range = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/;
const columnsPrefix = "cols=";

/** The slice as at most two path segments, `from..to` and `cols=…`; none if everything is shown. */
export function sliceSegments(slice: Slice): string[] {
  const segments: string[] = [];
  if (slice.from !== undefined || slice.to !== undefined) {
    segments.push(`${isoOrNothing(slice.from)}..${isoOrNothing(slice.to)}`);
  }
  if (slice.columns !== undefined && slice.columns.length > 0) {
    segments.push(columnsPrefix + slice.columns.map(encodeSegment).join(","));
  }
  return segments;
}

/** The slice that segments name; undefined if they are invalid. No segments name the empty slice. */
export function sliceOfSegments(segments: readonly string[]): Slice | undefined {
  const rest = [...segments];
  const days = rest[0] === undefined ? null : range.exec(rest[0]);
  if (days !== null) rest.shift();
  const columns = rest[0]?.startsWith(columnsPrefix) === true ? rest.shift() : undefined;
  if (rest.length > 0) return undefined;
  const from = days?.[1] === undefined ? undefined : dayOfIso(days[1]);
  const to = days?.[2] === undefined ? undefined : dayOfIso(days[2]);
  // A day that does not exist is not an open end.
  if (from === undefined && days?.[1] !== undefined) return undefined;
  if (to === undefined && days?.[2] !== undefined) return undefined;
  const names = columns?.slice(columnsPrefix.length).split(",").map(decodeSegment);
  if (names?.includes(undefined) === true) return undefined;
  const slice = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(names === undefined ? {} : { columns: names as string[] }),
  };
  return isSlice(slice) ? slice : undefined;
}

/** Whether the days are in order and the columns are distinct. */
export function isSlice(slice: Slice): boolean {
  const { from, to, columns = [] } = slice;
  const runsForwards = from === undefined || to === undefined || from <= to;
  return runsForwards && new Set(columns).size === columns.length;
}

function isoOrNothing(day: Day | undefined): string {
  return day === undefined ? "" : isoOfDay(day);
}
