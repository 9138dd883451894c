import * as vscode from "vscode";
import { targetUri, selectedTargetsOf, seriesTargetOf } from "../target";
import { rowForm } from "../tree/rowForm";
import { type SeriesTarget } from "../../shared/place";

/** What rows of our trees are to our own drop: the series of each, in their order. */
export const seriesMime = "application/vnd.macro-signals.series+json";

/** What documents are to every drop. */
export const uriListMime = "text/uri-list";

/**
 * Lets rows of series be dragged: as the documents that a click on them opens, and as series for what makes code of them.
 * Other rows among them are left out.
 */
export const rowDragging: vscode.TreeDragAndDropController<unknown> = {
  dropMimeTypes: [],
  dragMimeTypes: [seriesMime, uriListMime],
  handleDrag(rows, dataTransfer) {
    const targets = selectedTargetsOf(rows[0], rows);
    if (targets.length === 0) return;
    const uris = targets.map((target) => targetUri(target, rowForm()).toString());
    dataTransfer.set(seriesMime, new vscode.DataTransferItem(JSON.stringify(targets)));
    dataTransfer.set(uriListMime, new vscode.DataTransferItem(uris.join("\r\n")));
  },
};

/** The series that are dropped; none when something else is. Any extension may have dragged anything. */
export async function droppedTargets(
  dataTransfer: Pick<vscode.DataTransfer, "get">,
): Promise<readonly SeriesTarget[]> {
  const text = (await dataTransfer.get(seriesMime)?.asString()) ?? "[]";
  const rows = parsed(text);
  const targets = Array.isArray(rows) ? rows.map((row) => seriesTargetOf(row)) : [];
  return targets.filter((target) => target !== undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not ours, whatever it is called.
    return undefined;
  }
}
