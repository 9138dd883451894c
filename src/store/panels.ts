import { type Instant } from "../shared/instant";
import { type PanelRef } from "../shared/reference";
import { type CachedCoverage } from "./cachedCoverage";
import {
  type FetchPanelOptions,
  type Panel,
  type PanelOptions,
  type PanelVariantFrame,
} from "./panel";

/** The panels of one connection. */
export interface Panels {
  /**
   * A panel; asked for twice at once it is fetched once. Latest becomes one instant, which goes with every request; as
   * long as a series of latest would not be asked for anew, the same panel comes again without a request, unless some of
   * it had failed: that is then asked for again as of the same instant.
   *
   * @throws NotFoundError for an unknown signal, UnknownAddressError and PanelTooLargeError before any series is asked for.
   * @throws ServiceError when nothing came, all for one reason. Else what failed is part of the panel.
   * @throws the signal's reason when it aborts; the requests end with the last who waits.
   */
  panel(reference: PanelRef, options?: FetchPanelOptions): Promise<Panel>;

  /**
   * The panel with what had failed asked for once more, as of the same instant, however old. From then on it stands as a
   * new one does for who shows it, unless a newer one is known; to others it is as old as it was.
   *
   * @throws as {@link panel} does.
   */
  retry(panel: Panel, options?: PanelOptions): Promise<Panel>;

  /**
   * The frames of a panel in the order of its variants, one or two at a time in memory: from memory, from disk, else from
   * the service as of the same instant.
   *
   * @throws as `SeriesStore.series` does, and the signal's reason when it aborts.
   */
  frames(panel: Panel, signal?: AbortSignal): AsyncGenerator<PanelVariantFrame, void, void>;
}

/** The same, and what is known of them without any request. */
export interface KnownPanels extends Panels {
  /** As of when a panel of latest is known where it is kept and would come again without a request for it. */
  latestInstant(reference: PanelRef): Instant | undefined;

  /**
   * What is kept of a panel, however old: in memory, else, where it has an instant, those of its series that are on disk.
   * Undefined when there is nothing.
   *
   * @throws UnknownAddressError, PanelTooLargeError, and the signal's reason when it aborts.
   */
  cachedCoverage(reference: PanelRef, signal?: AbortSignal): Promise<CachedCoverage | undefined>;
}
