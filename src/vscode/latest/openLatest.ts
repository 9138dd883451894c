import * as vscode from "vscode";
import { type RowPanel } from "../../catalog/panelStart";
import { latestUri } from "../../shared/latest/latestPlace";
import { type ConnectionDependencies } from "../connection/connectionParts";
import { ensureContext } from "../palette/ensureContext";

/** Opens the latest signals of the active connection, or of the signal of a row, in a tab that stays. */
export async function openLatest(
  parts: ConnectionDependencies,
  row: RowPanel | undefined,
): Promise<void> {
  const context = await ensureContext(parts, vscode.l10n.t("Latest Signals"));
  const connectionId = row?.connectionId ?? context?.connection.id;
  if (connectionId === undefined) return;
  const { code, version } = row?.signal ?? {};
  const signal =
    code === undefined || version === undefined
      ? {}
      : { signal: { code: code.normalize("NFC"), version } };
  const uri = vscode.Uri.parse(latestUri({ connectionId, ...signal, form: "heatmap" }), true);
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
}
