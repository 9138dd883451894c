import * as vscode from "vscode";
import { isSavedChartPath } from "../../shared/openable";
import { type Pinned } from "../../shared/pins";
import { serviceNameOf } from "../../connect/connection";
import { type Connections } from "../../connect/connections";
import { shownTargetsOf } from "../../editor/tabs/target";
import { type Linked, linkedOfTab, linkedOfTarget } from "../links/linked";

/** What a pin of something of a connection names; undefined when the settings do not have the connection. */
export function pinnedOf(
  { connectionId, openable }: Linked,
  connections: Connections,
): Pinned | undefined {
  const connection = connections.find(connectionId);
  return connection && { openable, service: serviceNameOf(connection) };
}

/** What pins of a document, a chart or a page name, or of the file of a saved chart; empty for anything else. */
export function pinnedOfUri(
  argument: vscode.Uri | string,
  connections: Connections,
): readonly Pinned[] {
  const uri = typeof argument === "string" ? parsedUri(argument) : argument;
  if (uri === undefined) return [];
  const chart = pinnedChart(uri);
  if (chart !== undefined) return [chart];
  const tab = linkedOfTab(uri);
  const all = tab === undefined ? shownTargetsOf(uri).map(linkedOfTarget) : [tab];
  return all.flatMap((each) => pinnedOf(each, connections) ?? []);
}

/** The file of a saved chart by its path in the workspace; undefined for any other file. */
function pinnedChart(uri: vscode.Uri): Pinned | undefined {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  const path = vscode.workspace.asRelativePath(uri).normalize("NFC");
  return isSavedChartPath(path) ? { openable: { kind: "savedChart", path } } : undefined;
}

function parsedUri(text: string): vscode.Uri | undefined {
  try {
    return text.trim() === "" ? undefined : vscode.Uri.parse(text, true);
  } catch {
    // It is no URI.
    return undefined;
  }
}
