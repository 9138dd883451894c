import * as vscode from "vscode";
import { plainLabel } from "../../../shared/plainText";
import { asksForKey } from "../../../editor/report/failureReporter";
import { failureText } from "../../../editor/report/failureText";
import { type SeriesChoice, retryRow } from "./seriesSource";

/** The rows for a listing that failed: the failure, and what helps. */
export function listingFailureRows(
  failure: { readonly label: string; readonly error: unknown },
  retry: () => void,
): readonly SeriesChoice[] {
  const { label, error } = failure;
  const failed = retryRow(`failed ${label}`, label, plainLabel(failureText(error)), retry);
  if (!asksForKey(error)) return [failed];
  const enter: SeriesChoice = {
    key: "enter-key",
    label: vscode.l10n.t("Enter API Key…"),
    iconPath: new vscode.ThemeIcon("key"),
    effect: { kind: "enter-key" },
  };
  return [enter, failed];
}
