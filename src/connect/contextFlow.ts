import * as vscode from "vscode";
import { plainLabel } from "../shared/plainText";
import { type AsOf } from "../shared/instant";
import { type DataKind } from "../shared/reference";
import { askAsOf } from "../editor/prompt/askAsOf";
import { type Choice, pickOne } from "../editor/prompt/pickOne";
import { type Pressed, type PromptAnswer, askThen, done } from "../editor/prompt/promptAnswer";
import { asOfText } from "../editor/text/dateText";
import { askKind } from "./askKind";
import { type ConnectionDependencies } from "./connectionParts";
import { type Context } from "./context";
import { enterApiKey } from "./keyFlow";
import { runSwitchFlow, switchConnection } from "./switchFlow";

type Change = "connection" | "kind" | "asOf" | "latest" | "exportKind" | "key";

/** Asks what new charts open as. */
export async function setKind(parts: ConnectionDependencies): Promise<void> {
  await runKindFlow(parts, false);
}

/** Asks for the as-of of the window. */
export async function setAsOf(parts: ConnectionDependencies): Promise<void> {
  await runAsOfFlow(parts, false);
}

/** Asks which part of the context to change, then for the new value. */
export async function changeContext(parts: ConnectionDependencies): Promise<void> {
  const { current: first } = parts.context;
  if (first === undefined) return switchConnection(parts);
  // It may change while a later step is asked.
  const current = (): Context => parts.context.current ?? first;
  const ask = (): Promise<PromptAnswer<Change> | Pressed> =>
    pickOne({
      title: vscode.l10n.t("Defaults for New Series"),
      placeholder: vscode.l10n.t("Choose what to change"),
      rows: changesOf(current(), parts.context.exportKind),
    });
  await askThen(ask, (what) => change(parts, what, current()));
}

function changesOf(
  { connection, dataKind, asOf }: Context,
  exportKind: DataKind | undefined,
): readonly Choice<Change>[] {
  const { t } = vscode.l10n;
  const backToLatest: Choice<Change> = {
    value: "latest",
    label: t("Back to Latest"),
    description: t("end the as-of"),
    iconPath: new vscode.ThemeIcon("debug-restart"),
  };
  const rows: Choice<Change>[] = [
    {
      value: "connection",
      label: t("Switch Connection…"),
      description: plainLabel(connection.name),
      iconPath: new vscode.ThemeIcon("plug"),
    },
    {
      value: "kind",
      label: t("Set Kind…"),
      description: dataKind,
      iconPath: new vscode.ThemeIcon("history"),
    },
    {
      value: "asOf",
      label: t("Set As-Of…"),
      description: asOfText(asOf),
      iconPath: new vscode.ThemeIcon("calendar"),
    },
    ...(asOf === "latest" ? [] : [backToLatest]),
    {
      value: "exportKind",
      label: t("Set Kind of Inserts…"),
      description: exportKind ?? t("chosen at the first insert"),
      iconPath: new vscode.ThemeIcon("notebook"),
    },
  ];
  if (connection.kind === "sample") return rows;
  const key: Choice<Change> = {
    value: "key",
    label: t("Enter API Key…"),
    description: plainLabel(connection.baseUrl.origin),
    iconPath: new vscode.ThemeIcon("key"),
  };
  return [...rows, key];
}

async function change(
  parts: ConnectionDependencies,
  what: Change,
  { connection }: Context,
): Promise<PromptAnswer<unknown> | Pressed> {
  switch (what) {
    case "connection":
      return runSwitchFlow(parts, true);
    case "kind":
      return runKindFlow(parts, true);
    case "asOf":
      return runAsOfFlow(parts, true);
    case "latest":
      await parts.context.asOf.set("latest");
      return done;
    case "exportKind":
      return runExportKindFlow(parts);
    case "key":
      await enterApiKey(parts, connection.id);
      return done;
  }
}

async function runKindFlow(
  { context }: ConnectionDependencies,
  hasBack: boolean,
): ReturnType<typeof askKind> {
  const current = context.current?.dataKind;
  const answer = await askKind({
    title: vscode.l10n.t("Set Kind"),
    placeholder: vscode.l10n.t("Kind of new charts, panels, profiles and searches"),
    hasBack,
    ...(current === undefined ? {} : { current }),
  });
  if (answer.kind === "given") await context.setDataKind(answer.value);
  return answer;
}

async function runAsOfFlow(
  { context, services }: ConnectionDependencies,
  hasBack: boolean,
): Promise<PromptAnswer<AsOf>> {
  const { current } = context;
  const service = current && services.ready(current.connection.id);
  const answer = await askAsOf({
    title: vscode.l10n.t("Set This Window's As-Of"),
    current: context.asOf.gate.bound,
    latestMs: service?.client.latestAsOfMs ?? Date.now(),
    newestProduction: service?.catalog.newestProduction,
    hasBack,
  });
  if (answer.kind === "given") await context.asOf.set(answer.value);
  return answer;
}

async function runExportKindFlow({ context }: ConnectionDependencies): ReturnType<typeof askKind> {
  const current = context.exportKind;
  const answer = await askKind({
    title: vscode.l10n.t("Set Kind of Inserts"),
    placeholder: vscode.l10n.t("Kind of data inserted, copied or saved from rows"),
    hasBack: true,
    ...(current === undefined ? {} : { current }),
  });
  if (answer.kind === "given") await context.setExportKind(answer.value);
  return answer;
}
