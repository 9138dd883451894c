import * as vscode from "vscode";
import { type DataKind } from "../shared/reference";

/** Explains a kind to someone who is choosing one. */
export function dataKindText(kind: DataKind): string {
  switch (kind) {
    case "SNAP":
      return vscode.l10n.t("Whole history recalculated with what was known at the as-of");
    case "FIT":
      return vscode.l10n.t("Each day as first reported; for backtests");
  }
}
