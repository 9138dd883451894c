import * as vscode from "vscode";

/** A signal's definition allows no panel. */
export class NoPanelError extends Error {
  override readonly name = "NoPanelError";

  /** @param signal - Its code and version. */
  constructor(signal: string) {
    super(vscode.l10n.t("{0} has no variants for a panel.", signal));
  }
}
