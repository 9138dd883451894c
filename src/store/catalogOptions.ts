import { type Urgency } from "../service/urgency";

/** Who waits for a part of the catalog. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** A click by default. */
  readonly urgency?: Urgency;
}

/** How a part of the catalog is asked for. */
export interface CatalogOptions extends WaitOptions {
  /** Asks the service even for what is kept; a failure is then told, and what was kept stays. */
  readonly isRefresh?: boolean;
}
