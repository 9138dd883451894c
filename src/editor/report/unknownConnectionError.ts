import * as vscode from "vscode";

/** A tab or a call refers to a connection that is not (or no longer) in the settings. */
export class UnknownConnectionError extends Error {
  override readonly name = "UnknownConnectionError";

  constructor(readonly connectionId: string) {
    super(vscode.l10n.t("the connection “{0}” is not in the settings", connectionId));
  }
}
