import { type ServiceError } from "../service/errors";

/** How old something is that the service gave, and why there is nothing newer. */
export interface Age {
  /** Milliseconds since 1970-01-01 UTC, by this computer's clock. */
  readonly fetchedAtMs: number;
  /** Why the service could not be asked anew although it was time to; absent on all that is as new as it should be. */
  readonly staleBecause?: ServiceError;
}
