import * as vscode from "vscode";
import { tabUris } from "../tabUris";

export interface ReplaceOptions {
  /** Whether keys go on to where they went. */
  readonly preserveFocus?: boolean;
  /** Whether the next click in the tree may take the tab; false by default, since a person composed a chart (KEEP-01). */
  readonly preview?: boolean;
}

/** Shows another document in place of a tab's, in its group. */
export async function replaceTab(
  tab: vscode.Tab,
  uri: vscode.Uri,
  options: ReplaceOptions = {},
): Promise<void> {
  const { viewColumn } = tab.group;
  const uris = String(tabUris(tab));
  await vscode.commands.executeCommand("vscode.open", uri, {
    viewColumn,
    preview: false,
    ...options,
  });
  // Older editors make their tabs anew with each change, so that one from before cannot be closed.
  const groups = vscode.window.tabGroups.all.filter((group) => group.viewColumn === viewColumn);
  const old = groups.flatMap(({ tabs }) => tabs).find((each) => String(tabUris(each)) === uris);
  if (old !== undefined) await vscode.window.tabGroups.close(old, true);
}
