import * as vscode from "vscode";

/** The notebook or script was closed while its code was generated. */
export class TargetClosedError extends Error {
  override readonly name = "TargetClosedError";

  constructor(name: string) {
    super(vscode.l10n.t("{0} was closed; nothing was inserted", name));
  }
}

/** The editor rejected the edit, for example in a read-only document. */
export class EditRefusedError extends Error {
  override readonly name = "EditRefusedError";

  constructor(name: string) {
    super(vscode.l10n.t("{0} is read-only; nothing was changed", name));
  }
}
