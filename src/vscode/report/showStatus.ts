import * as vscode from "vscode";

const shownMs = 8_000;

/** Says for a while that something was done; it asks for no answer. */
export function showStatus(words: string): void {
  vscode.window.setStatusBarMessage(words, shownMs);
}
