import { t } from "./l10n";
import { momentText } from "./dateText";

/** What newest values are shown with. */
interface NewestState {
  /** Why the service could not be asked for newer values, in words; null when it need not be. */
  readonly staleBecause: string | null;
  readonly notice: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
}

/**
 * Warnings about newest values: not of the as-of of new references, out of date, or under a notice.
 *
 * @param otherAsOf - That they are not of that as-of, in a sentence; null if it is latest.
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
