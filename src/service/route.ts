import { isNameable } from "../shared/segment";
import { InvalidRequest } from "./errors";

declare const routeBrand: unique symbol;

/** A path below the base URL whose values have been encoded; it is sent byte for byte, and no URL parser touches it. */
export type Route = string & { readonly [routeBrand]: true };

/**
 * Writes each value as exactly one percent-encoded segment: path`/signal/${code}/`. A `.` or `..` is written with `%2E`.
 *
 * @throws {@link InvalidRequest} for an empty text, or one that holds NUL or half a surrogate pair.
 */
export function path(
  template: TemplateStringsArray,
  ...values: readonly (string | number)[]
): Route {
  const request = `GET ${template.join("…")}`;
  const segments = values.map((value) => encodeSegmentOf(String(value), request));
  return template.map((text, index) => text + (segments[index] ?? "")).join("") as Route;
}

/**
 * Adds parameters in the order given, names and values percent-encoded (a blank is `%20`); without any, the route itself.
 *
 * @throws {@link InvalidRequest} for a name that is empty, and for texts that hold NUL or half a surrogate pair.
 */
export function query(
  route: Route,
  parameters: readonly (readonly [name: string, value: string])[],
): Route {
  if (parameters.length === 0) return route;
  const request = `GET ${route}`;
  const pairs = parameters.map(([name, value]) => {
    if (name === "") throw unsendable(request, "a parameter has no name");
    return `${encodeText(name, request)}=${encodeText(value, request)}`;
  });
  return `${route}?${pairs.join("&")}` as Route;
}

function encodeSegmentOf(value: string, request: string): string {
  if (value === "") throw unsendable(request, "a part of the path is empty");
  // What `encodeURIComponent` leaves as it is holds no delimiter, but a segment of dots is a step in the path.
  if (value === "." || value === "..") return value.replaceAll(".", "%2E");
  return encodeText(value, request);
}

function encodeText(text: string, request: string): string {
  if (!isNameable(text)) throw unsendable(request, "a text contains NUL or half a surrogate pair");
  return encodeURIComponent(text);
}

function unsendable(request: string, problem: string): InvalidRequest {
  return new InvalidRequest(request, "unsendable-text", problem);
}
