import * as vscode from "vscode";

/** The page for issues that the package names as `bugs`; undefined without one. */
function issueTracker(manifest: unknown): vscode.Uri | undefined {
  const { bugs } = manifest as { readonly bugs?: string | { readonly url?: string } };
  const url = typeof bugs === "object" ? bugs.url : bugs;
  return url === undefined ? undefined : vscode.Uri.parse(url, true);
}

/** Has the menus offer *Report Issue* where there is a page for issues. */
export function offerIssueTracker(manifest: unknown): void {
  const hasTracker = issueTracker(manifest) !== undefined;
  void vscode.commands.executeCommand("setContext", "macroSignals.hasIssueTracker", hasTracker);
}

/** Opens the page for issues in the browser. */
export async function reportIssue(manifest: unknown): Promise<void> {
  const uri = issueTracker(manifest);
  if (uri !== undefined) await vscode.env.openExternal(uri);
}
