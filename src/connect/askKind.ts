import * as vscode from "vscode";
import { type DataKind } from "../shared/reference";
import { type PromptAnswer } from "../editor/prompt/promptAnswer";
import { type Choice, pickOne } from "../editor/prompt/pickOne";
import { dataKindText } from "./dataKindText";

export interface KindQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** Marked as the current one, and initially active. */
  readonly current?: DataKind;
  readonly hasBack?: boolean;
}

/** Asks for a kind and explains each. */
export async function askKind({
  current,
  ...question
}: KindQuestion): Promise<PromptAnswer<DataKind>> {
  const rows = (["SNAP", "FIT"] as const).map((kind): Choice<DataKind> => {
    const row = { value: kind, label: kind, detail: dataKindText(kind) };
    return kind === current ? { ...row, description: vscode.l10n.t("current") } : row;
  });
  const active = rows.find(({ value }) => value === current);
  const answer = await pickOne({
    ...question,
    rows,
    ...(active === undefined ? {} : { active }),
  });
  // Back is the only button.
  return answer.kind === "pressed" ? { kind: "left" } : answer;
}
