import * as vscode from "vscode";
import { type Connection } from "./connection";
import { connectToService } from "./connectFlow";
import { type ConnectionParts } from "./connectionParts";
import { chooseService } from "./serviceChoice";

/**
 * Diagnoses a connection, in a document that grows beside what is open.
 *
 * @param argument - The id of a connection; anything else counts as none: then it is the active one, or one that is
 * picked.
 */
export async function diagnoseConnection(
  parts: ConnectionParts,
  argument?: unknown,
): Promise<void> {
  const connection = await connectionOf(parts, argument);
  if (connection !== undefined) await parts.diagnoses.ofConnection(connection);
}

async function connectionOf(
  parts: ConnectionParts,
  argument: unknown,
): Promise<Connection | undefined> {
  const { connections } = parts;
  const named = typeof argument === "string" ? connections.find(argument) : undefined;
  const known = named ?? connections.active;
  if (known !== undefined) return known;
  const title = vscode.l10n.t("Diagnose Connection");
  if (connections.services.length > 0) return chooseService(connections, undefined, title);
  const connect = vscode.l10n.t("Connect to a Service");
  const words = vscode.l10n.t("There is no connection to diagnose yet.");
  if ((await vscode.window.showInformationMessage(words, connect)) === connect) {
    await connectToService(parts);
  }
  return undefined;
}
