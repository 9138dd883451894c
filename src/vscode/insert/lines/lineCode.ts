import * as vscode from "vscode";
import { type CodeBlock } from "../../../code/codeBlock";
import { type FoundReference } from "../../../code/foundReferences";
import {
  type CodeLanguage,
  codeLanguageOf,
  codeLanguages,
  languages,
} from "../../../code/languages";
import {
  type ReferenceLine,
  commentStyles,
  formatReferenceLine,
} from "../../../shared/referenceLine";
import { columnOf, folderOfTarget } from "../insertTarget";
import { notebookOf } from "../notebookOf";
import { type LineLocation } from "./lineItems";
import { type SeriesLine, linesIn } from "./lineSubject";

/** A line in an open document, as it was when somebody asked for something. */
export interface LineInDocument {
  readonly document: vscode.TextDocument;
  readonly row: number;
  readonly line: ReferenceLine;
}

/** The same of a line that names one series. */
export interface SeriesPlace extends LineInDocument {
  readonly line: SeriesLine;
}

/** The line is not what it was, or nowhere any more: nothing is changed then. */
export class LineGoneError extends Error {
  override readonly name = "LineGoneError";

  constructor(words = vscode.l10n.t("the reference line no longer exists")) {
    super(words);
  }
}

/** No file can be put beside a document, nor read from there. */
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
 * The line that a command was called for: what one of our items says, else the line at the cursor or in the selected cell.
 * Whoever calls a command may pass anything; undefined when there is no line that can be read.
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

/** All lines of the notebook or document that is open before the person, in their order; those that can be read. */
export function activeLines(): readonly LineInDocument[] {
  const cells = vscode.window.activeNotebookEditor?.notebook.getCells();
  const document = vscode.window.activeTextEditor?.document;
  const documents =
    cells?.map((cell) => cell.document) ?? (document === undefined ? [] : [document]);
  return documents.flatMap((each) =>
    linesIn(each).flatMap((found) => lineInDocument(each, found) ?? []),
  );
}

/** A line as it stands now: itself, else the nearest of the same series that says something else as of when or of which kind. */
export function placeNow(place: LineInDocument): LineInDocument {
  const { document, row, line } = place;
  const places = linesIn(document).flatMap((found) => lineInDocument(document, found) ?? []);
  const near = places.toSorted((a, b) => Math.abs(a.row - row) - Math.abs(b.row - row));
  const same = near.find((other) => textOf(other.line) === textOf(line));
  return same ?? near.find((other) => seriesOf(other.line) === seriesOf(line)) ?? place;
}

/**
 * The code of a line as it stands now, though rows may have come or gone above it.
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

/** The folder beside which a document's data lie. @throws {@link NoFolderError} */
export function folderOf(document: vscode.TextDocument): vscode.Uri {
  const { uri, isUntitled: isUnsaved } = notebookOf(document) ?? document;
  const folder = folderOfTarget({ uri, isUnsaved });
  if (folder === undefined) throw new NoFolderError(isUnsaved);
  return folder;
}

/** A closed document stays in memory for a while; what is changed in it then nobody sees. */
function isShown(document: vscode.TextDocument): boolean {
  const { visibleTextEditors, visibleNotebookEditors } = vscode.window;
  const { uri } = notebookOf(document) ?? document;
  return (
    columnOf(uri) !== undefined ||
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

/** What a refresh leaves as it is. */
function seriesOf({ reference, service }: ReferenceLine): string {
  if (reference.family === "forecast") return textOf({ reference, service });
  return textOf({ reference: { ...reference, dataKind: "SNAP", asOf: "latest" }, service });
}

/** Of a text in no language of ours, that of the line's own comment. */
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
