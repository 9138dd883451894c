import * as vscode from "vscode";
import { type Day, dayOfIso, isoOfDay } from "../../../../shared/day";
import { endOfDayMs, sinceDay } from "../../model/since";
import { type AnswerArchive } from "../../../../store/answerArchive";
import { askText, type Judgement } from "../../../../editor/prompt/askText";
import { dateText, momentText } from "../../../../editor/text/dateText";
import { olderTimes } from "./comparedAnswers";

/** Asks for the day to compare with; undefined if the user cancels, or while there is no answer. */
export async function askSinceDay(answerMs: number | undefined): Promise<Day | undefined> {
  if (answerMs === undefined) return undefined;
  const { t } = vscode.l10n;
  const answer = await askText<Day, Day>({
    title: t("Changes Since"),
    prompt: t(
      "A day before the values were fetched; changes are measured from the end of that day (UTC)",
    ),
    placeholder: isoOfDay(sinceDay("month", answerMs) ?? 0),
    judge: (text) => judgedDay(text, answerMs),
    work: (day) => Promise.resolve(day),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

/** Asks for a time before the newest answer: that of an archived answer, or the end of a day. Undefined if the user cancels. */
export async function askOlderTime(
  archive: AnswerArchive,
  { lookMs, newestMs }: { readonly lookMs: number | undefined; readonly newestMs: number },
): Promise<number | undefined> {
  const { t } = vscode.l10n;
  const look = lookMs === undefined ? [] : [{ label: t("Your Last Visit"), ms: lookMs }];
  // Signals and forecasts of one visit have the same text: the later time includes both.
  const kept = new Map<string, number>();
  for (const ms of (await olderTimes(archive, newestMs)).toReversed()) kept.set(momentText(ms), ms);
  const answers = [...look, ...[...kept].toReversed().map(([label, ms]) => ({ label, ms }))];
  const items = answers.map(({ label, ms }) => ({
    label,
    description: label === momentText(ms) ? "" : momentText(ms),
    ms,
  }));
  const days = [
    { label: t("A Week Ago"), day: sinceDay("week", newestMs) },
    { label: t("A Month Ago"), day: sinceDay("month", newestMs) },
  ].flatMap(({ label, day }) =>
    day === undefined
      ? []
      : [{ label, description: t("signals as known at the end of {0}", dateText(day)), day }],
  );
  const chosen = await vscode.window.showQuickPick(
    [...items, ...days.map(({ day, ...item }) => ({ ...item, ms: endOfDayMs(day) }))],
    { title: t("What Changed"), placeHolder: t("Choose what to compare with") },
  );
  return chosen?.ms;
}

function judgedDay(text: string, answerMs: number): Judgement<Day> {
  const { t } = vscode.l10n;
  const typed = dayOfIso(text.trim());
  if (typed === undefined) return { ok: false, problem: t("Enter a day as YYYY-MM-DD.") };
  const day = sinceDay(typed, answerMs);
  return day === undefined
    ? { ok: false, problem: t("Enter a day before the values were fetched.") }
    : { ok: true, value: day };
}
