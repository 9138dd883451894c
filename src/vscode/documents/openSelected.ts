import * as vscode from "vscode";
import { type Form, placeOfUri } from "../../shared/place";
import { panelTargetOf } from "../panelTarget";
import { selectedTargetsOf } from "../seriesTarget";
import { openChartOf } from "./addToChart";
import { activeDocuments } from "./documentTabs";
import { chosenSeries } from "./chosenSeries";
import { mayOpenTabs, openInTabs } from "./openInTabs";
import { openSeries } from "./openSeries";

/**
 * Opens the series of the selected rows: as one chart, or each as a text in a tab of its own that stays. One row, or
 * without any the series of the active document, opens as the editor opens a file; a slice as the same slice.
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
  const slice = given instanceof vscode.Uri ? placeOfUri(given.toString())?.slice : undefined;
  await openSeries(target, form, slice === undefined ? {} : { slice });
}
