import { type PanelRef, type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type PanelOrigin } from "./panelMetadata";

/** Where the values of one of several series or panels come from. */
interface Origin {
  /** Of a signal with the as-of that was sent. */
  readonly reference: SeriesRef | PanelRef;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
  /** The values are older than they should be: the service could not be asked anew. */
  readonly isStale: boolean;
}

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

/**
 * The same of several panels in one table: each as it was asked for, and the references that it expanded to, as a JSON array
 * of `{"reference": …, "references": […]}`; the services are those of the panels.
 */
export function joinedMetadata(
  panels: readonly Omit<PanelOrigin, "wideColumn" | "slice">[],
): Readonly<Record<string, string>> {
  const expanded = panels.map(({ reference, variants }) => {
    return { reference: referencePath(reference), references: pathsOf(variants) };
  });
  return { "macro-signals.panels": JSON.stringify(expanded), ...commonMetadata(panels) };
}

function commonMetadata(origins: readonly Origin[]): Readonly<Record<string, string>> {
  const services = origins.map(({ service }) => service);
  const [service = ""] = services;
  const asOfs = new Set(
    origins.flatMap(({ reference }) => (reference.family === "forecast" ? [] : [reference.asOf])),
  );
  const [asOf] = asOfs;
  return {
    ...(new Set(services).size > 1
      ? { "macro-signals.services": JSON.stringify(services) }
      : { "macro-signals.service": service }),
    ...(asOf !== undefined && asOfs.size === 1 ? { "macro-signals.as_of": asOf } : {}),
    ...(origins.some(({ isStale }) => isStale) ? { "macro-signals.stale": "true" } : {}),
    ...(origins.some(({ isSample }) => isSample) ? { "macro-signals.synthetic": "true" } : {}),
  };
}

function pathsOf(series: readonly Pick<Origin, "reference">[]): string[] {
  return series.map(({ reference }) => referencePath(reference));
}
