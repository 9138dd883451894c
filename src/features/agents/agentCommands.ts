import * as vscode from "vscode";
import { serviceNameOf } from "../../connect/connection";
import { type Connections } from "../../connect/connections";
import { type Context, type WindowContext } from "../../connect/context";
import { reportNoDocument } from "../../editor/tabs/openSeries";
import { shownTargetsOf } from "../../editor/tabs/target";
import { environmentKeyVariable } from "../../shared/environmentKeyVariable";
import { type Target } from "../../shared/place";
import { commentStyles, formatReferenceLine } from "../../shared/referenceLine";
import { referencePath } from "../../shared/referencePath";
import { type Charts } from "../chart/host/chartEditors";

/** The name by which a prompt refers to the tool that reads series. */
const seriesTool = "#macroSeries";

/** The window's charts, and the connections of their series. */
interface ChatSources {
  readonly charts: Charts;
  readonly connections: Connections;
}

/**
 * Opens the editor's chat with the references of a chart, or of a saved one; no numbers are handed over, and nothing is sent.
 *
 * @param given - The tab of the chart.
 */
export async function openInChat(sources: ChatSources, given: unknown): Promise<void> {
  const saved = given instanceof vscode.Uri ? sources.charts.placeOf(given)?.parts : undefined;
  const targets = saved ?? shownTargetsOf(given);
  if (targets.length === 0) return reportNoDocument();
  const query = [seriesTool, ...targets.map((each) => textOf(sources, each)), ""].join("\n");
  try {
    const shown = { query, isPartialQuery: true };
    await vscode.commands.executeCommand("workbench.action.chat.open", shown);
  } catch {
    // The command is hidden there, but a person's key binding may still call it.
    void vscode.window.showInformationMessage(vscode.l10n.t("This editor has no chat."));
  }
}

/** The reference alone; a line that names its service where another one is active, whose tools must not answer. */
function textOf({ connections }: ChatSources, { connectionId, reference }: Target): string {
  const connection = connections.find(connectionId);
  if (connection === undefined || connection.id === connections.active?.id) {
    return referencePath(reference);
  }
  const line = { reference, service: serviceNameOf(connection) };
  return formatReferenceLine(line, commentStyles.hash);
}

/**
 * Copies what other programs need to start the tools over standard input and output, within the window's as-of.
 *
 * @param cli - The path of the program.
 */
export async function copyMcpConfiguration({ current }: WindowContext, cli: string): Promise<void> {
  const { t } = vscode.l10n;
  if (current === undefined) {
    void vscode.window.showInformationMessage(t("Connect to a service first."));
    return;
  }
  const text = JSON.stringify(mcpConfiguration(current, cli), undefined, 2);
  await vscode.env.clipboard.writeText(`${text}\n`);
  const copied = t("Copied the MCP configuration.");
  const words =
    current.connection.kind === "sample"
      ? copied
      : `${copied} ${t("It contains no key: set {0} in the environment of the program.", environmentKeyVariable)}`;
  void vscode.window.showInformationMessage(words);
}

/** The form that most clients read. The address is in the environment, the as-of in the arguments, and the key in neither. */
function mcpConfiguration({ connection, asOf }: Context, cli: string): object {
  const isSample = connection.kind === "sample";
  const server = {
    command: "node",
    args: [
      cli,
      "mcp",
      ...(asOf === "latest" ? [] : ["--as-of", asOf]),
      ...(isSample ? ["--sample"] : []),
    ],
    ...(!isSample && { env: { MACRO_SIGNALS_BASE_URL: serviceNameOf(connection) } }),
  };
  return { mcpServers: { "macro-signals": server } };
}
