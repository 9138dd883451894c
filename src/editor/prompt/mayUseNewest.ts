import * as vscode from "vscode";
import { type Reference } from "../../shared/reference";
import { type AsOfGate } from "../../store/asOfGate";
import { asOfText } from "../text/dateText";

/**
 * Whether the data of references may leave the editor: asks if the window has an as-of and any of them is a forecast,
 * which the service has only as it stands now.
 */
export async function mayUseNewest(
  references: readonly Reference[],
  { instant }: AsOfGate,
): Promise<boolean> {
  if (instant === undefined || references.every(({ family }) => family !== "forecast")) return true;
  const { t } = vscode.l10n;
  const words = t(
    "Forecasts have no as-of: this is the newest production, after {0}.",
    asOfText(instant),
  );
  const use = t("Use the Newest");
  return (await vscode.window.showWarningMessage(words, { modal: true }, use)) === use;
}
