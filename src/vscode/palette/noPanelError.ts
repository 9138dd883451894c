import * as vscode from "vscode";

/** What a signal's definition leaves open is no panel. */
export class NoPanelError extends Error {
  override readonly name = "NoPanelError";

  /** @param signal - Its code and version. */
  constructor(signal: string) {
    super(vscode.l10n.t("{0} has no variants for a panel.", signal));
  }
}
