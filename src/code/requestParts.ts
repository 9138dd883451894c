import { environmentKeyVariable } from "../shared/environmentKeyVariable";
import { asOfParameter } from "../shared/instant";
import { isLoopback } from "../shared/loopback";
import { sampleConnection } from "../shared/place";
import { type ForecastRef, type Reference, type SignalRef } from "../shared/reference";
import { isReservedTagKind } from "../shared/reservedTagKinds";
import { type RequestCodeSubject } from "./language";

/** What a request for a series is made of besides its format, nothing of it percent-encoded. */
export interface RequestParts {
  /** Below the base URL; the path ends with a slash. */
  readonly segments: readonly string[];
  /** In the order of our own requests. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

const root = ["api", "v3"];

/**
 * The request for one series.
 *
 * @throws {@link UnsayableError} for a panel, which takes several requests, and for texts that no request can carry: an empty one in a
 * path, a tag kind without a name or with that of another parameter.
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

/** Whether a segment of dots is among them: a step in a path, which the usual functions leave as it is. */
export function hasDotSegment({ segments }: RequestParts): boolean {
  return segments.some((segment) => segment === "." || segment === "..");
}

/**
 * Whether a request is for sample data. Whoever listens at its port is asked with a word that everybody knows: no key of
 * anyone is to go there.
 */
export function isOfSample({ line }: Pick<RequestCodeSubject, "line">): boolean {
  return line.service === sampleConnection;
}

/** Whether a service is on this computer, where no proxy of the environment leads. */
export function isOnThisComputer(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}

/** Why no single request can ask for a series. */
type UnsayableKind = "panel" | "empty-part" | "tag-kind";

/** No code can ask for a series. */
export class UnsayableError extends RangeError {
  override readonly name = "UnsayableError";

  /** @param what - Of it cannot be said; empty where the kind says all. */
  constructor(
    readonly kind: UnsayableKind,
    readonly what = "",
  ) {
    super(what === "" ? kind : `${kind}: ${JSON.stringify(what)}`);
  }
}

/** The header that the key travels in. */
export const keyHeader = "X-API-KEY";

/** Texts that no code has but that of a live request: where its key is from, and where it goes. */
export const requestMarks: ReadonlySet<string> = new Set([keyHeader, environmentKeyVariable]);

/** The Python function that makes the request; for several series in one place it is defined once, above the first. */
export const tableFunction = "macro_signals_table";

/** A line that calls it, or what it was called before. */
export const requestCall = /\bmacro_signals_(?:table|csv)\(/;
