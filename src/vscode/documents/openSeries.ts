import * as vscode from "vscode";
import { documentPlaceOfUri } from "../../shared/documentPlace";
import { type Form, placeUri, type Target } from "../../shared/place";
import { type Slice } from "../../shared/slice";
import { targetUri } from "../target";
import { activeDocuments } from "./documentTabs";

export interface OpenOptions {
  /** Whether the next document may take the tab; as the person has set it unless given. */
  readonly preview?: boolean;
  readonly viewColumn?: vscode.ViewColumn;
  /** Which part of it; all unless given. */
  readonly slice?: Slice;
}

/** Opens a series or a panel as a chart or a document, which tells of its own failures. */
export async function openSeries(
  target: Target,
  form: Form,
  { slice, ...options }: OpenOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", targetUri(target, form, slice), options);
}

/** Opens what a document shows as JSON when it is CSV, and the other way round; the active document unless one is given. */
export async function openOtherForm(argument: unknown): Promise<void> {
  const uri = argument instanceof vscode.Uri ? argument : activeDocuments().at(-1);
  const place = uri && documentPlaceOfUri(uri.toString());
  if (place === undefined) {
    await reportNoDocument();
    return;
  }
  const form = place.form === "csv" ? "json" : "csv";
  const other = vscode.Uri.parse(placeUri({ ...place, form }), true);
  await vscode.commands.executeCommand("vscode.open", other);
}

/** Says what a command needs that was called without a document of ours. */
export async function reportNoDocument(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("Open a series first, or choose one in the Macro Signals side bar."),
  );
}
