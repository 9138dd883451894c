import * as vscode from "vscode";
import { maxParts } from "../../../shared/composedPlace";
import { type SavedChartFault, type SavedChartProblem } from "./savedChart";

/** The position and cause of a fault: `Line 4, column 20, $.series[0].reference: …`. */
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
      return t("this is not valid JSON.");
    case "object":
      return t("expected an object.");
    case "version":
      return t("the file was written by another version of the extension.");
    case "missing":
      return t("this entry is missing.");
    case "list":
      return t("expected an array.");
    case "none":
      return t("a chart needs at least one series.");
    case "too many":
      return t("a chart can have at most {0} series.", maxParts);
    case "reference":
      return t("this is not a series reference.");
    case "twice":
      return t("this series is already in the chart.");
    case "panel":
      return t("a panel must be the only entry.");
    case "service":
      return t("expected the address of a service or the word sample.");
    case "boolean":
      return t("expected true or false.");
    case "color":
      return t("expected a whole number of at least 0.");
    case "slice":
      return t("this is not a slice of a single series.");
    case "range":
      return t("expected two days in order, as YYYY-MM-DD.");
    case "years":
      return t("expected a number of years.");
    case "columns":
      return t("expected an array of column names.");
    case "component":
      return t("this is not a forecast component with parts.");
    case "axis":
      return t("expected fit, three, or a minimum and a maximum.");
    case "arrangement":
      return t("expected overlay or panes.");
    case "values":
      return t("expected served, z-score or rank.");
    case "panelView":
      return t("expected panes, crossSection or heatStrip.");
    case "sort":
      return t("expected name, newest or change.");
    case "column":
      return t("this is not a sortable column.");
  }
}
