/**
 * The decoded segments of a request target's path, without the empty ones that its leading and trailing slash make, or
 * undefined for a target that can be no path of the interface: another form, no trailing slash, broken escapes. Dots are
 * segments like any other: nothing is resolved.
 */
export function segmentsOf(target: string): readonly string[] | undefined {
  const path = target.split("?", 1).join();
  if (!path.startsWith("/") || !path.endsWith("/") || path === "/") return undefined;
  try {
    return path.slice(1, -1).split("/").map(decodeURIComponent);
  } catch {
    // Not UTF-8 in percent encoding: no name of the service has this text.
    return undefined;
  }
}

/** The parameters of a request target. */
export function queryOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
}
