import * as vscode from "vscode";
import { plainLabel, plainLine } from "../../shared/plainText";
import { type Choice, pickOne } from "../../editor/prompt/pickOne";
import { type ShownHedging } from "./forecastsTree";

/** Asks in which hedging mode rows show their forecasts; undefined when the person leaves. */
export async function askHedging({ hedgings, current }: ShownHedging): Promise<string | undefined> {
  const rows = hedgings.map(({ name, description = "" }): Choice<string> => {
    const row = { value: name, label: plainLabel(name), detail: plainLine(description) };
    return name === current ? { ...row, description: vscode.l10n.t("current") } : row;
  });
  const active = rows.find(({ value }) => value === current);
  const answer = await pickOne({
    title: vscode.l10n.t("Hedging of Forecasts in the Side Bar"),
    placeholder: vscode.l10n.t("Choose the hedging of the forecasts shown beside the rows"),
    rows,
    ...(active === undefined ? {} : { active }),
  });
  return answer.kind === "given" ? answer.value : undefined;
}
