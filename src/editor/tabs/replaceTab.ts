import * as vscode from "vscode";
import { tabUris } from "./tabUris";

export interface ReplaceOptions {
  /** Whether the focus stays where it is. */
  readonly preserveFocus?: boolean;
  /**
   * Whether the next click in the tree may replace the tab; false by default, since a person composed the chart
   * (KEEP-01).
   */
  readonly preview?: boolean;
  /** The editor to open it in; by default that of its name. */
  readonly viewType?: string;
}

/** Replaces a tab by another document, in its group. */
export async function replaceTab(
  tab: vscode.Tab,
  uri: vscode.Uri,
  { viewType, ...options }: ReplaceOptions = {},
): Promise<void> {
  const { viewColumn } = tab.group;
  const uris = String(tabUris(tab));
  const shown = { viewColumn, preview: false, ...options };
  await (viewType === undefined
    ? vscode.commands.executeCommand("vscode.open", uri, shown)
    : vscode.commands.executeCommand("vscode.openWith", uri, viewType, shown));
  // Older editors recreate their tabs at each change, so a tab object from before cannot be closed.
  const groups = vscode.window.tabGroups.all.filter((group) => group.viewColumn === viewColumn);
  const old = groups.flatMap(({ tabs }) => tabs).find((each) => String(tabUris(each)) === uris);
  if (old !== undefined) await vscode.window.tabGroups.close(old, true);
}
