import * as vscode from "vscode";
import {
  type AsOf,
  type Instant,
  isEndOfDay,
  isLaterThan,
  msOfInstant,
} from "../../shared/instant";
import { exactMomentText, localMomentText } from "../../shared/dateText";
import { type AsOfPreset, type AsOfProblem, asOfPresets, typedAsOf } from "../../shared/typedAsOf";
import { DisposableStore } from "../disposables";
import { asOfText } from "../text/dateText";
import { type Choice } from "./pickOne";
import { type PromptAnswer } from "./promptAnswer";

export interface AsOfQuestion {
  readonly title: string;
  /** The current as-of, which is not offered. */
  readonly current?: AsOf;
  /** The as-of to compare with, which is not accepted. */
  readonly other?: AsOf;
  /** The last as-of that is not in the future for the service, milliseconds since 1970-01-01 UTC. */
  readonly latestMs: number;
  /** The window's as-of: nothing later is offered or accepted, and relative days count from it; latest by default. */
  readonly bound?: AsOf;
  /** The `point_in_time` of the newest production, if it is known. */
  readonly newestProduction?: Instant | undefined;
  readonly hasBack?: boolean;
}

/** A row that can be chosen, or one that explains why the typed text is refused. */
type Row = Choice<AsOf> | vscode.QuickPickItem;

/** Asks for an as-of: a preset, or a typed text. A row below the text shows what it means. */
export async function askAsOf(question: AsOfQuestion): Promise<PromptAnswer<AsOf>> {
  const disposables = new DisposableStore();
  const pick = disposables.add(vscode.window.createQuickPick<Row>());
  const presets = presetRows(question);
  pick.title = question.title;
  pick.placeholder = vscode.l10n.t(
    "2024-06-28, 2024-06-28 18:00Z, -3m, eoq or latest; a day means its end in UTC",
  );
  pick.items = presets;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  if (question.hasBack === true) pick.buttons = [vscode.QuickInputButtons.Back];
  try {
    return await new Promise((resolve) => {
      disposables.add(pick.onDidHide(() => resolve({ kind: "left" })));
      disposables.add(pick.onDidTriggerButton(() => resolve({ kind: "back", typed: pick.value })));
      disposables.add(
        pick.onDidChangeValue((text) => {
          pick.items = text.trim() === "" ? presets : [...readingRows(text, question), ...presets];
        }),
      );
      disposables.add(
        pick.onDidAccept(() => {
          const [row] = pick.selectedItems;
          if (row === undefined || !("value" in row)) return;
          // The text may have changed since its reading was shown.
          const [read = row] = presets.includes(row) ? [row] : readingRows(pick.value, question);
          if ("value" in read) resolve({ kind: "given", value: read.value });
        }),
      );
      pick.show();
    });
  } finally {
    disposables.dispose();
  }
}

/** Omits the current as-of, the one to compare with, and what is later than the window's. */
function presetRows(question: AsOfQuestion): readonly Row[] {
  const { current, other, bound = "latest", newestProduction } = question;
  const presets = asOfPresets(nowMs(question), newestProduction).map(({ name, asOf }) => ({
    value: asOf,
    label: presetText(name),
    description: asOfText(asOf),
    iconPath: new vscode.ThemeIcon("calendar"),
  }));
  const newest = {
    value: bound,
    label: bound === "latest" ? asOfText(bound) : vscode.l10n.t("This window's as-of"),
    description: bound === "latest" ? "" : asOfText(bound),
    iconPath: new vscode.ThemeIcon("history"),
  };
  return [...presets, newest].filter(
    ({ value }) => value !== current && value !== other && !isLaterThan(value, bound),
  );
}

/** The instant that relative days count from: now, or the window's as-of. */
function nowMs({ latestMs, bound = "latest" }: AsOfQuestion): number {
  return bound === "latest" ? latestMs : Math.min(latestMs, msOfInstant(bound));
}

function presetText(name: AsOfPreset["name"]): string {
  const { t } = vscode.l10n;
  switch (name) {
    case "month":
      return t("End of last month");
    case "quarter":
      return t("End of last quarter");
    case "year":
      return t("A year ago");
    case "production":
      return t("Before the newest production");
  }
}

/** The reading of a typed text, or the reason why it is refused; nothing while it may be part of a preset's name. */
function readingRows(text: string, question: AsOfQuestion): readonly Row[] {
  const { other, bound = "latest" } = question;
  const typed = typedAsOf(text, nowMs(question));
  const isLater = typed.ok ? isLaterThan(typed.asOf, bound) : typed.problem === "future";
  if (isLater && bound !== "latest") return [problemRow(laterText(bound))];
  if (typed.ok && typed.asOf !== other) return [readingRow(typed.asOf)];
  if (!typed.ok && typed.problem === "unreadable" && isInPreset(text, question)) return [];
  const problem = typed.ok
    ? vscode.l10n.t("Enter an as-of other than {0}.", asOfText(typed.asOf))
    : asOfProblemText(typed.problem);
  return [problemRow(problem)];
}

function isInPreset(text: string, question: AsOfQuestion): boolean {
  const wanted = text.trim().toLowerCase();
  return presetRows(question).some(({ label, description = "" }) =>
    `${label} ${description}`.toLowerCase().includes(wanted),
  );
}

function problemRow(label: string): Row {
  return { label, iconPath: new vscode.ThemeIcon("error"), alwaysShow: true };
}

function laterText(bound: AsOf): string {
  return vscode.l10n.t("This is after this window's as-of, {0}.", asOfText(bound));
}

function readingRow(asOf: AsOf): Row {
  const iconPath = new vscode.ThemeIcon("check");
  if (asOf === "latest") return { value: asOf, label: asOfText(asOf), iconPath, alwaysShow: true };
  const ms = msOfInstant(asOf);
  const isUtcHere = new Date(ms).getTimezoneOffset() === 0;
  const times = [
    ...(isEndOfDay(asOf) ? [exactMomentText(ms, vscode.env.language)] : []),
    ...(isUtcHere ? [] : [localMomentText(ms, vscode.env.language)]),
  ];
  return {
    value: asOf,
    label: vscode.l10n.t(
      "As of {0}",
      isEndOfDay(asOf) ? asOfText(asOf) : exactMomentText(ms, vscode.env.language),
    ),
    description: times.join(" · "),
    iconPath,
    alwaysShow: true,
  };
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
      return t(
        "This is in the future: a day means its end in UTC. Type latest for the newest data.",
      );
  }
}
