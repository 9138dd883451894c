import * as vscode from "vscode";
import { type RowPanel } from "../../catalog/panelStart";
import { type LatestPlace, latestUri } from "./model/latestPlace";
import { type OpenablePage } from "../../shared/openable";
import { plainMessage } from "../../shared/plainText";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { chosenSeries } from "../../editor/tabs/chosenSeries";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { seriesTitle } from "../../editor/tabs/documentTitle";
import { ensureContext } from "../../connect/ensureContext";
import { type ExplorerWish } from "./explorer/host/explorerEditor";
import { openExplorerTab } from "./explorer/host/explorerTab";
import { type LatestEditors } from "./latestEditors";
import { type RowForecasts } from "../browse/forecastsTree";

/** Opens the latest signals of the active connection, or of the signal of a row, in a tab that is no preview. */
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
  await openInTab({ connectionId, of: "signals", ...signal, form: "heatmap" });
}

/** Opens What Changed for the active connection, in a tab that is no preview. */
export async function openChanges(parts: ConnectionDependencies): Promise<void> {
  const context = await ensureContext(parts, vscode.l10n.t("What Changed"));
  if (context !== undefined) await openPage(context.connection.id, "changes");
}

/** Opens a page of a connection in a tab that is no preview. */
export async function openPage(connectionId: string, page: OpenablePage["page"]): Promise<void> {
  if (page === "explorer") return openExplorerTab(connectionId);
  await openInTab(
    page === "latest"
      ? { connectionId, of: "signals", form: "heatmap" }
      : { connectionId, of: "changes", form: "changes" },
  );
}

async function openInTab(place: LatestPlace): Promise<void> {
  const uri = vscode.Uri.parse(latestUri(place), true);
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
}

/** Opens the forecast explorer of the active connection, or at the forecasts of a row, in a tab that is no preview. */
export async function openExplorer(
  parts: ConnectionDependencies,
  latest: LatestEditors,
  row: RowForecasts | undefined,
): Promise<void> {
  if (row !== undefined) return explore(latest, row.connectionId, { choice: row.choice });
  const context = await ensureContext(parts, vscode.l10n.t("Forecast Explorer"));
  if (context !== undefined) await openExplorerTab(context.connection.id);
}

/** Opens the explorer at the forecasts that a signal variant moves: a row's, or a document's or chart's. */
export async function openMoved(latest: LatestEditors, argument: unknown): Promise<void> {
  const target = await chosenSeries(argument ?? activeDocuments().at(-1));
  if (target === undefined) return;
  const { connectionId, reference } = target;
  if (reference.family !== "signal") {
    const message = vscode.l10n.t(
      "Only signals move forecasts; {0} is a forecast.",
      seriesTitle(target),
    );
    void vscode.window.showInformationMessage(plainMessage(message));
    return;
  }
  const { code, tags } = reference;
  await explore(latest, connectionId, { movedBy: { code, tags } });
}

async function explore(
  latest: LatestEditors,
  connectionId: string,
  wish: ExplorerWish,
): Promise<void> {
  await latest.explore(connectionId, wish, () => openExplorerTab(connectionId));
}
