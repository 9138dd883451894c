import { type PanelRef, type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";

/** Where the values of one of several series or panels come from. */
export interface Origin {
  /** Of a signal with the as-of that was sent. */
  readonly reference: SeriesRef | PanelRef;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
  /** The values are older than they should be: the service could not be asked anew. */
  readonly isStale: boolean;
}

/** Of all of them: the services, the as-of where it is one, and whether any is stale or synthetic. */
export function commonMetadata(origins: readonly Origin[]): Readonly<Record<string, string>> {
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

/** In their order. */
export function pathsOf(series: readonly Pick<Origin, "reference">[]): string[] {
  return series.map(({ reference }) => referencePath(reference));
}
