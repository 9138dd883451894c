import * as vscode from "vscode";

/** None of the variants of a panel has data. */
export class EmptyPanelError extends Error {
  override readonly name = "EmptyPanelError";

  constructor() {
    super(vscode.l10n.t("the service has none of the variants"));
  }
}
