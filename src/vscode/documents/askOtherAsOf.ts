import * as vscode from "vscode";
import { type AsOf } from "../../shared/instant";
import { asOfProblemWords } from "../palette/askAsOf";
import { asOfText, typedAsOf } from "../palette/typedAsOf";

/**
 * Asks for an as-of to compare with another, checked as it is typed; undefined when the person leaves.
 *
 * @param latestMs - The last as-of that is not in the future, milliseconds since 1970-01-01 UTC.
 */
export async function askOtherAsOf(present: AsOf, latestMs: number): Promise<AsOf | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t("Compare {0} with…", asOfText(present)),
    prompt: vscode.l10n.t("An as-of in UTC: a date means its end, 23:59:59"),
    placeHolder: present === "latest" ? "2024-06-28" : "2024-06-28, latest",
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(text, present, latestMs),
  });
  const asOf = typed === undefined ? undefined : typedAsOf(typed, latestMs);
  return asOf?.ok === true ? asOf.asOf : undefined;
}

function problemOf(text: string, present: AsOf, latestMs: number): string | undefined {
  const typed = typedAsOf(text, latestMs);
  if (!typed.ok) return asOfProblemWords(typed.problem);
  return typed.asOf === present
    ? vscode.l10n.t("Type another as-of than {0}.", asOfText(present))
    : undefined;
}
