/** Parameters of a signal's series that no tag kind can be sent beside. */
const reservedKinds: ReadonlySet<string> = new Set(["kind", "fmt", "as_of_utc", "api_key"]);

/** Whether a tag kind bears the name of another parameter, so that its variants cannot be asked for. */
export function isReservedTagKind(kind: string): boolean {
  return reservedKinds.has(kind);
}
