import * as vscode from "vscode";
import { sampleConnection } from "../shared/place";
import { type Choice, type Separator, pickOne, separator } from "../editor/prompt/pickOne";
import { type Pressed, type PromptAnswer, askThen, done } from "../editor/prompt/promptAnswer";
import { runConnectFlow } from "./connectFlow";
import { type Connection } from "./connection";
import { type ConnectionDependencies } from "./connectionParts";
import { enterApiKey } from "./keyFlow";
import { serviceRow } from "./serviceChoice";

type Target = Connection | "new";

/** Makes the sample data the active connection. */
export async function useSampleData(parts: ConnectionDependencies): Promise<void> {
  await activate(parts, sampleConnection);
}

/** Asks which connection to make active; asks for its key if it has none. */
export async function switchConnection(parts: ConnectionDependencies): Promise<void> {
  await runSwitchFlow(parts, false);
}

/**
 * Runs {@link switchConnection} as a later step of another flow.
 *
 * @param hasBack - Whether there is a step before.
 */
export async function runSwitchFlow(
  parts: ConnectionDependencies,
  hasBack: boolean,
): Promise<PromptAnswer<undefined> | Pressed> {
  const ask = (): Promise<PromptAnswer<Target> | Pressed> => {
    const { rows, active } = rowsOf(parts);
    return pickOne<Target>({
      title: vscode.l10n.t("Switch Connection"),
      placeholder: vscode.l10n.t("Choose the connection for newly opened series"),
      rows,
      hasBack,
      ...(active === undefined ? {} : { active }),
    });
  };
  return askThen(ask, async (target) => {
    if (target === "new") return runConnectFlow(parts, true);
    await switchTo(parts, target);
    return done;
  });
}

function rowsOf({ connections }: ConnectionDependencies): {
  readonly rows: readonly (Choice<Target> | Separator)[];
  readonly active: Choice<Target> | undefined;
} {
  const { active, sample, services } = connections;
  const known: Choice<Target>[] = [
    ...services.map(serviceRow),
    {
      value: sample,
      label: sample.name,
      description: vscode.l10n.t("synthetic data included with the extension"),
    },
  ];
  const isActive = ({ value }: Choice<Target>): boolean =>
    value !== "new" && value.id === active?.id;
  const marked = known.map((row) =>
    isActive(row) ? { ...row, iconPath: new vscode.ThemeIcon("check") } : row,
  );
  const connect: Choice<Target> = {
    value: "new",
    label: vscode.l10n.t("Connect to a Service…"),
    iconPath: new vscode.ThemeIcon("plug"),
  };
  return { rows: [...marked, separator(), connect], active: marked.find(isActive) };
}

async function switchTo(parts: ConnectionDependencies, connection: Connection): Promise<void> {
  await activate(parts, connection.id);
  if (connection.kind === "sample") return;
  const key = await parts.apiKeys.get(connection.baseUrl.origin);
  if (key === undefined) await enterApiKey(parts, connection.id);
}

async function activate(parts: ConnectionDependencies, id: string): Promise<void> {
  try {
    await parts.connections.activate(id);
  } catch (error) {
    const attempt = vscode.l10n.t("Could not switch the connection");
    void parts.failures.report(error, { attempt, retry: () => activate(parts, id) });
  }
}
