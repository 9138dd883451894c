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

/** Values as those of another series in the message, which carries every buffer once, and what differs. */
export interface ValueChanges {
  /** The number of all rows. */
  readonly rows: number;
  readonly base: Float64Array;
  /** The rows that the base does not have or has another value in, ascending. */
  readonly at: Int32Array;
  /** One for each entry of `at`. */
  readonly values: Float64Array;
}

/** Days as the distances between them. */
export interface DaySteps {
  readonly first: Day;
  /** The distance from each day to the next, from 1 to 255. */
  readonly gaps: Uint8Array;
}

export type SentValues = Float64Array | ValueSteps | ValueChanges;
export type SentDays = Int32Array | DaySteps;

const bytesPerRow = Float64Array.BYTES_PER_ELEMENT;
const bytesPerStep = bytesPerRow + Int32Array.BYTES_PER_ELEMENT;

/**
 * Converts values to the smallest of the three forms. No value changes, but the payload of a NaN may be lost. Every array
 * but `base` owns its whole buffer, because a message carries the entire buffer of a view.
 *
 * @param base - Values that the message carries anyway, such as those of another vintage; they own their buffer.
 */
export function sentValues(values: Float64Array, base?: Float64Array): SentValues {
  const most = Math.ceil((values.length * bytesPerRow) / bytesPerStep) - 1;
  const starts = rowsWhere(
    values,
    most,
    (value, row) => row === 0 || !Object.is(value, values[row - 1]),
  );
  if (starts !== undefined) return { rows: values.length, starts, values: picked(values, starts) };
  const at = base && rowsWhere(values, most, (value, row) => !Object.is(value, base[row]));
  if (base === undefined || at === undefined) return owned(values);
  return { rows: values.length, base, at, values: picked(values, at) };
}

/** The whole array that sent values are or refer to, if any. */
export function baseOf(sent: SentValues): Float64Array | undefined {
  if (sent instanceof Float64Array) return sent;
  return "base" in sent ? sent.base : undefined;
}

/** Restores one value for each row. */
export function receivedValues(sent: SentValues): Float64Array {
  if (sent instanceof Float64Array) return sent;
  const all = new Float64Array(sent.rows);
  if ("starts" in sent) {
    const { rows, starts, values } = sent;
    values.forEach((value, step) => all.fill(value, starts[step], starts[step + 1] ?? rows));
  } else {
    const { rows, base, at, values } = sent;
    all.set(base.subarray(0, rows));
    at.forEach((row, index) => (all[row] = values[index] ?? Number.NaN));
  }
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

/**
 * The rows of the values that the predicate accepts; undefined if there are more than `most`. A predicate compares by
 * Object.is, which distinguishes −0 from 0, unlike ===, and treats every NaN as the same.
 */
function rowsWhere(
  values: Float64Array,
  most: number,
  accepts: (value: number, row: number) => boolean,
): Int32Array | undefined {
  const rows = new Int32Array(Math.max(0, most));
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    if (!accepts(values[row] ?? Number.NaN, row)) continue;
    if (count >= most) return undefined;
    rows[count++] = row;
  }
  return most < 0 ? undefined : rows.slice(0, count);
}

function picked(values: Float64Array, rows: Int32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row] ?? Number.NaN);
}

function owned<Numbers extends Int32Array | Float64Array>(numbers: Numbers): Numbers {
  const isOwner = numbers.byteLength === numbers.buffer.byteLength;
  return isOwner ? numbers : (numbers.slice() as Numbers);
}
