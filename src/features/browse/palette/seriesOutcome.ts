import * as vscode from "vscode";
import { type Form, type Target } from "../../../shared/place";
import { type FileFormat, fileFormats } from "../../../shared/wireFormat";
import { type Choice, type Separator, separator } from "../../../editor/prompt/pickOne";
import { formatLabel } from "../../../editor/files/saveQuestions";
import { type SeriesActions } from "./seriesActions";

/** What to do with a chosen series or panel. */
export type SeriesOutcome =
  | { readonly kind: "open"; readonly form: Form }
  | { readonly kind: "insert" }
  | { readonly kind: "compare" }
  | { readonly kind: "save"; readonly format: FileFormat };

export function outcomeRows(): readonly (Choice<SeriesOutcome> | Separator)[] {
  const { t } = vscode.l10n;
  const open = (label: string, form: Form, icon: string): Choice<SeriesOutcome> => ({
    value: { kind: "open", form },
    label,
    iconPath: new vscode.ThemeIcon(icon),
  });
  return [
    open(t("Open as Chart"), "chart", "graph-line"),
    open(t("Open as CSV"), "csv", "table"),
    open(t("Open as JSON"), "json", "json"),
    separator(),
    {
      value: { kind: "insert" },
      label: t("Insert Code…"),
      iconPath: new vscode.ThemeIcon("notebook"),
    },
    separator(),
    ...fileFormats.map((format): Choice<SeriesOutcome> => ({
      value: { kind: "save", format },
      label: t("Save as {0}…", formatLabel(format)),
      iconPath: new vscode.ThemeIcon("save-as"),
    })),
  ];
}

export async function runOutcome(
  actions: SeriesActions,
  target: Target,
  outcome: SeriesOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case "open":
      return actions.open(target, outcome.form);
    case "insert":
      return actions.insert(target);
    case "compare":
      return actions.compare(target);
    case "save":
      return actions.saveAs(target, outcome.format);
  }
}
