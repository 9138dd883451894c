import * as vscode from "vscode";
import { type Form, placeOfUri } from "../../shared/place";
import { panelTargetOf } from "../panelTarget";
import { type Target } from "../target";
import { selectedTargetsOf } from "../seriesTarget";
import { activeDocuments } from "./documentTabs";
import { chosenSeries } from "./chosenSeries";
import { openSeries } from "./openSeries";

/** More tabs than this are opened only when the person says so. */
const mostUnasked = 10;

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
    await openAll(targets, form);
    return;
  }
  const given = argument ?? activeDocuments().at(-1);
  const target = panelTargetOf(given) ?? (await chosenSeries(given));
  if (target === undefined) return;
  const slice = given instanceof vscode.Uri ? placeOfUri(given.toString())?.slice : undefined;
  await openSeries(target, form, slice === undefined ? {} : { slice });
}

async function openAll(targets: readonly Target[], form: Form): Promise<void> {
  if (targets.length > mostUnasked && !(await mayOpen(targets.length))) return;
  for (const target of targets) await openSeries(target, form, { preview: false });
}

async function mayOpen(count: number): Promise<boolean> {
  const open = vscode.l10n.t("Open {0} Tabs", count);
  const question = vscode.l10n.t("This opens {0} tabs.", count);
  const detail = vscode.l10n.t("Add to Chart shows several series in one.");
  const answer = await vscode.window.showWarningMessage(question, { modal: true, detail }, open);
  return answer === open;
}
