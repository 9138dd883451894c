import { type PageIdentity } from "../../../protocol";
import { type ChangesAnswer } from "../../protocol";
import { t } from "../../../../../ui/l10n";
import { newestBanners } from "../../../../../ui/newestBanners";
import { dayEndingAt } from "../../../model/since";
import { dateText, momentText } from "../../../../../ui/dateText";
import { type DayOffer } from "./dayFetch";

/** The footer: which answers are compared, and how far back the archive goes. */
export function changesFacts(
  { service, isSample }: PageIdentity,
  { signals, forecasts, keptSinceMs }: ChangesAnswer,
): readonly string[] {
  const compared = (olderMs: number, newerMs: number): string =>
    `${momentText(olderMs)} → ${momentText(newerMs)}`;
  const day = signals === null ? undefined : dayEndingAt(signals.olderMs);
  return [
    ...(isSample ? [t("SAMPLE, synthetic")] : []),
    service,
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

export function changesBanners(
  { otherAsOf }: PageIdentity,
  { staleBecause, notice, newestMs: fetchedAtMs }: ChangesAnswer,
): readonly string[] {
  const words =
    otherAsOf === null ? null : t("These are the newest values, not those as of {0}.", otherAsOf);
  return newestBanners(words, { staleBecause, notice, fetchedAtMs });
}
