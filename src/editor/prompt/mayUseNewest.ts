import * as vscode from "vscode";
import { type Reference } from "../../shared/reference";
import { type AsOfGate } from "../../store/asOfGate";
import { asOfText } from "../text/dateText";

/**
 * Whether the data of references may leave the editor: asks if the window has an as-of and any of them is a forecast,
 * of which the service has only the latest.
 */
export async function mayUseNewest(
  references: readonly Reference[],
  { instant }: AsOfGate,
): Promise<boolean> {
  if (instant === undefined || references.every(({ family }) => family !== "forecast")) return true;
  const { t } = vscode.l10n;
  const words = t(
    "Forecasts have no as-of. Their latest values are used, not those as of {0}.",
    asOfText(instant),
  );
  const use = t("Use Latest");
  return (await vscode.window.showWarningMessage(words, { modal: true }, use)) === use;
}
