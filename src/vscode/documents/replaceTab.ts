import * as vscode from "vscode";

export interface ReplaceOptions {
  /** Whether keys go on to where they went. */
  readonly preserveFocus?: boolean;
}

/** Shows another document in place of a chart's: in its group, in a tab that stays, since a person composed it (KEEP-01). */
export async function replaceTab(
  tab: vscode.Tab,
  uri: vscode.Uri,
  options: ReplaceOptions = {},
): Promise<void> {
  const { group, input } = tab;
  const { viewColumn } = group;
  await vscode.commands.executeCommand("vscode.open", uri, {
    viewColumn,
    preview: false,
    ...options,
  });
  const old = tabsOf(viewColumn).find((each) => isSame(each.input, input));
  if (old !== undefined) await vscode.window.tabGroups.close(old, true);
}

/** Older editors make their tabs anew with each change, so that one from before cannot be closed. */
function tabsOf(viewColumn: vscode.ViewColumn): readonly vscode.Tab[] {
  const groups = vscode.window.tabGroups.all.filter((group) => group.viewColumn === viewColumn);
  return groups.flatMap(({ tabs }) => tabs);
}

function isSame(one: unknown, other: unknown): boolean {
  const { TabInputCustom } = vscode;
  if (!(one instanceof TabInputCustom && other instanceof TabInputCustom)) return false;
  return one.viewType === other.viewType && one.uri.toString() === other.uri.toString();
}
