import { type Instant } from "../shared/instant";
import { type PanelRef, type SignalRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Slice, sliceSegments } from "../shared/slice";

/** Where the values of a panel's file come from. */
export interface PanelOrigin {
  /** The sets as they were asked for, with the as-of that was sent. */
  readonly reference: PanelRef & { readonly asOf: Instant };
  /** What it expanded to, in the file's order. */
  readonly variants: readonly { readonly reference: SignalRef }[];
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
  /** The values are older than they should be: the service could not be asked anew. */
  readonly isStale: boolean;
  /** The column whose values stand side by side; absent where the series stand one below the other. */
  readonly wideColumn?: string;
  /** The part of each series that the file holds. */
  readonly slice?: Slice;
}

/**
 * Keys and values for the footer of a Parquet file of a panel, which say how to ask for it again as a whole, and which series
 * the file holds, as a JSON array. No time of fetching is among them, so that equal data have equal ones.
 */
export function panelMetadata(origin: PanelOrigin): Readonly<Record<string, string>> {
  const { reference, variants, service, isSample, isStale, wideColumn } = origin;
  const segments = sliceSegments(origin.slice ?? {});
  const paths = variants.map((variant) => referencePath(variant.reference));
  return {
    "macro-signals.reference": referencePath(reference),
    "macro-signals.references": JSON.stringify(paths),
    "macro-signals.service": service,
    "macro-signals.as_of": reference.asOf,
    ...(segments.length === 0 ? {} : { "macro-signals.slice": segments.join("/") }),
    ...(wideColumn === undefined ? {} : { "macro-signals.column": wideColumn }),
    ...(isStale ? { "macro-signals.stale": "true" } : {}),
    ...(isSample ? { "macro-signals.synthetic": "true" } : {}),
  };
}
