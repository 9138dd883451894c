import * as vscode from "vscode";
import { maxParts } from "../../shared/composedPlace";
import { type SavedChartFault, type SavedChartProblem } from "./savedChart";

/** Where a file is at fault, and why: `Line 4, column 20, $.series[0].reference: …`. */
export function faultText({ problem, path, line, column }: SavedChartFault): string {
  const { t } = vscode.l10n;
  const words = problemText(problem);
  return path === "$"
    ? t("Line {0}, column {1}: {2}", line, column, words)
    : t("Line {0}, column {1}, {2}: {3}", line, column, path, words);
}

function problemText(problem: SavedChartProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "syntax":
      return t("this is not JSON.");
    case "object":
      return t("an object must stand here.");
    case "version":
      return t("the file was written by another version of the extension.");
    case "missing":
      return t("this is missing.");
    case "list":
      return t("a list must stand here.");
    case "none":
      return t("a chart has at least one series.");
    case "too many":
      return t("a chart has at most {0} series.", maxParts);
    case "reference":
      return t("this is not the reference of a series.");
    case "twice":
      return t("this series is in the chart already.");
    case "panel":
      return t("a panel cannot stand beside others.");
    case "service":
      return t("the address of a service or the word sample must stand here.");
    case "boolean":
      return t("true or false must stand here.");
    case "slice":
      return t("this is not a part of one series.");
    case "range":
      return t("two days in order must stand here, as YYYY-MM-DD.");
    case "years":
      return t("a number of years must stand here.");
    case "columns":
      return t("a list of names of columns must stand here.");
    case "component":
      return t("this is no component of a forecast that has parts.");
    case "axis":
      return t("fit, three, or a least and a greatest value must stand here.");
  }
}
