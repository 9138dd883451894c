/** Why no single request can ask for a series. */
export type UnsayableKind = "panel" | "empty-part" | "tag-kind";

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
