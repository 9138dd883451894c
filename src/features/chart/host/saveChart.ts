import * as vscode from "vscode";
import { tabUris } from "../../../editor/tabs/tabUris";
import { type ChartEditors } from "./chartEditors";

/** Saves a chart to a file. @param target - The URI of its tab; the active tab if absent. */
export async function saveChart(target: unknown, charts: ChartEditors): Promise<void> {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const uri = target instanceof vscode.Uri ? target : activeTab && tabUris(activeTab)[0];
  if (uri !== undefined && (await charts.saveChart(uri))) return;
  void vscode.window.showInformationMessage(vscode.l10n.t("Open a chart first."));
}
