import * as vscode from "vscode";
import { formatCount } from "../../shared/series/numberText";

/** How many entries of listings could not be read; empty when all could. */
export function unreadableText(count: number): readonly string[] {
  if (count === 0) return [];
  return count === 1
    ? [vscode.l10n.t("1 entry could not be read")]
    : [vscode.l10n.t("{0} entries could not be read", formatCount(count))];
}
