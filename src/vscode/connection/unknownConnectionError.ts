import * as vscode from "vscode";

/** A tab or a call names a connection that the settings do not have (any more). */
export class UnknownConnectionError extends Error {
  override readonly name = "UnknownConnectionError";

  constructor(readonly connectionId: string) {
    super(vscode.l10n.t("there is no connection “{0}” in the settings", connectionId));
  }
}
