import * as vscode from "vscode";

type Packaged = Pick<vscode.Extension<unknown>, "packageJSON">;

/** The page for issues that the package names as `bugs`; undefined without one. */
function issueTracker({ packageJSON }: Packaged): vscode.Uri | undefined {
  const { bugs } = packageJSON as { readonly bugs?: string | { readonly url?: string } };
  const url = typeof bugs === "object" ? bugs.url : bugs;
  return url === undefined ? undefined : vscode.Uri.parse(url, true);
}

/** Has the menus offer *Report Issue* where there is a page for issues. */
export function offerIssueTracker(extension: Packaged): void {
  const hasTracker = issueTracker(extension) !== undefined;
  void vscode.commands.executeCommand("setContext", "macroSignals.hasIssueTracker", hasTracker);
}

/** Opens the page for issues in the browser. */
export async function reportIssue(extension: Packaged): Promise<void> {
  const uri = issueTracker(extension);
  if (uri !== undefined) await vscode.env.openExternal(uri);
}
