import * as vscode from "vscode";
import { documentPlaceOfUri } from "../../shared/documentPlace";
import { type Form, placeUri, type Target } from "../../shared/place";
import { type Slice } from "../../shared/slice";
import { targetUri } from "./target";
import { activeDocuments } from "./documentTabs";

export interface OpenOptions {
  /** Whether the next document may replace the tab; by default as the person has configured it. */
  readonly preview?: boolean;
  readonly viewColumn?: vscode.ViewColumn;
  /** The slice to open; by default everything. */
  readonly slice?: Slice;
}

/** Opens a series or a panel as a chart or a document; failures are reported there. */
export async function openSeries(
  target: Target,
  form: Form,
  { slice, ...options }: OpenOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", targetUri(target, form, slice), options);
}

/** Opens a CSV document as JSON, and vice versa; by default the active document. */
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

/** Reports that a command needs one of our documents. */
export async function reportNoDocument(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("Open a series first, or choose one in the Macro Signals side bar."),
  );
}
