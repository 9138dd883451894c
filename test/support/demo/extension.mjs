import * as vscode from "vscode";

/** Opens the walkthrough in a window with no tab: the editor opens it by itself only when an extension is installed there. */
export async function activate() {
  if (vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  const walkthrough = "macro-signals.macro-signals#start";
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthrough);
}
