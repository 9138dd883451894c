import { type AsOf, type Instant, isLaterThan } from "../shared/instant";
import { type PanelRef, type SignalRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";

/** A series was not requested, because its data are later than the window's as-of. */
export class LaterThanAsOfError extends Error {
  override readonly name = "LaterThanAsOfError";

  /** @param bound - The window's as-of. */
  constructor(
    readonly reference: SignalRef | PanelRef,
    readonly bound: Instant,
  ) {
    super(`${referencePath(reference)} is later than the window's as-of ${bound}`);
  }
}

/**
 * Bounds the requests of a window by its as-of: a signal's series that is later is not requested. Forecasts have no
 * as-of and always pass; the pages that show them state this.
 */
export class AsOfGate {
  private asOf: AsOf = "latest";

  get bound(): AsOf {
    return this.asOf;
  }

  /** The bound, unless it is latest. */
  get instant(): Instant | undefined {
    return this.asOf === "latest" ? undefined : this.asOf;
  }

  set(asOf: AsOf): void {
    this.asOf = asOf;
  }

  /** The as-of, or the bound if that is earlier. */
  within(asOf: AsOf): AsOf {
    return this.isLater(asOf) ? this.asOf : asOf;
  }

  /** @param asOf - Canonical. */
  isLater(asOf: string): boolean {
    return isLaterThan(asOf, this.asOf);
  }

  /** @throws {@link LaterThanAsOfError} if a series, or a panel of some, must not be requested. */
  check(reference: SignalRef | PanelRef): void {
    const { instant } = this;
    if (instant === undefined || !this.isLater(reference.asOf)) return;
    throw new LaterThanAsOfError(reference, instant);
  }
}
