import * as vscode from "vscode";
import { mayBeVintages } from "../../shared/place";
import { plainMessage } from "../../shared/plainText";
import { commandId } from "../commandNames";

/** Reports a saved file, and offers to open it in the editor that the person has for such files. */
export async function reportSavedFile(words: string, file: vscode.Uri): Promise<void> {
  const open = vscode.l10n.t("Open");
  const chosen = await reportSavedPlace(words, file, open);
  if (chosen === open) await vscode.commands.executeCommand("vscode.open", file);
}

/** Reports what was saved with some actions, and for vintages offers to insert their code. Returns the chosen action. */
export async function reportSavedPlace(
  words: string,
  place: vscode.Uri,
  ...actions: readonly string[]
): Promise<string | undefined> {
  const insert = vscode.l10n.t("Insert Code");
  const all = mayBeVintages(place) ? [...actions, insert] : actions;
  const chosen = await vscode.window.showInformationMessage(plainMessage(words), ...all);
  if (chosen === insert) {
    await vscode.commands.executeCommand(commandId("insertIntoNotebook"), place);
  }
  return chosen;
}

/** Reports several saved files, and offers to show where they are, if this window can. */
export async function reportSavedFiles(words: string, place: vscode.Uri): Promise<void> {
  const command = revealingCommand(place);
  const reveal = vscode.l10n.t("Reveal");
  const actions = command === undefined ? [] : [reveal];
  const chosen = await reportSavedPlace(words, place, ...actions);
  if (command !== undefined && chosen === reveal) {
    await vscode.commands.executeCommand(command, place);
  }
}

/** The file manager of this computer shows neither remote files nor those of a browser's window. */
function revealingCommand(place: vscode.Uri): string | undefined {
  const { env, workspace, UIKind } = vscode;
  if (workspace.getWorkspaceFolder(place) !== undefined) return "revealInExplorer";
  const isLocal = env.uiKind === UIKind.Desktop && env.remoteName === undefined;
  return isLocal && place.scheme === "file" ? "revealFileInOS" : undefined;
}
