import * as vscode from "vscode";
import { anyChartPlaceOfUri } from "../../shared/chartPlace";
import { type Form, placeOfUri } from "../../shared/place";
import { panelTargetOf } from "../panelTarget";
import { selectedTargetsOf } from "../seriesTarget";
import { targetUri } from "../target";
import { openChartOf } from "./addToChart";
import { activeDocuments, viewColumnOf } from "./documentTabs";
import { chosenSeries } from "./chosenSeries";
import { mayOpenTabs, openInTabs } from "./openInTabs";
import { openSeries } from "./openSeries";

/**
 * Opens the series of the selected rows: as one chart, or each as a text in a tab of its own that stays. One row, or
 * without any the series of the active document, opens as the editor opens a file; a slice as the same slice, and the text of
 * a chart beside it.
 */
export async function openSelected(
  form: Form,
  argument: unknown,
  selection?: unknown,
): Promise<void> {
  const targets = Array.isArray(selection) ? selectedTargetsOf(argument, selection) : [];
  if (targets.length > 1) {
    if (form === "chart") await openChartOf(targets);
    else if (await mayOpenTabs(targets.length)) await openInTabs(targets, form);
    return;
  }
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

/** A document that is open already comes to the front where it is; a chart's text otherwise opens beside the chart (KEEP-01). */
function columnFor(uri: vscode.Uri, form: Form, shown: vscode.Uri): vscode.ViewColumn | undefined {
  const isOfChart = form !== "chart" && anyChartPlaceOfUri(shown.toString()) !== undefined;
  return viewColumnOf(uri) ?? (isOfChart ? vscode.ViewColumn.Beside : undefined);
}
