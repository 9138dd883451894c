import * as vscode from "vscode";
import { plainMessage } from "../../shared/plainText";
import { commandId } from "../../editor/commandNames";
import { type WindowContext } from "../../connect/context";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { seriesTitle } from "../../editor/tabs/documentTitle";
import { reportNoDocument } from "../../editor/tabs/openSeries";
import { type SeriesTarget } from "../../shared/place";
import { seriesTargetsOf } from "../../editor/tabs/target";

/** A view of the catalog. */
interface RowsView {
  /** Selects the row of a series; false where there is none. */
  readonly reveal: (target: SeriesTarget) => Promise<boolean>;
  /** Shows only rows with a match; with an empty text all. */
  readonly filter: (text: string) => void;
}

const filteredKey = "macroSignals.isFiltered";

let filterText = "";

/** Asks for a text, and shows only rows of the views that match it as a search does. */
export async function askFilter(views: readonly RowsView[]): Promise<void> {
  const { t } = vscode.l10n;
  const text = await vscode.window.showInputBox({
    title: t("Filter"),
    prompt: t("Words to find in both views. Leave empty to show all rows."),
    value: filterText,
  });
  if (text !== undefined) filterViews(views, text.trim());
}

/** Shows only rows that match; with an empty text all. */
export function filterViews(views: readonly RowsView[], text: string): void {
  if (text === filterText) return;
  filterText = text;
  for (const view of views) view.filter(text);
  void vscode.commands.executeCommand("setContext", filteredKey, text !== "");
}

/**
 * Selects the row of a series in the side bar; for a chart of several series, of the first. By default the series of
 * the active document.
 */
export async function showInSideBar(
  argument: unknown,
  views: readonly RowsView[],
  context: WindowContext,
): Promise<void> {
  const [target] = seriesTargetsOf(argument ?? activeDocuments().at(-1));
  if (target === undefined) return reportNoDocument();
  filterViews(views, "");
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
