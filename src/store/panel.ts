import { type Frame } from "../data/frame";
import { type LongColumn } from "../data/table/long";
import { type Repairs } from "../data/normalizeFrame";
import { type DatedPanelRef } from "../data/table/content";
import { type ServiceError } from "../service/errors";
import { type Instant } from "../shared/instant";
import { type PanelRef, type SignalRef } from "../shared/reference";

/** What is known of a variant of a panel without its frame. */
export interface PanelVariant {
  /** With the panel's as-of. */
  readonly reference: SignalRef;
  /** In the service's order. */
  readonly columns: readonly LongColumn[];
  /** The days on which any column has a value, strictly ascending. */
  readonly observed: Int32Array;
  /** All days that the series lists, those without a value among them. */
  readonly rows: number;
  readonly repairs: Repairs;
}

/** A variant of a panel and its values. */
export interface PanelVariantFrame {
  readonly variant: PanelVariant;
  readonly frame: Frame;
}

/** A variant of a panel that could not be had, and why. */
export interface FailedVariant {
  /** With the panel's as-of. */
  readonly reference: SignalRef;
  readonly error: unknown;
}

/**
 * What became of a panel; no frame is part of it. Every variant that the panel stands for is in one of the three lists.
 */
export interface Panel {
  readonly asked: PanelRef;
  /** The same sets, with the as-of that was sent. */
  readonly reference: DatedPanelRef;
  /** Those that came, sorted by their tag kinds, as `arrangedSeries` does. */
  readonly variants: readonly PanelVariant[];
  /** Those that the service does not have (404), sorted alike: coverage, not failure. */
  readonly missing: readonly SignalRef[];
  /** Sorted alike. */
  readonly failed: readonly FailedVariant[];
  /** When the service gave the newest of it, by its clock. */
  readonly retrievedAt: Instant;
  /** When the fetch began, milliseconds since 1970-01-01 UTC by this computer's clock. */
  readonly fetchedAtMs: number;
  /** Why some of it is older than it should be; absent when all is as new as it should be. Never of latest. */
  readonly staleBecause?: ServiceError;
}

export interface PanelOptions {
  readonly signal?: AbortSignal;
  /** Told how many series have been fetched or have failed; one that comes later is told the last count at once. */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface FetchPanelOptions extends PanelOptions {
  /** Asks the service even for what is kept; latest becomes another instant. */
  readonly isRefresh?: boolean;
  /** What the asker shows: where it was completed by a retry, it stands for the asker as a new one does, for no one else. */
  readonly shown?: Panel | undefined;
  /**
   * Given the frames as they come, in the order of the panel's variants, where these have to be fetched. They end with the
   * last that has come in this order, whether the panel comes or not, and fail where one is not kept any more.
   */
  readonly onFrames?: (frames: AsyncGenerator<PanelVariantFrame, void, void>) => void;
}
