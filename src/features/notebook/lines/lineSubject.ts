import type * as vscode from "vscode";
import { type FoundReference, foundReferences } from "../code/foundReferences";
import { sampleConnection, scheme, type Target } from "../../../shared/place";
import { type PanelRef, type Reference, type SeriesRef } from "../../../shared/reference";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { connectionOfService, type KnownConnections } from "../../../connect/connectionOfService";
import { seriesLabel, seriesName } from "../../../editor/text/seriesLabel";
import { isWritableDocument } from "../insertTarget";
import { notebookOf } from "../notebookOf";

/** A line that names one series. */
export interface SeriesLine extends ReferenceLine {
  readonly reference: SeriesRef;
}

/** A line that names a panel. */
export interface PanelLine extends ReferenceLine {
  readonly reference: PanelRef;
}

/** A longer text is data, not code. */
const maxTextLength = 2_000_000;

/**
 * The reference lines of a document in any language; none for our own documents, nor for read-only ones such as the old
 * side of a comparison.
 */
export function linesIn(document: vscode.TextDocument): readonly FoundReference[] {
  if (document.uri.scheme.startsWith(scheme)) return [];
  const text = document.getText();
  if (text.length > maxTextLength || !text.includes("macro-signals:")) return [];
  if (!isWritableDocument((notebookOf(document) ?? document).uri)) return [];
  return foundReferences(text.split(/\r\n|\r|\n/));
}

/** Whether a document may have a call of ours, with or without a line above it. */
export function hasCall(document: vscode.TextDocument): boolean {
  if (document.uri.scheme.startsWith(scheme)) return false;
  const text = document.getText();
  return text.length <= maxTextLength && text.includes("macro_signals_");
}

/** The references of the lines of documents. */
export function referencesIn(documents: readonly vscode.TextDocument[]): readonly Reference[] {
  return documents
    .flatMap(linesIn)
    .flatMap(({ line }) => (line === undefined ? [] : line.reference));
}

/** The line when it names one series; undefined for a panel's. */
export function seriesLineOf(line: ReferenceLine): SeriesLine | undefined {
  if (line.reference.family === "panel") return undefined;
  return { ...line, reference: line.reference };
}

/** The series or panel of a line; undefined without a connection. */
export function targetOfLine(
  line: ReferenceLine,
  connections: KnownConnections,
): Target | undefined {
  const connection = connectionOfService(line.service, connections);
  return connection && { connectionId: connection.id, reference: line.reference };
}

/** The label of a line's series or panel: `INFL US · FIT · as of 2026-11-19`, `SPX USD 12 Months`. */
export function lineLabel({ reference, service }: ReferenceLine): string {
  return seriesLabel(reference, service === sampleConnection);
}

/** The same without its as-of: `INFL US · FIT`. */
export function lineName({ reference, service }: ReferenceLine): string {
  return seriesName(reference, service === sampleConnection);
}

/** Whether inserted history will be revised: the line has neither FIT nor an as-of. */
export function isRevisable(line: ReferenceLine | undefined): boolean {
  const reference = line?.reference;
  if (reference === undefined || reference.family === "forecast") return false;
  return reference.dataKind === "SNAP" && isLatest(reference);
}

function isLatest({ asOf }: { readonly asOf: string }): boolean {
  return asOf === "latest";
}
