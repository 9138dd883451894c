import * as vscode from "vscode";
import { coverageOf, coverageSummary, type CoverageSubject } from "../data/coverage";
import { isoOfDay } from "../shared/day";
import { formatCount } from "../shared/series/numberText";

/** What there is of a panel, on one line: `38 of 40 variants · 2 without data · last day 2026-11-19, 3 uneven`. */
export function coverageWords(panel: CoverageSubject): string {
  const { ok, noData, failed, uneven, lastDay } = coverageSummary(coverageOf(panel));
  const { t } = vscode.l10n;
  const of = formatCount(ok + noData + failed);
  return [
    t("{0} of {1} variants", formatCount(ok), of),
    ...(noData === 0 ? [] : [t("{0} without data", formatCount(noData))]),
    ...(failed === 0 ? [] : [t("{0} failed", formatCount(failed))]),
    ...(lastDay === undefined ? [] : [lastDayWords(isoOfDay(lastDay), uneven)]),
  ].join(" · ");
}

function lastDayWords(day: string, uneven: number): string {
  return uneven === 0
    ? vscode.l10n.t("last day {0}", day)
    : vscode.l10n.t("last day {0}, {1} uneven", day, formatCount(uneven));
}
