/** The most variants that a panel may stand for. */
export const mostPanelMembers = 2_000;

/** A panel stands for more variants than can be fetched as one. */
export class PanelTooLargeError extends Error {
  override readonly name = "PanelTooLargeError";
  readonly kind = "panel-too-large";

  /** @param atLeast - How many variants it stands for, at least. */
  constructor(
    readonly atLeast: number,
    readonly most: number = mostPanelMembers,
  ) {
    super(`the panel stands for ${atLeast} variants or more; the most are ${most}`);
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
