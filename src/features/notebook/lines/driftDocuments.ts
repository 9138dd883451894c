import * as vscode from "vscode";
import { VirtualDocuments } from "../../../editor/virtualDocuments";

/** The read-only documents of drifts. */
export class DriftDocuments extends VirtualDocuments {
  constructor() {
    const gone = vscode.l10n.t("This report is no longer available. Show the drift again.");
    super("macro-signals-drift", gone);
  }
}
