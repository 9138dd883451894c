import { type PanelOutline } from "../../../../shared/chart/chartProtocol";
import { type PanelSort } from "../../../../shared/chart/viewState";
import { formatCount } from "../../../../shared/series/numberText";
import { t } from "../../../l10n";
import { coordinates, timeText } from "../facts";

/** What a panel is, on one line: its variants are told by its coverage, not one by one. */
export function panelFacts(panel: PanelOutline): string {
  const { identity, asOf, coverage, fetchedAtMs, staleBecause, progress } = panel;
  return [
    ...(identity.isSample ? [t("SAMPLE, synthetic")] : []),
    identity.service,
    identity.subject,
    identity.variant,
    ...coordinates({ ...identity, asOf: asOf ?? identity.asOf }),
    coverage,
    ...(fetchedAtMs === null
      ? [progress === null ? t("no data") : t("Fetching…")]
      : [t("fetched {0}", timeText(fetchedAtMs))]),
    staleBecause === null ? "" : t("could not be refreshed: {0}", staleBecause),
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}

/** `60 of 300, sorted by newest value, greatest first`; without the counts where all are drawn. */
export function drawnText(drawn: number, of: number, sort: PanelSort): string {
  const order = sortWords[sort]();
  return drawn === of
    ? t("{0} variants, {1}", formatCount(of), order)
    : t("{0} of {1} variants, {2}", formatCount(drawn), formatCount(of), order);
}

const sortWords: Readonly<Record<PanelSort, () => string>> = {
  name: () => t("sorted by name"),
  newest: () => t("sorted by newest value, greatest first"),
  change: () => t("sorted by change in sight, greatest first"),
};
