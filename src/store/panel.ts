import { type Frame } from "../data/frame";
import { type LongColumn } from "../data/table/long";
import { type Repairs } from "../data/normalizeFrame";
import { type DatedPanelRef } from "../data/table/content";
import { type ServiceError } from "../service/errors";
import { type Instant } from "../shared/instant";
import { type PanelRef, type SignalRef } from "../shared/reference";

/** What is known about a variant of a panel without its frame. */
export interface PanelVariant {
  /** With the panel's as-of. */
  readonly reference: SignalRef;
  /** In the service's order. */
  readonly columns: readonly LongColumn[];
  /** The days on which any column has a value, strictly ascending. */
  readonly observed: Int32Array;
  /** The number of days that the series lists, including those without a value. */
  readonly rows: number;
  readonly repairs: Repairs;
}

/** A variant of a panel and its values. */
export interface PanelVariantFrame {
  readonly variant: PanelVariant;
  readonly frame: Frame;
}

/** A variant of a panel that could not be fetched, and why. */
export interface FailedVariant {
  /** With the panel's as-of. */
  readonly reference: SignalRef;
  readonly error: unknown;
}

/** The result of fetching a panel, without frames. Every variant of the panel is in one of the three lists. */
export interface Panel {
  readonly asked: PanelRef;
  /** The requested sets, with the as-of that was sent. */
  readonly reference: DatedPanelRef;
  /** The fetched variants, sorted by their tag kinds as in `arrangedSeries`. */
  readonly variants: readonly PanelVariant[];
  /** Variants that the service does not have (404), in the same order: coverage, not failure. */
  readonly missing: readonly SignalRef[];
  /** In the same order. */
  readonly failed: readonly FailedVariant[];
  /** When the newest part was retrieved, by the service's clock. */
  readonly retrievedAt: Instant;
  /** When the fetch began, milliseconds since 1970-01-01 UTC by this computer's clock. */
  readonly fetchedAtMs: number;
  /** Why some of it is older than it should be; absent if all of it is current. Set for latest only if copies replace it. */
  readonly staleBecause?: ServiceError;
}

export interface PanelOptions {
  readonly signal?: AbortSignal;
  /**
   * Called with the number of series that have been fetched or have failed; a caller that joins later gets the last
   * count immediately.
   */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface FetchPanelOptions extends PanelOptions {
  /** Ignores the cache; latest resolves to a new instant. */
  readonly isRefresh?: boolean;
  /** The panel that the caller shows: if a retry completed it, it counts as fresh for this caller only. */
  readonly shown?: Panel | undefined;
  /**
   * Called with the frames in the order of the panel's variants, as they are fetched. The generator ends with the last
   * frame available in this order, whether or not the panel succeeds, and throws if one is no longer cached.
   */
  readonly onFrames?: (frames: AsyncGenerator<PanelVariantFrame, void, void>) => void;
}
