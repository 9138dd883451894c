import * as vscode from "vscode";

/**
 * Shows the log, and reports where the editor cannot write one: its log writer is a native module that some browser
 * hosts lack, which leaves the channel empty.
 *
 * @param folder - Of the extension's log files.
 */
export async function showLog(channel: vscode.LogOutputChannel, folder: vscode.Uri): Promise<void> {
  channel.show(true);
  const entries = await vscode.workspace.fs.readDirectory(folder).then(
    (found) => found,
    // A missing folder has no log either.
    () => [],
  );
  if (entries.some(([name]) => name.endsWith(".log"))) return;
  const words = vscode.l10n.t(
    "The log stays empty because this editor cannot write log files. Use VS Code on the desktop to read it.",
  );
  await vscode.window.showWarningMessage(words);
}
