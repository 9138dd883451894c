import * as vscode from "vscode";
import { runConnectFlow } from "./connectFlow";
import { type ConnectionDependencies } from "./connectionParts";
import { type Context } from "./context";
import { useSampleData } from "./switchFlow";
import { type Choice, pickOne } from "../editor/prompt/pickOne";
import { type Pressed, type PromptAnswer, askThen, done } from "../editor/prompt/promptAnswer";

/** The context; before there is a connection, offers to create one. Undefined when the person leaves without one. */
export async function ensureContext(
  parts: ConnectionDependencies,
  title: string,
): Promise<Context | undefined> {
  const { current } = parts.context;
  if (current !== undefined) return current;
  const ask = (): Promise<PromptAnswer<"connect" | "sample"> | Pressed> =>
    pickOne({
      title,
      placeholder: vscode.l10n.t("There is no connection yet. Choose where the data come from."),
      rows: waysToConnect(),
    });
  await askThen(ask, async (way) => {
    if (way === "connect") return runConnectFlow(parts, true);
    await useSampleData(parts);
    return done;
  });
  return parts.context.current;
}

function waysToConnect(): readonly Choice<"connect" | "sample">[] {
  return [
    {
      value: "connect",
      label: vscode.l10n.t("Connect to a Service…"),
      iconPath: new vscode.ThemeIcon("plug"),
    },
    {
      value: "sample",
      label: vscode.l10n.t("Use Sample Data"),
      description: vscode.l10n.t("synthetic data included with the extension"),
      iconPath: new vscode.ThemeIcon("beaker"),
    },
  ];
}
