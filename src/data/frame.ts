/** Numbers of one column, one per row; NaN is no value, never ±Infinity or −0. */
export interface NumberColumn {
  readonly name: string;
  readonly type: "number";
  readonly values: Float64Array;
}

/** Texts of one column, one per row; null is no value, never the empty text. */
export interface TextColumn {
  readonly name: string;
  readonly type: "text";
  readonly values: readonly (string | null)[];
}

export type Column = NumberColumn | TextColumn;

/** The name that the date column has in every output, whatever it was called in the body. */
export const dateColumn = "Date";

/** The columnar table of one series. All columns are as long as `days`; their names are different and none is the date's. */
export interface Frame {
  /** Days since 1970-01-01, strictly ascending. */
  readonly days: Int32Array;
  /** In the service's order. */
  readonly columns: readonly Column[];
}
