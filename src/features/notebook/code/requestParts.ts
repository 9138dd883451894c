import { missingMarks } from "../../../shared/cellText";
import { environmentKeyVariable } from "../../../shared/environmentKeyVariable";
import { asOfParameter } from "../../../shared/instant";
import { isLoopback } from "../../../shared/loopback";
import { sampleConnection } from "../../../shared/place";
import { type ForecastRef, type Reference, type SignalRef } from "../../../shared/reference";
import { isReservedTagKind } from "../../../shared/reservedTagKinds";

/** The parts of a request for a series except its format, without percent-encoding. */
export interface RequestParts {
  /** Below the base URL; the path ends with a slash. */
  readonly segments: readonly string[];
  /** In the same order as in the extension's own requests. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const root = ["api", "v3"];

/**
 * The request for one series.
 *
 * @throws {@link UnsayableError} for a panel, which takes several requests, and for texts that no request can contain:
 * an empty one in a path, a tag kind without a name or with that of another parameter.
 */
export function requestParts(reference: Reference): RequestParts {
  if (reference.family === "panel") throw new UnsayableError("panel");
  const parts = reference.family === "forecast" ? forecastParts(reference) : signalParts(reference);
  if (parts.segments.includes("")) throw new UnsayableError("empty-part");
  return parts;
}

function forecastParts({ market, currency, horizon }: ForecastRef): RequestParts {
  const place = ["forecast", "market", market, "currency", currency, "horizon", horizon];
  return { segments: [...root, ...place, "data"], parameters: [] };
}

function signalParts({ code, version, tags, dataKind, asOf }: SignalRef): RequestParts {
  const kinds = Object.entries(tags);
  const unsendable = kinds.find(([kind]) => kind === "" || isReservedTagKind(kind));
  if (unsendable !== undefined) {
    throw new UnsayableError("tag-kind", unsendable[0]);
  }
  const vintage = asOf === "latest" ? [] : [["as_of_utc", asOfParameter(asOf)] as const];
  return {
    segments: [...root, "signal", code, String(version), "data"],
    parameters: [...kinds, ["kind", dataKind], ...vintage],
  };
}

/** Whether a segment consists of dots: a step in a path, which the usual functions do not encode. */
export function hasDotSegment({ segments }: RequestParts): boolean {
  return segments.some((segment) => segment === "." || segment === "..");
}

/**
 * Whether a request is for sample data. It uses a publicly known key: whatever program listens at that port must not
 * get anyone's real key.
 */
export function isOfSample({ service }: { readonly service: string }): boolean {
  return service === sampleConnection;
}

/** Whether a service is on this computer, which the environment's proxies cannot reach. */
export function isOnThisComputer(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}

/** Why a single request cannot express a series. */
type UnsayableKind = "panel" | "empty-part" | "tag-kind";

/** No code can request a series. */
export class UnsayableError extends RangeError {
  override readonly name = "UnsayableError";

  /** @param what - The part that cannot be expressed; empty if the kind says it all. */
  constructor(
    readonly kind: UnsayableKind,
    readonly what = "",
  ) {
    super(what === "" ? kind : `${kind}: ${JSON.stringify(what)}`);
  }
}

/** The marks of no value, as alternatives in a case-insensitive pattern for Python and R. */
export const noValueMarks = [...new Set(missingMarks.map((mark) => mark.toLowerCase()))]
  .join("|")
  .replaceAll(".", "[.]");

/** The header that the key travels in. */
export const keyHeader = "X-API-KEY";

/** Texts that occur only in the code of a live request: the key's source and its header. */
export const requestMarks: ReadonlySet<string> = new Set([keyHeader, environmentKeyVariable]);

/** The Python function that makes the request; for several series in one place it is defined once, above the first. */
export const tableFunction = "macro_signals_table";

/** A call of it, also by its former name. */
export const requestCall = /\bmacro_signals_(?:table|csv)\(/;
