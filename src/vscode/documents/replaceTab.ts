import * as vscode from "vscode";

export interface ReplaceOptions {
  /** Whether keys go on to where they went. */
  readonly preserveFocus?: boolean;
}

/** Shows another document in place of a tab's: in its group, and kept as it was or not. */
export async function replaceTab(
  tab: vscode.Tab,
  uri: vscode.Uri,
  options: ReplaceOptions = {},
): Promise<void> {
  const { isActive, isPreview, group } = tab;
  const { viewColumn } = group;
  const shown = { viewColumn, preview: isPreview, ...options };
  await vscode.commands.executeCommand("vscode.open", uri, shown);
  // A preview in front gives way by itself.
  if (!isPreview || !isActive) await vscode.window.tabGroups.close(tab, true);
}
