import { type Day, isoOfDay, minDay } from "../shared/day";

/** The bytes around the values of every row. */
export interface RowLayout {
  /**
   * All of it, part by part: before the first value, before the second, …, after the last, up to the next row's day.
   */
  readonly around: Uint8Array;
  /** The end of each part of `around`; one more than there are columns. */
  readonly aroundEnds: Int32Array;
  /** Per column, 1 if its values are texts, 0 if they are numbers. */
  readonly isText: Uint8Array;
  /** The text of a missing number. */
  readonly missing: Uint8Array;
}

/** The values of some rows, row by row. */
export interface CellBytes {
  /** The numbers as a JSON array, with a comma in place of the closing bracket. */
  readonly numbers: Uint8Array;
  /** The texts, concatenated. */
  readonly texts: Uint8Array;
  readonly textLengths: Int32Array;
}

/** The length of `YYYY-MM-DD`. */
export const isoLength = 10;

const comma = 0x2c;
const digit0 = 0x30;
/** The first letter of `null`, which JSON writes for NaN. */
const letterN = 0x6e;
/** The number of days that every month has. */
const daysOfAnyMonth = 28;

const utf8 = new TextEncoder();

/**
 * Writes one row per day, from the beginning of `target`; returns the number of bytes.
 *
 * A module-level function on typed arrays and integers, because it takes nearly all the time: code that is optimised
 * for objects that live as long as one frame is discarded with them at any garbage collection.
 */
export function spliceRows(
  target: Uint8Array,
  days: Int32Array,
  { around, aroundEnds, isText, missing }: RowLayout,
  { numbers, texts, textLengths }: CellBytes,
): number {
  const columns = isText.length;
  const iso = new Uint8Array(isoLength);
  let monthStart = minDay - daysOfAnyMonth;
  let at = 0;
  // Skips the opening bracket.
  let fromNumber = 1;
  let fromText = 0;
  let cell = 0;
  for (const day of days) {
    // Within the month of the previous day only the day of the month changes.
    if (day < monthStart || day >= monthStart + daysOfAnyMonth) monthStart = beginMonth(day, iso);
    at = writeDay(day - monthStart + 1, iso, target, at);
    let part = 0;
    for (let column = 0; column < columns; column++) {
      const partEnd = aroundEnds[column] ?? 0;
      at = copy(around, part, partEnd, target, at);
      part = partEnd;
      if (isText[column] === 1) {
        const textEnd = fromText + (textLengths[cell++] ?? 0);
        at = copy(texts, fromText, textEnd, target, at);
        fromText = textEnd;
      } else if (numbers[fromNumber] === letterN) {
        at = copy(missing, 0, missing.length, target, at);
        fromNumber += "null,".length;
      } else {
        const end = copyToComma(numbers, fromNumber, target, at);
        fromNumber += end - at + 1;
        at = end;
      }
    }
    at = copy(around, part, around.length, target, at);
  }
  return at;
}

/** Writes the day to `iso`; returns the first day of its month. */
function beginMonth(day: Day, iso: Uint8Array): Day {
  const text = isoOfDay(day);
  utf8.encodeInto(text, iso);
  return day - Number(text.slice(-2)) + 1;
}

/** Like all copying functions here, returns the position after the copy. */
function writeDay(dayOfMonth: number, iso: Uint8Array, target: Uint8Array, at: number): number {
  const end = copy(iso, 0, isoLength - 2, target, at);
  const tens = Math.floor(dayOfMonth / 10);
  target[end] = digit0 + tens;
  target[end + 1] = digit0 + dayOfMonth - 10 * tens;
  return end + 2;
}

/** Faster than `set` for the few bytes between values. */
function copy(
  source: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  at: number,
): number {
  let to = at;
  for (let from = start; from < end; from++) target[to++] = source[from] ?? 0;
  return to;
}

function copyToComma(source: Uint8Array, start: number, target: Uint8Array, at: number): number {
  let to = at;
  let from = start;
  let byte = source[from] ?? comma;
  while (byte !== comma) {
    target[to++] = byte;
    byte = source[++from] ?? comma;
  }
  return to;
}
