import * as vscode from "vscode";
import { type VariantCommand } from "../../shared/latest/latestProtocol";
import { commandId } from "../commandNames";
import { mayOpenTabs, openInTabs } from "../documents/openInTabs";
import { openSeries } from "../documents/openSeries";
import { panelsOf, targetsOf, type TargetsRequest, type VersionedRecord } from "./latestTargets";

/** Does with the variants of some records what rows of the tree do with theirs. */
export async function runForVariants(
  command: VariantCommand,
  records: readonly VersionedRecord[],
  request: TargetsRequest,
): Promise<void> {
  const targets = await targetsOf(records, request);
  const [first] = targets;
  if (first === undefined) return;
  switch (command) {
    case "openChart":
      return openSeries(first, "chart", { preview: true });
    case "openBeside":
      return openSeries(first, "chart", { viewColumn: vscode.ViewColumn.Beside });
    case "openPanel": {
      const panels = panelsOf(targets);
      return (await mayOpenTabs(panels.length)) ? openInTabs(panels, "chart") : undefined;
    }
    case "addToChart":
    case "openCsv":
    case "insertIntoNotebook":
    case "copyReference":
    case "saveAs":
    case "showInSideBar": {
      const rows = targets.map((target) => ({ target }));
      await vscode.commands.executeCommand(commandId(command), rows[0], rows);
    }
  }
}
