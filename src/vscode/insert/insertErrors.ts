import * as vscode from "vscode";

/** The notebook or script was closed while its code was made. */
export class TargetClosedError extends Error {
  override readonly name = "TargetClosedError";

  constructor(name: string) {
    super(vscode.l10n.t("{0} was closed; nothing was inserted", name));
  }
}

/** The editor did not take the edit, as it does for what is read-only. */
export class EditRefusedError extends Error {
  override readonly name = "EditRefusedError";

  constructor(name: string) {
    super(vscode.l10n.t("{0} is read-only; nothing was changed", name));
  }
}
