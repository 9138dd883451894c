import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Slice, sliceSegments } from "../shared/slice";

/** Where the values of a file come from. */
export interface FileOrigin {
  /** Of a signal with the as-of that was sent: asked for again, it gives the same values. */
  readonly reference: SeriesRef;
  readonly slice?: Slice;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
  /** The values are older than they should be: the service could not be asked anew. */
  readonly isStale?: boolean;
}

/**
 * Keys and values for the footer of a Parquet file, which say how to ask for its values again. The digest of the values
 * (`macro-signals.values_digest`) is added where the file is encoded. The time of fetching is not among them, so that equal
 * data have equal ones.
 */
export function fileMetadata(origin: FileOrigin): Readonly<Record<string, string>> {
  const { reference, slice = {}, service, isSample, isStale = false } = origin;
  const segments = sliceSegments(slice);
  return {
    "macro-signals.reference": referencePath(reference),
    "macro-signals.service": service,
    ...(reference.family === "signal" ? { "macro-signals.as_of": reference.asOf } : {}),
    ...(segments.length === 0 ? {} : { "macro-signals.slice": segments.join("/") }),
    ...(isStale ? { "macro-signals.stale": "true" } : {}),
    ...(isSample ? { "macro-signals.synthetic": "true" } : {}),
  };
}
