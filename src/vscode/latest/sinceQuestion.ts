import * as vscode from "vscode";
import { type Day, dayOfIso, isoOfDay } from "../../shared/day";
import { sinceDay } from "../../shared/latest/since";
import { type AnswerArchive } from "../../store/answerArchive";
import { askText, type Judgement } from "../prompt/askText";
import { timeText } from "../timeText";

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

/** Asks for one of the answers before the newest; undefined when the person leaves. */
export async function askKeptAnswer(
  archive: Pick<AnswerArchive, "list">,
  { lookMs, newestMs }: { readonly lookMs: number | undefined; readonly newestMs: number },
): Promise<number | undefined> {
  const { t } = vscode.l10n;
  const times = [...(await archive.list("signals")), ...(await archive.list("forecasts"))]
    .map(({ fetchedAtMs }) => fetchedAtMs)
    .filter((ms) => ms < newestMs);
  const kept = [...new Set(times)].sort((a, b) => b - a);
  const look = lookMs === undefined ? [] : [{ label: t("Your Last Look"), ms: lookMs }];
  const rows = [...look, ...kept.map((ms) => ({ label: timeText(ms), ms }))];
  const items = rows.map(({ label, ms }) => ({
    label,
    description: label === timeText(ms) ? "" : timeText(ms),
    ms,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t("What Changed"),
    placeHolder: items.length === 0 ? t("No older answer is kept yet") : t("Choose since when"),
  });
  return chosen?.ms;
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
