import { type ChangesAnswer } from "../../protocol";
import { t } from "../../../../../ui/l10n";
import { dayEndingAt } from "../../../model/since";
import { dateText, momentText } from "../../../../../ui/dateText";
import { type DayOffer } from "./dayFetch";

/** The footer: which answers are compared, and how far back the archive goes. */
export function changesFacts({
  signals,
  forecasts,
  keptSinceMs,
}: ChangesAnswer): readonly string[] {
  const compared = (olderMs: number, newerMs: number): string =>
    `${momentText(olderMs)} → ${momentText(newerMs)}`;
  const day = signals === null ? undefined : dayEndingAt(signals.olderMs);
  return [
    ...(signals === null
      ? []
      : day === undefined
        ? [t("signals fetched {0}", compared(signals.olderMs, signals.newerMs))]
        : [
            t("signals fetched {0}", momentText(signals.newerMs)),
            t(
              "compared with archived values or their series as known at the end of {0}",
              dateText(day),
            ),
            t("changes include revisions"),
          ]),
    ...(forecasts === null
      ? []
      : [t("forecasts fetched {0}", compared(forecasts.olderMs, forecasts.newerMs))]),
    ...(keptSinceMs === null
      ? []
      : [t("archived since {0}", dateText(Math.floor(keptSinceMs / 86_400_000)))]),
  ];
}

/** Offers to fetch what is missing from a comparison with a day; undefined if nothing is. */
export function missingOffer({ missing }: ChangesAnswer): DayOffer | undefined {
  if (missing === null) return undefined;
  const text = t("Values of {0} are missing from this comparison.", dateText(missing.day));
  return { ...missing, text };
}

/** Which data are compared. */
export function changesSubtitle({ signals, forecasts }: ChangesAnswer): string {
  const count = signals?.signals.length ?? 0;
  if (count === 0) return "";
  const signalsText = count === 1 ? t("1 signal") : t("{0} signals", count);
  return forecasts === null ? signalsText : t("{0} and all forecasts", signalsText);
}

/** @param sinceMs - The older time of a comparison; null if there is none. */
export function sinceText(sinceMs: number | null, isLastLook: boolean): string {
  if (sinceMs === null) return t("nothing older yet");
  const day = dayEndingAt(sinceMs);
  if (day !== undefined) return t("the end of {0}", dateText(day));
  const moment = momentText(sinceMs);
  return isLastLook ? t("your last visit, {0}", moment) : moment;
}

/** Explains why there is nothing to compare with yet: a title, and lines below. */
export function firstLookTexts({
  missing,
  keptSinceMs,
  newestMs,
}: ChangesAnswer): readonly [title: string, ...lines: readonly string[]] {
  if (missing !== null)
    return [t("The values of {0} are no longer cached.", dateText(missing.day))];
  if (keptSinceMs === null) {
    return [
      t("Nothing is archived: the archive is turned off or cannot be written to."),
      t("Its size is set by macroSignals.archive.sizeMB."),
    ];
  }
  return [
    t("There is nothing to compare yet."),
    t(
      "The values fetched {0} are archived. Once the service has newer ones, this page shows new productions, sign flips, the largest moves, forecasts that moved, and what appeared, vanished or went stale.",
      momentText(newestMs),
    ),
    t("Signals can be compared right away with their series as known a week ago."),
  ];
}
