import * as vscode from "vscode";

/** Shows in a view that something is under way, until it ends in whatever way: its outcome is others' affair. */
export function showViewProgress(viewId: string, work: Promise<unknown>): void {
  void vscode.window.withProgress({ location: { viewId } }, () => Promise.allSettled([work]));
}
