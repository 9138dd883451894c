import * as vscode from "vscode";

/** A line names a service that no connection has. */
export class UnknownServiceError extends Error {
  override readonly name = "UnknownServiceError";

  constructor(service: string) {
    super(vscode.l10n.t("there is no connection to {0}", service.slice(0, 200)));
  }
}
