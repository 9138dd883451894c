import * as vscode from "vscode";
import { type VariantCommand } from "./heatmap/protocol";
import { type SeriesTarget } from "../../shared/place";
import { commandId } from "../../editor/commandNames";
import { openChartOf } from "../chart/host/addToChart";
import { mayOpenTabs, openInTabs } from "../../editor/tabs/openInTabs";
import { openSeries } from "../../editor/tabs/openSeries";
import { panelsOf } from "./latestTargets";

/** Runs a command for series as for rows of the tree. */
export async function runForTargets(
  command: VariantCommand,
  targets: readonly SeriesTarget[],
): Promise<void> {
  const [first] = targets;
  if (first === undefined) return;
  switch (command) {
    case "openChart":
      return targets.length > 1
        ? openChartOf(targets)
        : openSeries(first, "chart", { preview: true });
    case "openBeside":
      return openSeries(first, "chart", { viewColumn: vscode.ViewColumn.Beside });
    case "openPanel": {
      const panels = panelsOf(targets);
      return (await mayOpenTabs(panels.length)) ? openInTabs(panels, "chart") : undefined;
    }
    case "addToChart":
    case "openCsv":
    case "forecastsItMoves":
    case "insertIntoNotebook":
    case "copyReference":
    case "saveAs":
    case "showInSideBar": {
      const rows = targets.map((target) => ({ target }));
      await vscode.commands.executeCommand(commandId(command), rows[0], rows);
    }
  }
}
