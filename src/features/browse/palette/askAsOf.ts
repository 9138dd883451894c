import * as vscode from "vscode";
import { asOfInput, type AsOf } from "../../../shared/instant";
import { type PromptAnswer } from "../../../editor/prompt/promptAnswer";
import { type Judgement, askText } from "../../../editor/prompt/askText";
import { type AsOfProblem, typedAsOf } from "./asOfChoices";
import { asOfText } from "../../../editor/text/dateText";

export interface AsOfQuestion {
  readonly title: string;
  /** The initial text of the input. */
  readonly current?: AsOf;
  /** Not accepted: the as-of to compare with. */
  readonly other?: AsOf;
  /** The last as-of that is not in the future for the service, milliseconds since 1970-01-01 UTC. */
  readonly latestMs: number;
  readonly hasBack?: boolean;
}

/** Asks for an as-of, validated while it is typed. */
export function askAsOf({ current, ...question }: AsOfQuestion): Promise<PromptAnswer<AsOf>> {
  return askText({
    title: question.title,
    prompt: vscode.l10n.t("A date means the end of that day in UTC; empty means latest"),
    placeholder: vscode.l10n.t("2024-06-28, 2024-06-28 18:00Z or latest"),
    ...(current === undefined ? {} : { text: asOfInput(current) }),
    hasBack: question.hasBack === true,
    judge: (text) => judgeAsOf(text, question),
    work: (asOf) => Promise.resolve(asOf),
  });
}

function judgeAsOf(text: string, { other, latestMs }: AsOfQuestion): Judgement<AsOf> {
  const typed = typedAsOf(text, latestMs);
  if (!typed.ok) return { ok: false, problem: asOfProblemText(typed.problem) };
  if (typed.asOf !== other) return { ok: true, value: typed.asOf };
  const problem = vscode.l10n.t("Enter an as-of other than {0}.", asOfText(other));
  return { ok: false, problem };
}

/** Why a typed as-of is refused, and what to do. */
function asOfProblemText(problem: AsOfProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "unreadable":
      return t("Enter a date such as 2024-06-28, or an instant such as 2024-06-28 18:00Z.");
    case "impossible":
      return t("There is no such day or time.");
    case "future":
      return t("This is in the future. Leave it empty for latest.");
  }
}
