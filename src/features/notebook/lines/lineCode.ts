import * as vscode from "vscode";
import { type CodeBlock } from "../code/codeBlock";
import { type FoundReference } from "../code/foundReferences";
import { type CodeLanguage, codeLanguageOf, codeLanguages, languages } from "../code/languages";
import {
  type ReferenceLine,
  commentStyles,
  formatReferenceLine,
} from "../../../shared/referenceLine";
import { documentColumnOf, folderOfTarget } from "../insertTarget";
import { notebookOf } from "../notebookOf";
import { type LineLocation } from "./lineItems";
import { type PanelLine, type SeriesLine, linesIn } from "./lineSubject";

/** A line in an open document, as it was when a command was called. */
export interface LineInDocument {
  readonly document: vscode.TextDocument;
  readonly row: number;
  readonly line: ReferenceLine;
}

/** A line that names one series. */
export interface SeriesLinePlace extends LineInDocument {
  readonly line: SeriesLine;
}

/** A line that names one panel. */
export interface PanelLinePlace extends LineInDocument {
  readonly line: PanelLine;
}

/** The line has changed or is gone, so nothing is changed. */
export class LineGoneError extends Error {
  override readonly name = "LineGoneError";

  constructor(words = vscode.l10n.t("the reference line no longer exists")) {
    super(words);
  }
}

/** A document has no folder to write files to or read files from. */
class NoFolderError extends Error {
  override readonly name = "NoFolderError";

  constructor(isUnsaved: boolean) {
    const { t } = vscode.l10n;
    super(
      isUnsaved
        ? t("the document has not been saved, so no file can be stored next to it")
        : t("the document is not on a disk, so no file can be stored next to it"),
    );
  }
}

/**
 * The line that a command was called for: the one of our item, else the line at the cursor or in the selected cell.
 * Commands can be called with anything; undefined when there is no readable line.
 */
export function chosenLine(argument: unknown): LineInDocument | undefined {
  const location = locationOf(argument) ?? activeLocation();
  const document = location && openDocument(location.uri);
  if (location === undefined || document === undefined) return undefined;
  const lines = linesIn(document);
  const found =
    lines.find(({ row }) => row === location.row) ??
    lines.find(({ row, endRow }) => row <= location.row && location.row < endRow) ??
    (lines.length === 1 ? lines[0] : undefined);
  return found && lineInDocument(document, found);
}

/** All readable lines of the active notebook or document, in order. */
export function activeLines(): readonly LineInDocument[] {
  const cells = vscode.window.activeNotebookEditor?.notebook.getCells();
  const document = vscode.window.activeTextEditor?.document;
  const documents =
    cells?.map((cell) => cell.document) ?? (document === undefined ? [] : [document]);
  return documents.flatMap((each) =>
    linesIn(each).flatMap((found) => lineInDocument(each, found) ?? []),
  );
}

/** The line in its current state: the same line, else the nearest one of the same series with another as-of or kind. */
export function currentPlace(place: LineInDocument): LineInDocument {
  const { document, row, line } = place;
  const places = linesIn(document).flatMap((found) => lineInDocument(document, found) ?? []);
  const near = places.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row));
  const same = near.find((other) => textOf(other.line) === textOf(line));
  return same ?? near.find((other) => seriesOf(other.line) === seriesOf(line)) ?? place;
}

/**
 * The code of a line in its current position, even if rows were added or removed above it.
 *
 * @throws {@link LineGoneError}
 */
export function codeOfLine({ document, row, line }: LineInDocument): CodeBlock {
  if (document.isClosed || !isShown(document)) {
    throw new LineGoneError(vscode.l10n.t("the document was closed; nothing was changed"));
  }
  const same = linesIn(document).filter((found) => isSame(found, line));
  const [nearest] = same.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row));
  if (nearest === undefined) throw new LineGoneError();
  const lines = document.getText().split(/\r\n|\r|\n/);
  return {
    lines,
    row: nearest.row,
    endRow: nearest.endRow,
    language: languageOf(document, lines[nearest.row]),
  };
}

/** The folder of a document's data files. @throws {@link NoFolderError} */
export function folderOf(document: vscode.TextDocument): vscode.Uri {
  const { uri, isUntitled: isUnsaved } = notebookOf(document) ?? document;
  const folder = folderOfTarget({ uri, isUnsaved });
  if (folder === undefined) throw new NoFolderError(isUnsaved);
  return folder;
}

/** Whether a document is visible: a closed one stays in memory for a while, and changes to it would go unseen. */
function isShown(document: vscode.TextDocument): boolean {
  const { visibleTextEditors, visibleNotebookEditors } = vscode.window;
  const { uri } = notebookOf(document) ?? document;
  return (
    documentColumnOf(uri) !== undefined ||
    visibleTextEditors.some((editor) => editor.document === document) ||
    visibleNotebookEditors.some(({ notebook }) => notebook.uri.toString() === uri.toString())
  );
}

function lineInDocument(
  document: vscode.TextDocument,
  { line, row }: FoundReference,
): LineInDocument | undefined {
  return line && { document, row, line };
}

function isSame({ line }: FoundReference, other: ReferenceLine): boolean {
  return line !== undefined && textOf(line) === textOf(other);
}

function textOf(line: ReferenceLine): string {
  return formatReferenceLine(line, commentStyles.hash);
}

/** What a refresh does not change, as a comparable text. */
function seriesOf({ reference, service }: ReferenceLine): string {
  if (reference.family === "forecast") return textOf({ reference, service });
  return textOf({ reference: { ...reference, dataKind: "SNAP", asOf: "latest" }, service });
}

/** The document's language; for others, the language of the line's comment syntax. */
export function languageOf(document: vscode.TextDocument, text = ""): CodeLanguage {
  const known = codeLanguageOf(document.languageId);
  if (known !== undefined) return known;
  const begin = text.trimStart();
  return codeLanguages.find((each) => begin.startsWith(languages[each].comment.begin)) ?? "python";
}

function locationOf(argument: unknown): LineLocation | undefined {
  if (typeof argument !== "object" || argument === null) return undefined;
  if (!("uri" in argument) || !("row" in argument)) return undefined;
  const { uri, row } = argument;
  return typeof uri === "string" && typeof row === "number" ? { uri, row } : undefined;
}

function activeLocation(): LineLocation | undefined {
  const { activeTextEditor: editor, activeNotebookEditor: notebookEditor } = vscode.window;
  const notebook = notebookEditor?.notebook;
  const cells = notebook?.getCells() ?? [];
  const isInNotebook = cells.some((cell) => cell.document === editor?.document);
  if (editor !== undefined && (notebook === undefined || isInNotebook)) {
    return { uri: editor.document.uri.toString(), row: editor.selection.active.line };
  }
  const cell = notebookEditor && cells[notebookEditor.selection.start];
  return cell && { uri: cell.document.uri.toString(), row: 0 };
}

function openDocument(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
}
