/** A panel stands for more variants than are fetched as one. */
export class PanelTooLargeError extends Error {
  override readonly name = "PanelTooLargeError";
  readonly kind = "panel-too-large";

  /**
   * @param atLeast - How many variants it stands for, at least.
   * @param most - How many it may stand for.
   */
  constructor(
    readonly atLeast: number,
    readonly max: number,
  ) {
    super(`the panel has at least ${atLeast} variants; the limit is ${max}`);
  }
}

/** No variant of the signal is addressed by the tag kinds of the panel. */
export class UnknownAddressError extends Error {
  override readonly name = "UnknownAddressError";
  readonly kind = "unknown-address";

  /** @param tagKinds - The panel's. */
  constructor(readonly tagKinds: readonly string[]) {
    super(`no variant of the signal is addressed by ${tagKinds.join(", ")}`);
  }
}
