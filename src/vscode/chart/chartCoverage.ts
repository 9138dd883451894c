import * as vscode from "vscode";
import { type Panel } from "../../store/panel";
import { coverageWords } from "../coverageLine";
import { panelSummary } from "../panelSummary";
import { beyondChart, mostVariants } from "./readParts";

/** What there is of a panel, on one line, and that a chart does not hold all of it when it does not. */
export function chartCoverage(panel: Panel): string {
  const words = coverageWords(panelSummary(panel));
  if (beyondChart(panel) === 0) return words;
  const limit = vscode.l10n.t(
    "the chart shows only the first {0}; Open as CSV shows all",
    mostVariants,
  );
  return `${limit} · ${words}`;
}
