import * as vscode from "vscode";

/** A tab or a call names a connection that the settings do not have (any more). */
export class UnknownConnectionError extends Error {
  override readonly name = "UnknownConnectionError";

  constructor(readonly connectionId: string) {
    super(vscode.l10n.t("the connection “{0}” is not in the settings", connectionId));
  }
}
