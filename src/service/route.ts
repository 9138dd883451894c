import { isNameable } from "../shared/segment";
import { InvalidRequest } from "./errors";

declare const routeBrand: unique symbol;

/** A path below the base URL with encoded values. It is sent byte for byte; no URL parser touches it. */
export type Route = string & { readonly [routeBrand]: true };

/**
 * Encodes each value as exactly one percent-encoded segment: path`/signal/${code}/`. A `.` or `..` becomes `%2E` or
 * `%2E%2E`.
 *
 * @throws {@link InvalidRequest} for an empty text, or one that contains NUL or a lone surrogate.
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
 * Appends parameters in the given order, names and values percent-encoded (a blank is `%20`); returns the route itself
 * if there are none.
 *
 * @throws {@link InvalidRequest} for an empty name, and for texts that contain NUL or a lone surrogate.
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
  // `encodeURIComponent` leaves no delimiters, but a segment of dots is a step in the path.
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
