import { type Day } from "../../../shared/day";

/** Values as change points: each is valid from its row until the row before the next change. */
export interface ValueSteps {
  /** The number of all rows. */
  readonly rows: number;
  /** The first row of each value, ascending; the first is 0. */
  readonly starts: Int32Array;
  /** One for each entry of `starts`; no two neighbours have the same bits. */
  readonly values: Float64Array;
}

/** Days as the distances between them. */
export interface DaySteps {
  readonly first: Day;
  /** The distance from each day to the next, from 1 to 255. */
  readonly gaps: Uint8Array;
}

export type SentValues = Float64Array | ValueSteps;
export type SentDays = Int32Array | DaySteps;

const bytesPerRow = Float64Array.BYTES_PER_ELEMENT;
const bytesPerStep = bytesPerRow + Int32Array.BYTES_PER_ELEMENT;

/**
 * Converts values to the smaller of the two forms. No value changes, but the payload of a NaN may be lost. Every array
 * owns its whole buffer, because a message carries the entire buffer of a view.
 */
export function sentValues(values: Float64Array): SentValues {
  const most = Math.ceil((values.length * bytesPerRow) / bytesPerStep) - 1;
  const starts = stepsOf(values, most);
  if (starts === undefined) return owned(values);
  return {
    rows: values.length,
    starts,
    values: Float64Array.from(starts, (row) => values[row] ?? Number.NaN),
  };
}

/** Restores one value for each row. */
export function receivedValues(sent: SentValues): Float64Array {
  if (sent instanceof Float64Array) return sent;
  const { rows, starts, values } = sent;
  const all = new Float64Array(rows);
  values.forEach((value, step) => all.fill(value, starts[step], starts[step + 1] ?? rows));
  return all;
}

/** Packs days into a quarter of the bytes, unless two of them are too far apart. Arrays own their whole buffer. */
export function sentDays(days: Int32Array): SentDays {
  const [first] = days;
  if (first === undefined) return owned(days);
  const gaps = new Uint8Array(days.length - 1);
  let last = first;
  for (let row = 1; row < days.length; row++) {
    const day = days[row] ?? last;
    const gap = day - last;
    if (gap > 255) return owned(days);
    gaps[row - 1] = gap;
    last = day;
  }
  return { first, gaps };
}

export function receivedDays(sent: SentDays): Int32Array {
  if (sent instanceof Int32Array) return sent;
  const { first, gaps } = sent;
  const days = new Int32Array(gaps.length + 1);
  let day = first;
  days[0] = day;
  for (let row = 0; row < gaps.length; row++) days[row + 1] = day += gaps[row] ?? 0;
  return days;
}

/** The row of each value that differs from the one before; undefined if there are more than `most`. */
function stepsOf(values: Float64Array, most: number): Int32Array | undefined {
  const starts = new Int32Array(Math.max(0, most));
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    // Unlike ===, Object.is distinguishes −0 from 0, and treats every NaN as the same.
    if (row > 0 && Object.is(values[row], values[row - 1])) continue;
    if (count >= most) return undefined;
    starts[count++] = row;
  }
  return count === 0 ? undefined : starts.slice(0, count);
}

function owned<Numbers extends Int32Array | Float64Array>(numbers: Numbers): Numbers {
  const isOwner = numbers.byteLength === numbers.buffer.byteLength;
  return isOwner ? numbers : (numbers.slice() as Numbers);
}
