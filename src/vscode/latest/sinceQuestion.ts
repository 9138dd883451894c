import * as vscode from "vscode";
import { type Day, dayOfIso, isoOfDay } from "../../shared/day";
import { sinceDay } from "../../shared/latest/since";
import { askText, type Judgement } from "../prompt/askText";

/** Asks since which day values are to have changed; undefined when the person leaves, or while there is no answer. */
export async function askSinceDay(answerMs: number | undefined): Promise<Day | undefined> {
  if (answerMs === undefined) return undefined;
  const { t } = vscode.l10n;
  const answer = await askText<Day, Day>({
    title: t("Changes Since"),
    prompt: t("A day before the values were fetched; changes count from its end in UTC"),
    placeholder: isoOfDay(sinceDay("month", answerMs) ?? 0),
    judge: (text) => judgedDay(text, answerMs),
    work: (day) => Promise.resolve(day),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

function judgedDay(text: string, answerMs: number): Judgement<Day> {
  const { t } = vscode.l10n;
  const typed = dayOfIso(text.trim());
  if (typed === undefined) return { ok: false, problem: t("Enter a day as YYYY-MM-DD.") };
  const day = sinceDay(typed, answerMs);
  return day === undefined
    ? { ok: false, problem: t("The values were fetched on that day or before it.") }
    : { ok: true, value: day };
}
