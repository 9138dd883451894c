/** One numeric column, one value per row; NaN is a missing value; never ±Infinity or −0. */
export interface NumberColumn {
  readonly name: string;
  readonly type: "number";
  readonly values: Float64Array;
}

/** One text column, one value per row; null is a missing value; never the empty text. */
export interface TextColumn {
  readonly name: string;
  readonly type: "text";
  readonly values: readonly (string | null)[];
}

export type Column = NumberColumn | TextColumn;

/** The name of the date column in every output, whatever the body calls it. */
export const dateColumn = "Date";

/**
 * The columnar table of one series. All columns have the length of `days`; their names are distinct, and none is the
 * date's.
 */
export interface Frame {
  /** Days since 1970-01-01, strictly ascending. */
  readonly days: Int32Array;
  /** In the service's order. */
  readonly columns: readonly Column[];
}

/** The buffers of a frame's numbers, each once: columns may share one. */
export function buffersOf({ days, columns }: Frame): readonly ArrayBufferLike[] {
  const numbers = columns.flatMap((column) => (column.type === "number" ? [column.values] : []));
  return [...new Set([days, ...numbers].map(({ buffer }) => buffer))];
}
