/** The other parameters of a signal's series, whose names no tag kind may have. */
const reservedKinds: ReadonlySet<string> = new Set(["kind", "fmt", "as_of_utc", "api_key"]);

/** Whether a tag kind has the name of another parameter, so that its variants cannot be requested. */
export function isReservedTagKind(kind: string): boolean {
  return reservedKinds.has(kind);
}
