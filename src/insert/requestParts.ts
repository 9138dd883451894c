import { asOfParameter } from "../shared/instant";
import { isLoopback } from "../shared/loopback";
import { sampleConnection } from "../shared/place";
import { type ForecastRef, type Reference, type SignalRef } from "../shared/reference";
import { isReservedTagKind } from "../shared/reservedTagKinds";
import { type RequestCodeSubject } from "./codeRequest";
import { UnsayableError } from "./unsayableError";

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
