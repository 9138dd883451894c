import * as vscode from "vscode";
import { type Day, dayOfIso, isoOfDay } from "../../shared/day";
import { sinceDay } from "../../shared/latest/since";
import { type AnswerArchive } from "../../store/answerArchive";
import { askText, type Judgement } from "../prompt/askText";
import { momentText } from "../dateText";
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

/** Asks for an archived answer older than the newest; undefined if the user cancels. */
export async function askKeptAnswer(
  archive: Pick<AnswerArchive, "list">,
  { lookMs, newestMs }: { readonly lookMs: number | undefined; readonly newestMs: number },
): Promise<number | undefined> {
  const { t } = vscode.l10n;
  const look = lookMs === undefined ? [] : [{ label: t("Your Last Visit"), ms: lookMs }];
  // Signals and forecasts of one visit have the same text: the later time includes both.
  const kept = new Map<string, number>();
  for (const ms of (await olderTimes(archive, newestMs)).toReversed()) kept.set(momentText(ms), ms);
  const rows = [...look, ...[...kept].toReversed().map(([label, ms]) => ({ label, ms }))];
  const items = rows.map(({ label, ms }) => ({
    label,
    description: label === momentText(ms) ? "" : momentText(ms),
    ms,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t("What Changed"),
    placeHolder:
      items.length === 0 ? t("Nothing older is archived yet") : t("Choose what to compare with"),
  });
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
