import * as vscode from "vscode";
import { type DataKind } from "../../shared/reference";
import { type ContextState } from "./context";
import { dataKindWords } from "./dataKindWords";

/**
 * The kind for data that leave the editor, which is asked for once in a workspace: what was never chosen must not end up in
 * research unnoticed. Undefined when the person leaves the question unanswered.
 */
export async function chosenKind(
  context: Pick<ContextState, "current" | "isKindChosen" | "setDataKind">,
): Promise<DataKind | undefined> {
  const inherited = context.current?.dataKind;
  if (context.isKindChosen && inherited !== undefined) return inherited;
  const rows = (["SNAP", "FIT"] as const).map((kind) => ({
    label: kind,
    detail: dataKindWords(kind),
    dataKind: kind,
  }));
  const picked = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t("Which kind of history does this workspace work with?"),
    placeHolder: vscode.l10n.t("Asked once; Macro Signals: Set Kind… changes it"),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  await context.setDataKind(picked.dataKind);
  return picked.dataKind;
}
