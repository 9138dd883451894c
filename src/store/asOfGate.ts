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
 * Bounds the requests of a window by its as-of: a signal's series that is later is not requested, unless a person has
 * confirmed it since the bound was set. Forecasts have no as-of and always pass; the pages that show them state this.
 */
export class AsOfGate {
  private asOf: AsOf = "latest";
  private confirmed: readonly (SignalRef | PanelRef)[] = [];

  get bound(): AsOf {
    return this.asOf;
  }

  /** The bound, unless it is latest. */
  get instant(): Instant | undefined {
    return this.asOf === "latest" ? undefined : this.asOf;
  }

  /** Sets the bound, and discards all confirmations. */
  set(asOf: AsOf): void {
    this.asOf = asOf;
    this.confirmed = [];
  }

  /** Permits a series, or the variants of a panel, at this as-of and any that `latest` resolves to. */
  confirm(reference: SignalRef | PanelRef): void {
    this.confirmed = [...this.confirmed, reference];
  }

  isLater(asOf: AsOf): boolean {
    return isLaterThan(asOf, this.asOf);
  }

  /** @throws {@link LaterThanAsOfError} if a series, or a panel of some, must not be requested. */
  check(reference: SignalRef | PanelRef): void {
    const { asOf: bound } = this;
    if (bound === "latest" || !this.isLater(reference.asOf)) return;
    if (this.confirmed.some((each) => covers(each, reference))) return;
    throw new LaterThanAsOfError(reference, bound);
  }
}

function covers(confirmed: SignalRef | PanelRef, reference: SignalRef | PanelRef): boolean {
  const { asOf } = confirmed;
  if (asOf !== "latest" && asOf !== reference.asOf) return false;
  if (confirmed.family === "signal") {
    return referencePath({ ...reference, asOf }) === referencePath(confirmed);
  }
  const { code, version, dataKind } = reference;
  return (
    confirmed.code === code && confirmed.version === version && confirmed.dataKind === dataKind
  );
}
