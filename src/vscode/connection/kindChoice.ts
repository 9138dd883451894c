import * as vscode from "vscode";
import { type DataKind } from "../../shared/reference";
import { askKind } from "./askKind";
import { type ContextState } from "./context";

/**
 * The kind for data that leave the editor, which is asked for once in a workspace: what was never chosen must not end up in
 * research unnoticed. Undefined when the person leaves the question unanswered.
 */
export async function chosenKind(
  context: Pick<ContextState, "current" | "isKindChosen" | "setDataKind">,
): Promise<DataKind | undefined> {
  const inherited = context.current?.dataKind;
  if (context.isKindChosen && inherited !== undefined) return inherited;
  const answer = await askKind({
    title: vscode.l10n.t("Use SNAP or FIT for data you export from this workspace?"),
    placeholder: vscode.l10n.t(
      "Used for everything you open here. Change it at any time with Macro Signals: Set Kind…",
    ),
  });
  if (answer.kind !== "given") return undefined;
  await context.setDataKind(answer.value);
  return answer.value;
}
