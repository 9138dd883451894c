import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";

/** Where the values of a file of several series come from. */
export interface SetOrigin {
  /** In the file's order. */
  readonly series: readonly {
    /** Of a signal with the as-of that was sent. */
    readonly reference: SeriesRef;
    /** The service's base URL, or the word `sample`. */
    readonly service: string;
    readonly isSample: boolean;
    /** The values are older than they should be: the service could not be asked anew. */
    readonly isStale: boolean;
  }[];
  /** The column whose values stand side by side; absent where the series stand one below the other. */
  readonly wideColumn?: string;
}

/**
 * Keys and values for the footer of a Parquet file of several series, which say how to ask for each again: the references
 * as a JSON array, the service, or as many as there are series where they differ, and the as-of of the signals where it is
 * one. No time of fetching is among them, so that equal data have equal ones.
 */
export function setMetadata({ series, wideColumn }: SetOrigin): Readonly<Record<string, string>> {
  const services = series.map(({ service }) => service);
  const [service = ""] = services;
  const asOfs = new Set(
    series.flatMap(({ reference }) => (reference.family === "signal" ? [reference.asOf] : [])),
  );
  const [asOf] = asOfs;
  return {
    "macro-signals.references": JSON.stringify(
      series.map(({ reference }) => referencePath(reference)),
    ),
    ...(new Set(services).size > 1
      ? { "macro-signals.services": JSON.stringify(services) }
      : { "macro-signals.service": service }),
    ...(asOf !== undefined && asOfs.size === 1 ? { "macro-signals.as_of": asOf } : {}),
    ...(wideColumn === undefined ? {} : { "macro-signals.column": wideColumn }),
    ...(series.some(({ isStale }) => isStale) ? { "macro-signals.stale": "true" } : {}),
    ...(series.some(({ isSample }) => isSample) ? { "macro-signals.synthetic": "true" } : {}),
  };
}
