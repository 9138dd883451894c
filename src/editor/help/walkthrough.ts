import * as vscode from "vscode";

/** Context keys of the steps that a command alone does not complete; the manifest names the same ones. */
const completionKeys = {
  find: "macroSignals.hasFoundSeries",
  compare: "macroSignals.hasComparedKinds",
  insert: "macroSignals.hasInsertedCode",
} as const;

/** Marks a step of the walkthrough as complete. The editor remembers that in its profile. */
export function completeStep(step: keyof typeof completionKeys): void {
  void vscode.commands.executeCommand("setContext", completionKeys[step], true);
}

/** Opens the walkthrough, which the manifest contributes. */
export async function openWalkthrough({ id }: vscode.Extension<unknown>): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openWalkthrough", `${id}#start`);
}
