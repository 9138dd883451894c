import * as vscode from "vscode";
import { type Form } from "../../shared/place";

/** What a click on the row of a series opens. */
export type RowForm = Extract<Form, "chart" | "csv">;

export const rowFormSetting = "macroSignals.tree.open";

/** The setting; a chart for unknown values. */
export function rowForm(): RowForm {
  const value = vscode.workspace.getConfiguration("macroSignals").get<unknown>("tree.open");
  return value === "csv" ? "csv" : "chart";
}
