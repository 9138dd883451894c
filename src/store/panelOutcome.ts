import { arrangedSeries } from "../data/coordinates";
import { DecodeError } from "../data/errors";
import { HttpError, NotFoundError, ServiceError, isUnreachable } from "../service/errors";
import { type Instant } from "../shared/instant";
import { type SignalRef } from "../shared/reference";
import { type FailedVariant, type Panel } from "./panel";
import { type TakenVariant } from "./takenVariant";

/** The results of the series of a panel, with its as-of, in any order. */
export interface PanelOutcome {
  readonly taken: readonly TakenVariant[];
  readonly failed: readonly FailedVariant[];
}

/**
 * The panel with the results of (more of) its series; these replace its earlier failures.
 *
 * @throws the common reason if all of the panel has failed.
 */
export function panelWith(panel: Panel, { taken, failed }: PanelOutcome): Panel {
  const isMissing = ({ error }: FailedVariant): boolean => error instanceof NotFoundError;
  const variants = sortVariants([...panel.variants, ...taken.map(({ variant }) => variant)]);
  const newlyMissing = failed.filter(isMissing).map(({ reference }) => reference);
  const missing = sortVariants(
    [...panel.missing, ...newlyMissing].map((reference) => ({ reference })),
  ).map(({ reference }) => reference);
  const stillFailed = sortVariants(failed.filter((each) => !isMissing(each)));
  if (variants.length === 0 && missing.length === 0) {
    const reason = commonReason(stillFailed.map(({ error }) => error));
    if (reason !== undefined) throw reason.error;
  }
  const [staleBecause = panel.staleBecause] = taken.flatMap((each) => each.staleBecause ?? []);
  // Before anything has been fetched, this is only the as-of.
  const before = panel.variants.length > 0 || taken.length === 0 ? [panel.retrievedAt] : [];
  return {
    ...panel,
    variants,
    missing,
    failed: stillFailed,
    retrievedAt: newest([...before, ...taken.map(({ retrievedAt }) => retrievedAt)]),
    ...(staleBecause === undefined ? {} : { staleBecause }),
  };
}

/** Sorted like the series of a table. */
export function sortVariants<T extends { readonly reference: SignalRef }>(
  items: readonly T[],
): readonly T[] {
  const named = items.map((item) => ({ item, reference: item.reference, service: "" }));
  return arrangedSeries(named).series.map(({ item: { item } }) => item);
}

/** Instants are texts that sort by time. */
function newest(instants: readonly Instant[]): Instant {
  return instants.reduce((latest, each) => (each > latest ? each : latest));
}

/** The first of several failures if all have the same reason; undefined if they differ, or there are none. */
function commonReason(errors: readonly unknown[]): { readonly error: unknown } | undefined {
  const reasons = new Set(errors.map(reasonOf));
  return reasons.size === 1 ? { error: errors[0] } : undefined;
}

function reasonOf(error: unknown): unknown {
  if (isUnreachable(error)) return "unreachable";
  if (error instanceof HttpError) return error.status;
  return error instanceof ServiceError || error instanceof DecodeError ? error.kind : error;
}
