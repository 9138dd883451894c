import * as vscode from "vscode";
import { type CoverageSummary } from "../data/coverage";
import { isoOfDay } from "../shared/day";
import { type AsOf } from "../shared/instant";
import { asOfWords } from "./seriesLabel";

/**
 * A panel's coverage in one line: `38 of 40 variants · 2 without data · last day 2026-11-19, 3 uneven · as of 2026-11-20`.
 */
export function coverageLine(summary: CoverageSummary, asOf: AsOf): string {
  return [coverageWords(summary), asOfWords({ asOf })].join(" · ");
}

/** The same where the as-of stands beside it. */
export function coverageWords(summary: CoverageSummary): string {
  const { t } = vscode.l10n;
  const { ok, noData, failed, uneven, lastDay } = summary;
  const last = lastDay === undefined ? [] : [t("last day {0}", isoOfDay(lastDay))];
  const unevenWords = last.length === 0 || uneven === 0 ? [] : [t("{0} uneven", uneven)];
  return [
    t("{0} of {1} variants", ok, ok + noData + failed),
    ...(noData === 0 ? [] : [t("{0} without data", noData)]),
    ...(failed === 0 ? [] : [t("{0} failed", failed)]),
    ...(last.length === 0 ? [] : [[...last, ...unevenWords].join(", ")]),
  ].join(" · ");
}
