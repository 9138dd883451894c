import * as vscode from "vscode";
import { type LatestForecastsPlace, latestUri } from "../../model/latestPlace";

/** Opens the forecast explorer of a connection, or shows the tab in which it is already open. */
export async function openExplorerTab(connectionId: string): Promise<void> {
  const place: LatestForecastsPlace = { connectionId, of: "forecasts", form: "explorer" };
  const uri = vscode.Uri.parse(latestUri(place), true);
  const text = uri.toString();
  const isOwn = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputCustom && input.uri.toString() === text;
  const groups = vscode.window.tabGroups.all.filter(({ tabs }) => tabs.some(isOwn));
  const group = groups.find(({ isActive }) => isActive) ?? groups[0];
  const column = group === undefined ? {} : { viewColumn: group.viewColumn };
  await vscode.commands.executeCommand("vscode.open", uri, { preview: false, ...column });
}
