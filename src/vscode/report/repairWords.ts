import * as vscode from "vscode";
import { type Repairs } from "../../data/normalizeFrame";

/**
 * What a person should know of how an answer became a series. The order of its rows and counters that were left out
 * change nothing that is shown; they are for the log.
 */
export function repairWords({ duplicateRows, infinities }: Repairs): string[] {
  const { t } = vscode.l10n;
  return [
    ...(duplicateRows > 0 ? [t("duplicate rows counted once: {0}", duplicateRows)] : []),
    ...(infinities > 0 ? [t("infinite values read as no value: {0}", infinities)] : []),
  ];
}
