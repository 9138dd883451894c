import * as vscode from "vscode";
import { type CoverageSummary } from "../../data/coverage";
import { type AsOf } from "../../shared/instant";
import { repairText } from "../report/repairText";
import { asOfLabel } from "./seriesLabel";
import { asOfText, dateText } from "./dateText";

/**
 * A panel's coverage in one line: `38 of 40 variants · 2 without data · last day 19 Nov 2026, 1 business day behind, 3
 * end earlier · as of 20 Nov 2026`. Repairs that affect the values come before the as-of.
 */
export function coverageLine(summary: CoverageSummary, asOf: AsOf): string {
  return [summaryText(summary), asOfLabel(asOf)].join(" · ");
}

/** The same without the as-of. */
export function summaryText(summary: CoverageSummary): string {
  return [countText(summary), ...lastDayText(summary), ...repairText(summary.repairs)].join(" · ");
}

/** `38 of 40 variants · 2 without data`, `none of the 40 variants has data`. */
export function countText({ ok, noData, failed, unknown = 0 }: CoverageSummary): string {
  const { t } = vscode.l10n;
  if (noData > 1 && ok + failed + unknown === 0)
    return t("none of the {0} variants has data", noData);
  return [
    t("{0} of {1} variants", ok, ok + noData + failed + unknown),
    ...(noData === 0 ? [] : [t("{0} without data", noData)]),
    ...(failed === 0 ? [] : [t("{0} failed", failed)]),
    ...(unknown === 0 ? [] : [t("{0} not cached", unknown)]),
  ].join(" · ");
}

/** Why a series or a panel has no values. */
export function noDataText(asOf: AsOf): string {
  const { t } = vscode.l10n;
  if (asOf === "latest") return t("No data");
  return t("No data as of {0}, which may be before the first production", asOfText(asOf));
}

/** Says nothing of a lag of zero business days. */
function lastDayText({ lastDay, lagBusinessDays: lag = 0, uneven }: CoverageSummary): string[] {
  const { t } = vscode.l10n;
  if (lastDay === undefined) return [];
  const behind = lag === 1 ? t("1 business day behind") : t("{0} business days behind", lag);
  const words = [
    t("last day {0}", dateText(lastDay)),
    ...(lag === 0 ? [] : [behind]),
    ...(uneven === 0 ? [] : [uneven === 1 ? t("1 ends earlier") : t("{0} end earlier", uneven)]),
  ];
  return [words.join(", ")];
}
