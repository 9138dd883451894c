import * as vscode from "vscode";
import { anyChartPlaceOfUri } from "../../shared/chartPlace";
import { type Form, placeOfUri, type Target } from "../../shared/place";
import { targetUri, seriesTargetOf, panelTargetOf } from "../../editor/tabs/target";
import { openChartOf } from "../chart/host/addToChart";
import { activeDocuments, viewColumnOf } from "../../editor/tabs/documentTabs";
import { chosenSeries } from "../../editor/tabs/chosenSeries";
import { mayOpenTabs, openInTabs } from "../../editor/tabs/openInTabs";
import { openSeries } from "../../editor/tabs/openSeries";

/**
 * Opens the targets of several rows: the series as one chart or as texts, one tab each, and each panel in its own tab.
 */
export async function openTargets(form: Form, targets: readonly Target[]): Promise<void> {
  const series = targets.map(seriesTargetOf).filter((each) => each !== undefined);
  const isOneChart = form === "chart" && series.length > 1;
  const alone = isOneChart
    ? targets.filter(({ reference }) => reference.family === "panel")
    : targets;
  if (!(await mayOpenTabs(alone.length + (isOneChart ? 1 : 0)))) return;
  if (isOneChart) await openChartOf(series);
  await openInTabs(alone, form);
}

/**
 * Opens the series or panel of a row, or without an argument that of the active document, as the editor opens a file; a
 * document's slice is kept, and the text of a chart opens beside it.
 */
export async function openSelected(form: Form, argument: unknown): Promise<void> {
  const given = argument ?? activeDocuments().at(-1);
  const target = panelTargetOf(given) ?? (await chosenSeries(given));
  if (target === undefined) return;
  if (!(given instanceof vscode.Uri)) return openSeries(target, form);
  const slice = placeOfUri(given.toString())?.slice;
  const viewColumn = columnFor(targetUri(target, form, slice), form, given);
  await openSeries(target, form, {
    ...(slice === undefined ? {} : { slice }),
    ...(viewColumn === undefined ? {} : { viewColumn }),
  });
}

/** The group of a document that is already open; otherwise a chart's text opens beside the chart (KEEP-01). */
function columnFor(uri: vscode.Uri, form: Form, shown: vscode.Uri): vscode.ViewColumn | undefined {
  const isOfChart = form !== "chart" && anyChartPlaceOfUri(shown.toString()) !== undefined;
  return viewColumnOf(uri) ?? (isOfChart ? vscode.ViewColumn.Beside : undefined);
}
