import { type Slice } from "../shared/slice";
import { DecodeError } from "./errors";
import { firstRowFrom } from "./firstRowFrom";
import { type Column, type Frame } from "./frame";
import { type DayRange } from "../shared/dayRange";

/**
 * The part of a frame that a slice shows: days from `from` to `to`, both inclusive, and the named columns in the slice's
 * order. A copy; without a slice the frame itself.
 *
 * @throws {@link DecodeError} of kind `unknown-column` for a column that the frame does not have.
 */
export function sliceFrame(frame: Frame, slice: Slice | undefined): Frame {
  if (slice === undefined) return frame;
  const start = slice.from === undefined ? 0 : firstRowFrom(frame.days, slice.from);
  const end = slice.to === undefined ? frame.days.length : firstRowFrom(frame.days, slice.to + 1);
  return {
    days: frame.days.slice(start, end),
    columns: columnsOf(frame, slice.columns).map((column) => columnSlice(column, start, end)),
  };
}

/** As {@link sliceFrame}, for a series that may lack some of the columns. */
export function partOf(frame: Frame, slice: Slice | undefined): Frame {
  if (slice?.columns === undefined) return sliceFrame(frame, slice);
  const present = new Set(frame.columns.map(({ name }) => name));
  return sliceFrame(frame, {
    ...slice,
    columns: slice.columns.filter((name) => present.has(name)),
  });
}

/**
 * The range of the newest days whose text fits, both ends inclusive; undefined if not even one row fits.
 *
 * @param sizeBound - An upper bound in bytes for the text of a frame; monotonic in the number of rows.
 */
export function newestRowsWithin(
  frame: Frame,
  limitBytes: number,
  sizeBound: (frame: Frame) => number,
): DayRange | undefined {
  const { days } = frame;
  const fits = (rows: number): boolean => {
    const from = days[days.length - rows];
    return from !== undefined && sizeBound(sliceFrame(frame, { from })) <= limitBytes;
  };
  let fitting = 0;
  let tooMany = days.length + 1;
  while (tooMany - fitting > 1) {
    const rows = (fitting + tooMany) >> 1;
    if (fits(rows)) fitting = rows;
    else tooMany = rows;
  }
  const from = days[days.length - fitting];
  const to = days.at(-1);
  return fitting === 0 || from === undefined || to === undefined ? undefined : { from, to };
}

function columnsOf(frame: Frame, names: readonly string[] | undefined): readonly Column[] {
  if (names === undefined) return frame.columns;
  return names.map((name) => {
    const column = frame.columns.find((each) => each.name === name);
    if (column !== undefined) return column;
    throw new DecodeError("unknown-column", `the series has no column ${name}`);
  });
}

/** A copy of the rows from `start` to before `end`. */
export function columnSlice(column: Column, start: number, end: number): Column {
  if (column.type === "number") return { ...column, values: column.values.slice(start, end) };
  return { ...column, values: column.values.slice(start, end) };
}
