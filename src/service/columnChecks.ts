import { textAt, type TextColumns, textCount } from "../shared/columns";
import { type TagColumns } from "../shared/latestColumns";
import { maxRecordTags } from "./recordTags";
import { longestName, nameOf } from "./wireRecord";

// Whether columns could have been built from an answer: a file of the cache may hold anything. All of these may pause.

/** How many numbers are checked before a pause. */
const sliceSize = 10_000;

export function* all(
  column: Float64Array | Int32Array,
  isValid: (value: number, at: number) => boolean,
): Generator<void, boolean> {
  for (const [at, value] of column.entries()) {
    if (!isValid(value, at)) return false;
    if (at % sliceSize === 0) yield;
  }
  return true;
}

/** @param perItem - How many parts each item may have. */
export function* areStarts(
  starts: Int32Array,
  items: number,
  parts: number,
  { fewest = 0, most = Infinity }: { readonly fewest?: number; readonly most?: number } = {},
): Generator<void, boolean> {
  if (starts.length !== items + 1 || starts[0] !== 0 || starts[items] !== parts) return false;
  return yield* all(starts, (start, at) => {
    const count = start - (starts[at - 1] ?? 0);
    return at === 0 || (count >= fewest && count <= most);
  });
}

/** @param least - `noText` where an item may have none. */
export function* areTexts(
  column: Int32Array,
  columns: TextColumns,
  least = 0,
): Generator<void, boolean> {
  const count = textCount(columns);
  return yield* all(column, (text) => text >= least && text < count);
}

/** Finite, or NaN where there is no value. */
export function* areValues(column: Float64Array): Generator<void, boolean> {
  return yield* all(column, (value) => Math.abs(value) !== Infinity);
}

/** The tags of items, and all texts. */
export function* areTags(
  columns: TagColumns & { readonly tagStarts: Int32Array },
  items: number,
): Generator<void, boolean> {
  const { tagStarts, tagFields, tagValues } = columns;
  return (
    tagFields.length === tagValues.length &&
    (yield* areNames(columns)) &&
    (yield* areStarts(tagStarts, items, tagFields.length, { most: maxRecordTags })) &&
    (yield* areTexts(tagFields, columns)) &&
    (yield* areTexts(tagValues, columns))
  );
}

/** The most UTF-8 bytes for one UTF-16 code unit. */
const longestUtf8 = 3;

function* areNames(columns: TextColumns): Generator<void, boolean> {
  const { textBytes, textStarts } = columns;
  const count = textCount(columns);
  const most = longestUtf8 * longestName;
  if (!(yield* areStarts(textStarts, count, textBytes.length, { most }))) return false;
  for (let text = 0; text < count; text++) {
    yield;
    if (nameOf(textAt(columns, text)) === undefined) return false;
  }
  return true;
}
