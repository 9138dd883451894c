import * as vscode from "vscode";
import { type AsOf, asOfText } from "../../shared/instant";
import { type Choice, pickOne } from "../prompt/pickOne";
import { type AsOfQuestion, askAsOf } from "./askAsOf";
import { type AsOfPreset, asOfPresets } from "./asOfChoices";
import { asOfLabel } from "./vintage";

/** Asks for an as-of: a frequently used one, or any other as text. Undefined when the person leaves. */
export async function chooseAsOf(
  question: Omit<AsOfQuestion, "hasBack">,
): Promise<AsOf | undefined> {
  for (;;) {
    const answer = await pickOne({
      title: question.title,
      placeholder: vscode.l10n.t("Choose an as-of"),
      rows: rowsFor(question),
    });
    if (answer.kind !== "given") return undefined;
    if (answer.value !== "typed") return answer.value.asOf;
    const typed = await askAsOf({ ...question, hasBack: true });
    if (typed.kind !== "back") return typed.kind === "given" ? typed.value : undefined;
  }
}

type Row = Choice<{ readonly asOf: AsOf } | "typed">;

/** Omits the as-of to compare with. */
function rowsFor({ current, other, latestMs }: Omit<AsOfQuestion, "hasBack">): readonly Row[] {
  const presets = asOfPresets(latestMs).map(({ name, asOf }): Row => ({
    value: { asOf },
    label: presetText(name),
    description: asOfText(asOf),
    iconPath: new vscode.ThemeIcon("calendar"),
  }));
  const latest: Row = {
    value: { asOf: "latest" },
    label: asOfLabel("latest"),
    iconPath: new vscode.ThemeIcon("history"),
  };
  const typed: Row = {
    value: "typed",
    label: vscode.l10n.t("Another Date or Instant…"),
    iconPath: new vscode.ThemeIcon("edit"),
  };
  const isOther = ({ value }: Row): boolean =>
    value === "typed" || (value.asOf !== current && value.asOf !== other);
  return [...presets, latest, typed].filter(isOther);
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
  }
}
