import { type Urgency } from "../service/urgency";

/** How a part of the catalog is asked for. */
export interface CatalogOptions {
  readonly signal?: AbortSignal;
  /** Asks the service even for what is kept; a failure is then told, and what was kept stays. */
  readonly isRefresh?: boolean;
  /** Who waits; a click by default. */
  readonly urgency?: Urgency;
}
