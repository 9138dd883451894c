import * as vscode from "vscode";
import { plainMessage } from "../../shared/plainText";
import { commandId } from "../../editor/commandNames";
import { type WindowContext } from "../../connect/context";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { seriesTitle } from "../../editor/tabs/documentTitle";
import { reportNoDocument } from "../../editor/tabs/openSeries";
import { type SeriesTarget } from "../../shared/place";
import { seriesTargetsOf } from "../../editor/tabs/target";

/** A view that can reveal the row of a series. */
interface RevealingView {
  readonly reveal: (target: SeriesTarget) => Promise<boolean>;
}

/**
 * Selects the row of a series in the side bar; for a chart of several series, of the first. By default the series of
 * the active document.
 */
export async function showInSideBar(
  argument: unknown,
  views: readonly RevealingView[],
  context: WindowContext,
): Promise<void> {
  const [target] = seriesTargetsOf(argument ?? activeDocuments().at(-1));
  if (target === undefined) return reportNoDocument();
  for (const view of views) if (await view.reveal(target)) return;
  const switchConnection = vscode.l10n.t("Switch Connection…");
  const connection = context.current?.connection;
  const isActive = target.connectionId === connection?.id;
  const title = seriesTitle(target);
  const message = isActive
    ? vscode.l10n.t("{1} does not list {0}.", title, connection.name)
    : vscode.l10n.t("{0} belongs to a connection that is not active.", title);
  const actions = isActive ? [] : [switchConnection];
  const chosen = await vscode.window.showInformationMessage(plainMessage(message), ...actions);
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(commandId("switchConnection"));
  }
}
