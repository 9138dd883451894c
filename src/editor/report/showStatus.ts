import * as vscode from "vscode";

const shownMs = 8_000;

/** Shows a message in the status bar for a while; asks for no answer. */
export function showStatus(words: string): void {
  vscode.window.setStatusBarMessage(words, shownMs);
}
