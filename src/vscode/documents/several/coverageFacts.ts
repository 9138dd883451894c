import * as vscode from "vscode";
import { coverageOf, coverageSummary } from "../../../data/coverage";
import { type Panel } from "../../../store/panel";

/** What there is of a panel that has been written: `38 variants`, `2 without data`, `3 uneven`. */
export function coverageFacts(panel: Panel): readonly string[] {
  const { t } = vscode.l10n;
  const { ok, noData, uneven } = coverageSummary(coverageOf(panel));
  return [
    t("{0} variants", ok),
    ...(noData === 0 ? [] : [t("{0} without data", noData)]),
    ...(uneven === 0 ? [] : [t("{0} uneven", uneven)]),
  ];
}
