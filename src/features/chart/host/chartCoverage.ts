import * as vscode from "vscode";
import { type Panel } from "../../../store/panel";
import { summaryText } from "../../../editor/text/coverageLine";
import { panelSummary } from "../../../editor/text/panelSummary";
import { omittedFromChart, maxVariants } from "./readParts";

/** The coverage of a panel on one line, preceded by the chart's limit when the chart omits variants. */
export function chartCoverage(panel: Panel): string {
  const words = summaryText(panelSummary(panel));
  if (omittedFromChart(panel) === 0) return words;
  const limit = vscode.l10n.t(
    "the chart shows only the first {0}; Open as CSV shows all",
    maxVariants,
  );
  return `${limit} · ${words}`;
}
