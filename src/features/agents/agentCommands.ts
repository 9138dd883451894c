import * as vscode from "vscode";
import { serviceNameOf } from "../../connect/connection";
import { type Context, type WindowContext } from "../../connect/context";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { reportNoDocument } from "../../editor/tabs/openSeries";
import { shownTargetsOf } from "../../editor/tabs/target";
import { environmentKeyVariable } from "../../shared/environmentKeyVariable";
import { referencePath } from "../../shared/referencePath";

/** The name by which a prompt refers to the tool that reads series. */
const seriesTool = "#macroSeries";

/** Opens the editor's chat with the references of a chart; no numbers are handed over, and nothing is sent. */
export async function openInChat(argument: unknown): Promise<void> {
  const targets = shownTargetsOf(argument ?? activeDocuments().at(-1));
  if (targets.length === 0) return reportNoDocument();
  const references = targets.map(({ reference }) => referencePath(reference));
  const query = [seriesTool, ...references, ""].join("\n");
  try {
    const shown = { query, isPartialQuery: true };
    await vscode.commands.executeCommand("workbench.action.chat.open", shown);
  } catch {
    // The command is hidden there, but a person's key binding may still call it.
    void vscode.window.showInformationMessage(vscode.l10n.t("This editor has no chat."));
  }
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
