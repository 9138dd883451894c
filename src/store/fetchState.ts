import { type ServiceError } from "../service/errors";

/** When something was fetched. */
export interface FetchedAt {
  /** Milliseconds since 1970-01-01 UTC, by this computer's clock. */
  readonly fetchedAtMs: number;
}

/** Whether something is as new as it should be. */
export interface StaleReason {
  /** Why the service could not be asked again although it was due; absent if the value is as new as it should be. */
  readonly staleBecause?: ServiceError;
}

/** The age of something that was fetched, and why there is nothing newer. */
export interface FetchState extends FetchedAt, StaleReason {}

/** A value that can be shown immediately while a newer one is fetched. */
export interface Available<T extends Partial<FetchState>> {
  /** If `refreshed` is present, cached and possibly out of date; otherwise the result of asking the service. */
  readonly value: T;
  /**
   * The result of the request in progress; while the service cannot be reached, the cached value again, with
   * `staleBecause`. Rejects if the service refuses: then the cached value must no longer be shown.
   */
  readonly refreshed?: Promise<T>;
}

/** Whether two states of the same thing look the same: same fetch time, and both out of date or neither. */
export function isSameState(one: Partial<FetchState>, other: Partial<FetchState>): boolean {
  const isStale = [one, other].map(({ staleBecause }) => staleBecause !== undefined);
  return one.fetchedAtMs === other.fetchedAtMs && isStale[0] === isStale[1];
}

/** The fetch time of the oldest stale state, milliseconds since 1970-01-01 UTC; undefined if none is stale. */
export function oldestStaleMs(states: readonly (FetchState | undefined)[]): number | undefined {
  const times = states.flatMap((state) =>
    state?.staleBecause === undefined ? [] : [state.fetchedAtMs],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}
