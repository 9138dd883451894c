import { type PanelOutline } from "../../../protocol";
import { type PanelSort } from "../../../model/viewState";
import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { coordinates } from "../facts";
import { momentText } from "../../../../../ui/dateText";

/** Describes a panel on one line, its variants by their coverage instead of one by one. */
export function panelFacts(panel: PanelOutline): string {
  const { identity, asOf, coverage, fetchedAtMs, staleBecause, progress } = panel;
  return [
    ...(identity.isSample ? [t("SAMPLE, synthetic")] : []),
    identity.service,
    identity.subject,
    identity.variant,
    // The subject is empty until the editor sends the panel.
    ...(identity.subject === "" ? [] : coordinates({ ...identity, asOf: asOf ?? identity.asOf })),
    coverage,
    ...(fetchedAtMs === null
      ? [progress === null ? t("no data") : t("Fetching…")]
      : [t("fetched {0}", momentText(fetchedAtMs))]),
    staleBecause === null ? "" : t("could not be refreshed: {0}", staleBecause),
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}

interface Drawn {
  readonly drawn: number;
  /** The number of variants in the chart. */
  readonly of: number;
  /** As {@link PanelOutline.omitted}. */
  readonly omitted: number;
  readonly sort: PanelSort;
}

/**
 * `60 of 300 variants, sorted by newest value, largest first; 112 more not in the chart`; without `60 of` if all are
 * drawn.
 */
export function drawnText({ drawn, of, omitted, sort }: Drawn): string {
  const order = sortText[sort]();
  const sorted =
    drawn === of
      ? t("{0} variants, {1}", formatCount(of), order)
      : t("{0} of {1} variants, {2}", formatCount(drawn), formatCount(of), order);
  if (omitted === 0) return sorted;
  return t("{0}; {1} more not in the chart", sorted, formatCount(omitted));
}

const sortText: Readonly<Record<PanelSort, () => string>> = {
  name: () => t("sorted by name"),
  newest: () => t("sorted by newest value, largest first"),
  change: () => t("sorted by change over visible range, largest first"),
};
