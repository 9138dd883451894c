import * as vscode from "vscode";
import { documentPlaceOfUri } from "../../shared/documentPlace";
import { activeDocuments } from "./documentTabs";
import { tellNoDocument } from "./openSeries";
import { type SeriesFileSystem } from "./seriesFileSystem";

/** Fetches what a tab shows anew, both sides of a comparison; the active tab unless a document is given. */
export async function refreshDocuments(argument: unknown, files: SeriesFileSystem): Promise<void> {
  const uris = urisFor(argument).filter((uri) => documentPlaceOfUri(uri.toString()) !== undefined);
  if (uris.length === 0) await tellNoDocument();
  await Promise.all(uris.map((uri) => files.refresh(uri)));
}

/** The title button of a comparison names one side only. */
function urisFor(argument: unknown): readonly vscode.Uri[] {
  const active = activeDocuments();
  if (!(argument instanceof vscode.Uri)) return active;
  const text = argument.toString();
  return active.some((uri) => uri.toString() === text) ? active : [argument];
}
