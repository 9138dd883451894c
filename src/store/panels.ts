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
   * A panel; concurrent calls share one fetch. Latest resolves to one instant, which goes with every request. As long
   * as a series of latest would not be requested again, the same panel is returned without a request. If some of it had
   * failed, that part is requested again as of the same instant.
   *
   * @throws NotFoundError for an unknown signal, UnknownAddressError and PanelTooLargeError before any series is
   * requested.
   * @throws ServiceError if all series failed for one reason. Otherwise failures are part of the panel.
   * @throws the signal's reason when it aborts; the requests end with the last waiter.
   */
  panel(reference: PanelRef, options?: FetchPanelOptions): Promise<Panel>;

  /**
   * The panel after requesting its failed part once more, as of the same instant, however old. From then on it counts
   * as fresh for those who show it, unless a newer one is known; for others it keeps its age.
   *
   * @throws as {@link panel} does.
   */
  retry(panel: Panel, options?: PanelOptions): Promise<Panel>;

  /**
   * The frames of a panel in the order of its variants, with one or two in memory at a time: from memory or disk, else
   * from the service as of the same instant.
   *
   * @throws as `SeriesStore.series` does, and the signal's reason when it aborts.
   */
  frames(panel: Panel, signal?: AbortSignal): AsyncGenerator<PanelVariantFrame, void, void>;
}

/** {@link Panels}, and what is known about them without a request. */
export interface KnownPanels extends Panels {
  /**
   * The instant of a panel of latest that is cached and would be returned without a request; undefined if there is
   * none.
   */
  latestInstant(reference: PanelRef): Instant | undefined;

  /**
   * The cached part of a panel, however old: from memory or, if it has an instant, from those of its series that are on
   * disk. Undefined if there is none.
   *
   * @throws UnknownAddressError, PanelTooLargeError, and the signal's reason when it aborts.
   */
  cachedCoverage(reference: PanelRef, signal?: AbortSignal): Promise<CachedCoverage | undefined>;
}
