import * as vscode from "vscode";
import { type AsOf } from "../../shared/instant";
import { type Answer } from "../prompt/answer";
import { type Judgement, askText } from "../prompt/askText";
import { type AsOfProblem, asOfText, typedAsOf } from "./typedAsOf";

/**
 * Asks for an as-of, judged as it is typed.
 *
 * @param latestMs - The last as-of that the service can know, milliseconds since 1970-01-01 UTC.
 */
export function askAsOf(current: AsOf, latestMs: number): Promise<Answer<AsOf>> {
  return askText({
    title: vscode.l10n.t("As-of"),
    prompt: vscode.l10n.t("A date means the end of that day in UTC; empty means latest"),
    placeholder: vscode.l10n.t("2024-06-28, 2024-06-28 18:00Z or latest"),
    text: asOfText(current),
    hasBack: true,
    judge: (text): Judgement<AsOf> => {
      const typed = typedAsOf(text, latestMs);
      return typed.ok
        ? { ok: true, value: typed.asOf }
        : { ok: false, problem: asOfProblemWords(typed.problem) };
    },
    work: (asOf) => Promise.resolve(asOf),
  });
}

/** Why a typed as-of is refused, and what to do. */
export function asOfProblemWords(problem: AsOfProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "unreadable":
      return t("Write a date such as 2024-06-28, or an instant such as 2024-06-28 18:00Z.");
    case "impossible":
      return t("There is no such day or time.");
    case "future":
      return t("It lies in the future: nothing is known as of then. Empty means latest.");
  }
}
