import { randomUUID } from "node:crypto";
import { parsedJson } from "../../shared/jsonText";
import * as vscode from "vscode";
import { targetUri, selectedTargetsOf, seriesTargetOf } from "../../editor/tabs/target";
import { rowForm } from "./rowForm";
import { type SeriesTarget } from "../../shared/place";

/** The type that rows of our trees have for our own drops: their series, in order. */
export const seriesMime = "application/vnd.macro-signals.series+json";

/** The type that rows of our trees have for drops in the same window, whatever they stand for. */
export const rowsMime = "application/vnd.macro-signals.rows";

/** The type that documents have for every drop. */
export const uriListMime = "text/uri-list";

/** The rows that were dragged last in this window: a drop gets only texts. */
let dragged: { readonly id: string; readonly rows: readonly unknown[] } | undefined;

/**
 * Makes rows draggable: those of series as the documents that a click opens, and as series for generated code; all as
 * rows of this window.
 */
export const rowDragging: vscode.TreeDragAndDropController<unknown> = {
  dropMimeTypes: [],
  dragMimeTypes: [seriesMime, rowsMime, uriListMime],
  handleDrag(rows, dataTransfer) {
    dragged = { id: randomUUID(), rows };
    dataTransfer.set(rowsMime, new vscode.DataTransferItem(dragged.id));
    const targets = selectedTargetsOf(rows[0], rows);
    if (targets.length === 0) return;
    const uris = targets.map((target) => targetUri(target, rowForm()).toString());
    dataTransfer.set(seriesMime, new vscode.DataTransferItem(JSON.stringify(targets)));
    dataTransfer.set(uriListMime, new vscode.DataTransferItem(uris.join("\r\n")));
  },
};

/** The dropped text of a type; the editor puts empty ones before those that a row was dragged with. */
export async function droppedText(
  dataTransfer: vscode.DataTransfer,
  mime: string,
): Promise<string | undefined> {
  for (const [type, item] of dataTransfer) {
    const text = type === mime ? await item.asString() : "";
    if (text !== "") return text;
  }
  return undefined;
}

/** The dropped rows; empty for anything else, and for rows of another window. */
export async function droppedRows(dataTransfer: vscode.DataTransfer): Promise<readonly unknown[]> {
  const id = await droppedText(dataTransfer, rowsMime);
  return dragged !== undefined && id === dragged.id ? dragged.rows : [];
}

/** The dropped series; empty for anything else. Any extension may have dragged anything. */
export async function droppedTargets(
  dataTransfer: vscode.DataTransfer,
): Promise<readonly SeriesTarget[]> {
  const text = (await droppedText(dataTransfer, seriesMime)) ?? "[]";
  const rows = parsedJson(text);
  const targets = Array.isArray(rows) ? rows.map((row) => seriesTargetOf(row)) : [];
  return targets.filter((target) => target !== undefined);
}
