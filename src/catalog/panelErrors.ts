import { NotFoundError } from "../service/errors";
import { type PanelRef } from "../shared/reference";
import { undatedPath } from "../shared/referencePath";

/** A panel has more variants than can be fetched as one. */
export class PanelTooLargeError extends Error {
  override readonly name = "PanelTooLargeError";
  readonly kind = "panel-too-large";

  /**
   * @param atLeast - The minimum number of its variants.
   * @param max - The maximum allowed.
   */
  constructor(
    readonly atLeast: number,
    readonly max: number,
  ) {
    super(`the panel has at least ${atLeast} variants; the limit is ${max}`);
  }
}

/** The tag kinds of the panel do not address any variant of the signal. */
export class UnknownAddressError extends Error {
  override readonly name = "UnknownAddressError";
  readonly kind = "unknown-address";

  /** @param tagKinds - The panel's. */
  constructor(readonly tagKinds: readonly string[]) {
    super(`no variant of the signal is tagged by ${tagKinds.join(", ")}`);
  }
}

/** A panel does not exist: the service has no such signal, or no variant of it has these tag kinds. */
export class UnknownPanelError extends Error {
  override readonly name = "UnknownPanelError";

  /** @param panel - Its path, without an as-of. */
  constructor(
    readonly panel: string,
    override readonly cause: Error,
  ) {
    const isAddress = cause instanceof UnknownAddressError;
    super(`${panel}: ${isAddress ? cause.message : "the service does not have this signal (404)"}`);
  }
}

/** A failure of a panel: {@link UnknownPanelError} if the panel does not exist, else unchanged. */
export function panelFailure(panel: PanelRef, error: unknown): unknown {
  const isUnknown = error instanceof NotFoundError || error instanceof UnknownAddressError;
  return isUnknown ? new UnknownPanelError(undatedPath(panel), error) : error;
}
