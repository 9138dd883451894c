import * as vscode from "vscode";
import { type Connection } from "../../connect/connection";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { type CommandName, commandId } from "../../editor/commandNames";
import { type Choice, pickOne, type Separator, separator } from "../../editor/prompt/pickOne";
import {
  type Pressed,
  type PromptAnswer,
  askBesideButtons,
} from "../../editor/prompt/promptAnswer";
import { type Target } from "../../shared/place";
import { type Reference, type Vintage } from "../../shared/reference";
import { referenceTitle } from "./referenceTitle";
import { changedVintage, vintageButtons } from "./vintage";

/** A command for one series or panel, or another choice of its values. */
export type SeriesAction = CommandName | "values";

/** The series or panel, and what to do with it. */
export interface ChosenAction {
  readonly reference: Reference;
  readonly action: SeriesAction;
}

/** Runs a command on a series or a panel, as the menu of its row does. */
export async function runOn(action: CommandName, target: Target): Promise<void> {
  await vscode.commands.executeCommand(commandId(action), { target });
}

/** Asks what to do with a series or a panel, of which kind and as-of. */
export async function askAction(
  parts: ConnectionDependencies,
  connection: Connection,
  reference: Reference,
): Promise<PromptAnswer<ChosenAction>> {
  let current = reference;
  const ask = (): Promise<PromptAnswer<SeriesAction> | Pressed> =>
    pickOne({
      title: referenceTitle(current, connection.kind === "sample"),
      placeholder: vscode.l10n.t("Choose what to do with the series"),
      rows: actionRows(current),
      hasBack: true,
      buttons: current.family === "forecast" ? [] : vintageButtons(current),
    });
  const answer = await askBesideButtons(ask, async (button) => {
    if (current.family === "forecast") return;
    const { dataKind, asOf }: Vintage = await changedVintage(current, button, parts, connection);
    current = { ...current, dataKind, asOf };
  });
  if (answer.kind !== "given") return answer;
  return { kind: "given", value: { reference: current, action: answer.value } };
}

function actionRows({ family }: Reference): readonly (Choice<SeriesAction> | Separator)[] {
  const { t } = vscode.l10n;
  const row = (label: string, value: SeriesAction, icon: string): Choice<SeriesAction> => ({
    label,
    value,
    iconPath: new vscode.ThemeIcon(icon),
  });
  return [
    row(t("Open as Chart"), "openChart", "graph-line"),
    row(t("Open as CSV"), "openCsv", "table"),
    row(t("Open as JSON"), "openJson", "json"),
    ...(family === "panel" ? [row(t("Choose Values…"), "values", "checklist")] : []),
    separator(),
    row(t("Insert Code…"), "insertIntoNotebook", "notebook"),
    ...(family === "panel" ? [] : [row(t("Add to Chart"), "addToChart", "add")]),
    ...(family === "signal" ? [row(t("Compare SNAP with FIT"), "compareKinds", "diff")] : []),
    separator(),
    row(t("Save As…"), "saveAs", "save-as"),
    row(t("Pin"), "pin", "pin"),
    row(t("Copy Link"), "copyLink", "link"),
  ];
}
