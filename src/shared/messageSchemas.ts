import * as v from "valibot";

/** The most that a page sends at once: no picture or table of what it shows needs more. */
export const maxBytes = 64 * 1024 * 1024;
/** The message of an issue about a picture or a table for which a person waits. */
export const tooLarge = "too large";

/** A text of a person or a series; paths of series can be long. */
export const text = v.pipe(v.string(), v.maxLength(64 * 1024));
/** A table as text, for a file or the clipboard. */
export const tableText = v.pipe(v.string(), v.maxLength(maxBytes, tooLarge));
/** A count, an index or a generation. */
export const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const integer = v.pipe(v.number(), v.safeInteger());
export const int32s = v.instance(Int32Array);

/** A value built anew from the fields of its schema; undefined if it is unknown, malformed or too large. */
export function parsedAs<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): v.InferOutput<S> | undefined {
  const { success, output } = v.safeParse(schema, value);
  return success ? output : undefined;
}
