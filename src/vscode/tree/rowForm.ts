import * as vscode from "vscode";
import { type Form } from "../../shared/place";

/** What a click on the row of a series opens. */
export type RowForm = Extract<Form, "chart" | "csv">;

export const rowFormSetting = "macroSignals.tree.open";

/** As the person has set it; a chart for whatever the setting does not know. */
export function rowForm(): RowForm {
  const value = vscode.workspace.getConfiguration("macroSignals").get<unknown>("tree.open");
  return value === "csv" ? "csv" : "chart";
}
