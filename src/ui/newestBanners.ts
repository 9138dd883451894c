import { t } from "./l10n";
import { momentText } from "./dateText";

/** The state of newest values. */
interface NewestState {
  /** A message that gives the reason why there is nothing newer; null unless the values are stale. */
  readonly staleBecause: string | null;
  readonly notice: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
}

/**
 * Warnings about newest values: not of the as-of of new references, stale, or under a notice.
 *
 * @param otherAsOf - The sentence that they are not of that as-of; null if it is latest.
 */
export function newestBanners(
  otherAsOf: string | null,
  { staleBecause, notice, fetchedAtMs }: NewestState = nothing,
): readonly string[] {
  const stale =
    staleBecause === null
      ? null
      : t(
          "Fetched {0}. Nothing newer could be fetched: {1}",
          momentText(fetchedAtMs),
          staleBecause,
        );
  return [otherAsOf, stale, notice].filter((words) => words !== null);
}

const nothing: NewestState = { staleBecause: null, notice: null, fetchedAtMs: 0 };
