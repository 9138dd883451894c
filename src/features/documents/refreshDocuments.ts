import * as vscode from "vscode";
import { anyChartPlaceOfUri } from "../../shared/chartPlace";
import { documentPlaceOfUri } from "../../shared/documentPlace";
import { Latest } from "../../store/latest";
import { textPlaceOfUri } from "./chartText";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { reportNoDocument } from "../../editor/tabs/openSeries";

/** The handlers that refresh documents; each reports its own failures. */
export interface RefreshedDocuments {
  readonly files: { refresh(uri: vscode.Uri, latest?: Latest): Promise<void> };
  /** False when no chart shows the document. */
  readonly charts: { refresh(uri: vscode.Uri): Promise<boolean> };
}

/** Fetches again what a tab shows, both sides of a comparison as of one instant; by default the active tab. */
export async function refreshDocuments(
  argument: unknown,
  documents: RefreshedDocuments,
): Promise<void> {
  const uris = urisFor(argument).filter(isOurs);
  if (uris.length === 0) await reportNoDocument();
  const latest = new Latest();
  await Promise.all(uris.map((uri) => refresh(uri, latest, documents)));
}

/** A chart's place that no chart shows is open as text; the list of several series never changes. */
async function refresh(
  uri: vscode.Uri,
  latest: Latest,
  { files, charts }: RefreshedDocuments,
): Promise<void> {
  if (await charts.refresh(uri)) return;
  if (textPlaceOfUri(uri.toString()) !== undefined) await files.refresh(uri, latest);
}

function isOurs(uri: vscode.Uri): boolean {
  const text = uri.toString();
  return documentPlaceOfUri(text) !== undefined || anyChartPlaceOfUri(text) !== undefined;
}

/** The title button of a comparison passes one side only. */
function urisFor(argument: unknown): readonly vscode.Uri[] {
  const active = activeDocuments();
  if (!(argument instanceof vscode.Uri)) return active;
  const text = argument.toString();
  return active.some((uri) => uri.toString() === text) ? active : [argument];
}
