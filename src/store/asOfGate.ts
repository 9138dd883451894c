import { type AsOf, type Instant, isLaterThan } from "../shared/instant";
import { type Reference } from "../shared/reference";
import { referencePath } from "../shared/referencePath";

/** A series was not requested, because its data are later than the window's as-of. */
export class LaterThanAsOfError extends Error {
  override readonly name = "LaterThanAsOfError";

  /** @param bound - The window's as-of. */
  constructor(
    readonly reference: Reference,
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
  within<A extends AsOf>(asOf: A): A | Instant {
    const { instant } = this;
    return instant !== undefined && this.isLater(asOf) ? instant : asOf;
  }

  /** @param asOf - Canonical. */
  isLater(asOf: string): boolean {
    return isLaterThan(asOf, this.asOf);
  }

  /** Whether a series, or a panel of some, must not be requested. */
  refuses(reference: Reference): boolean {
    return reference.family !== "forecast" && this.isLater(reference.asOf);
  }

  /** @throws {@link LaterThanAsOfError} for what it {@link refuses}. */
  check(reference: Reference): void {
    const { instant } = this;
    if (instant !== undefined && this.refuses(reference)) {
      throw new LaterThanAsOfError(reference, instant);
    }
  }
}
