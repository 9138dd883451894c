import * as vscode from "vscode";
import { type CodeLanguage } from "./code/languages";
import { type InsertionPoint, insertedLines, insertionPoint } from "./insertionPoint";
import { languageIdOf } from "./languageId";
import { type Reference } from "../../shared/reference";
import { referencesIn } from "./lines/lineSubject";
import { type InsertTarget, type InsertedBlock, documentColumnOf } from "./insertTarget";

/** Inserts at the cursor of a script, before or after its line: code gets lines of its own. */
export class ScriptTarget implements InsertTarget {
  readonly language: CodeLanguage | undefined;
  readonly takesTables: boolean;
  readonly isNotebook = false;

  /** @param cursor - By default that of the editor that shows the script. */
  constructor(
    private readonly document: vscode.TextDocument,
    private readonly cursor = editorOf(document)?.selection.active ?? new vscode.Position(0, 0),
  ) {
    const { language, isProse } = pointIn(document, cursor);
    this.language = language === "markdown" ? undefined : language;
    this.takesTables = isProse || language === "markdown";
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  get isUnsaved(): boolean {
    return this.document.isUntitled;
  }

  /** A script without a tab may stay in memory for a while. */
  get isClosed(): boolean {
    const { document } = this;
    if (document.isClosed) return true;
    return documentColumnOf(document.uri) === undefined && editorOf(document) === undefined;
  }

  get references(): readonly Reference[] {
    return referencesIn([this.document]);
  }

  async insert(blocks: readonly InsertedBlock[]): Promise<boolean> {
    const { document } = this;
    const editor = await shownEditor(document);
    const { edit, firstRow, endRow } = scriptEdit(document, this.cursorIn(editor, blocks), blocks);
    if (!(await vscode.workspace.applyEdit(edit))) return false;
    reveal(editor, firstRow, endRow);
    return true;
  }

  /** The cursor's position, unless it has moved to a place with another language. */
  private cursorIn(editor: vscode.TextEditor, blocks: readonly InsertedBlock[]): vscode.Position {
    const now = editor.selection.active;
    const point = pointIn(this.document, now);
    return blocks.every((block) => fits(point, block)) ? now : this.cursor;
  }
}

/** Whether a block can go at a point; in prose, code needs a chunk. */
function fits({ language, isProse }: InsertionPoint, block: InsertedBlock): boolean {
  return isProse || block.language === language;
}

/** The edit that inserts blocks at a position in a script, and the lines that they occupy afterwards. */
export function scriptEdit(
  document: vscode.TextDocument,
  cursor: vscode.Position,
  blocks: readonly InsertedBlock[],
): { readonly edit: vscode.WorkspaceEdit; readonly firstRow: number; readonly endRow: number } {
  const point = pointIn(document, cursor);
  const lines = insertedLines(linesOf(document), point, blocks);
  const isEnd = point.row >= document.lineCount;
  const text = isEnd ? `\n${lines.join("\n")}` : `${lines.join("\n")}\n`;
  const at = document.validatePosition(
    isEnd
      ? new vscode.Position(point.row - 1, Number.MAX_SAFE_INTEGER)
      : new vscode.Position(point.row, 0),
  );
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, at, text);
  const firstRow = point.row + (lines[0] === "" ? 1 : 0);
  return { edit, firstRow, endRow: point.row + lines.length };
}

function pointIn(document: vscode.TextDocument, cursor: vscode.Position): InsertionPoint {
  const { line, character } = document.validatePosition(cursor);
  const languageId = languageIdOf(document.languageId, document.uri.path);
  const isBehind = document.lineAt(line).text.slice(0, character).trim() !== "";
  return insertionPoint(linesOf(document), line, languageId, isBehind);
}

/** Whether code or a table can go into a document. */
export function isScript(document: vscode.TextDocument): boolean {
  const { language, takesTables } = new ScriptTarget(document);
  return language !== undefined || takesTables;
}

function linesOf(document: vscode.TextDocument): readonly string[] {
  return document.getText().split(/\r\n|\r|\n/);
}

function editorOf(document: vscode.TextDocument): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = [activeTextEditor, ...visibleTextEditors];
  return editors.find((editor) => editor?.document === document);
}

/** The editor that shows a script; brings its tab to the front if it is hidden. */
async function shownEditor(document: vscode.TextDocument): Promise<vscode.TextEditor> {
  const shown = editorOf(document);
  if (shown !== undefined) return shown;
  const viewColumn = documentColumnOf(document.uri);
  return vscode.window.showTextDocument(document, {
    preserveFocus: true,
    ...(viewColumn === undefined ? {} : { viewColumn }),
  });
}

/** Moves the cursor behind the inserted text, where the next insertion goes. */
function reveal(editor: vscode.TextEditor, row: number, end: number): void {
  const behind = editor.document.validatePosition(new vscode.Position(end, 0));
  editor.selection = new vscode.Selection(behind, behind);
  const inserted = new vscode.Range(new vscode.Position(row, 0), behind);
  editor.revealRange(inserted, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
