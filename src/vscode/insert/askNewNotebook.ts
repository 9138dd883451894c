import * as vscode from "vscode";
import { askLocation } from "../save/saveQuestions";
import { type Choice, pickOne } from "../prompt/pickOne";
import { type InsertTarget } from "./insertTarget";
import { NewNotebookTarget } from "./newNotebook";

/** Asks which notebook to make while none is open and no script either. Undefined when the person leaves. */
export async function askNewNotebook(title: string): Promise<InsertTarget | undefined> {
  const answer = await pickOne({
    title,
    placeholder: vscode.l10n.t("No notebook or script is open. Create one."),
    rows: newNotebookRows(),
  });
  if (answer.kind !== "given") return undefined;
  return answer.value === "unsaved" ? new NewNotebookTarget() : askNewLocation();
}

/** A new notebook where the person wants it. */
export async function askNewLocation(): Promise<InsertTarget | undefined> {
  const title = vscode.l10n.t("Save New Notebook As");
  const location = await askLocation(title, "macro-signals.ipynb", {
    "Jupyter Notebook": ["ipynb"],
  });
  return location && new NewNotebookTarget(location);
}

function newNotebookRows(): readonly Choice<"saved" | "unsaved">[] {
  return [
    {
      value: "saved",
      label: vscode.l10n.t("New Notebook…"),
      detail: vscode.l10n.t("Asks where to save it, so that data files can be stored next to it"),
      iconPath: new vscode.ThemeIcon("notebook"),
    },
    {
      value: "unsaved",
      label: vscode.l10n.t("New Unsaved Notebook"),
      detail: vscode.l10n.t("For values and live requests, which need no file"),
      iconPath: new vscode.ThemeIcon("file-code"),
    },
  ];
}
