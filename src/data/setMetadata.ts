import { type SeriesRef } from "../shared/reference";
import { type Origin, commonMetadata, pathsOf } from "./originMetadata";

/** Where the values of a file of several series come from. */
export interface SetOrigin {
  /** In the file's order. */
  readonly series: readonly (Origin & { readonly reference: SeriesRef })[];
  /** The column whose values stand side by side; absent where the series stand one below the other. */
  readonly wideColumn?: string;
}

/**
 * Keys and values for the footer of a Parquet file of several series, which say how to ask for each again: the references
 * as a JSON array, the service, or as many as there are series where they differ, and the as-of of the signals where it is
 * one. No time of fetching is among them, so that equal data have equal ones.
 */
export function setMetadata({ series, wideColumn }: SetOrigin): Readonly<Record<string, string>> {
  return {
    "macro-signals.references": JSON.stringify(pathsOf(series)),
    ...commonMetadata(series),
    ...(wideColumn === undefined ? {} : { "macro-signals.column": wideColumn }),
  };
}
