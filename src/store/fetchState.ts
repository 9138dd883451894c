import { type ServiceError } from "../service/errors";

/** How old something is that the service gave, and why there is nothing newer. */
export interface FetchState {
  /** Milliseconds since 1970-01-01 UTC, by this computer's clock. */
  readonly fetchedAtMs: number;
  /** Why the service could not be asked anew although it was time to; absent on all that is as new as it should be. */
  readonly staleBecause?: ServiceError;
}

/** Something of a service that can be shown without waiting for it. */
export interface Available<T extends Partial<FetchState>> {
  /** Cached and perhaps out of date where `refreshed` is present; else what asking the service came to. */
  readonly value: T;
  /**
   * What the service is being asked for meanwhile; the cached value again, with `staleBecause`, while it cannot be
   * reached. Rejects when the service refuses: the cached value must not be shown any more then.
   */
  readonly refreshed?: Promise<T>;
}

/** Whether two states of the same thing show alike: fetched at the same time, and both out of date or neither. */
export function isSameState(one: Partial<FetchState>, other: Partial<FetchState>): boolean {
  const isStale = [one, other].map(({ staleBecause }) => staleBecause !== undefined);
  return one.fetchedAtMs === other.fetchedAtMs && isStale[0] === isStale[1];
}

/** When the oldest of those was fetched that are out of date, milliseconds since 1970-01-01 UTC; undefined when none is. */
export function oldestStaleMs(states: readonly (FetchState | undefined)[]): number | undefined {
  const times = states.flatMap((state) =>
    state?.staleBecause === undefined ? [] : [state.fetchedAtMs],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}
