import * as vscode from "vscode";
import { type Form, placeOfUri } from "../../shared/place";
import { panelTargetOf } from "../panelTarget";
import { selectedTargetsOf } from "../seriesTarget";
import { activeDocuments } from "./documentTabs";
import { chosenSeries } from "./chosenSeries";
import { mayOpenTabs, openInTabs } from "./openInTabs";
import { openSeries } from "./openSeries";

/**
 * Opens the series of the selected rows, each in a tab of its own that stays; of one row, or without any of what the active
 * document shows, as the editor opens a file: of a slice the same slice.
 */
export async function openSelected(
  form: Form,
  argument: unknown,
  selection?: unknown,
): Promise<void> {
  const targets = Array.isArray(selection) ? selectedTargetsOf(argument, selection) : [];
  if (targets.length > 1) {
    const detail = vscode.l10n.t("Add to Chart shows several series in one.");
    if (await mayOpenTabs(targets.length, detail)) await openInTabs(targets, form);
    return;
  }
  const given = argument ?? activeDocuments().at(-1);
  const target = panelTargetOf(given) ?? (await chosenSeries(given));
  if (target === undefined) return;
  const slice = given instanceof vscode.Uri ? placeOfUri(given.toString())?.slice : undefined;
  await openSeries(target, form, slice === undefined ? {} : { slice });
}
