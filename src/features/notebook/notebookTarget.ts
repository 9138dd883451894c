import * as vscode from "vscode";
import { codeLanguageOf, type CodeLanguage } from "./code/languages";
import { type Reference } from "../../shared/reference";
import { referencesIn } from "./lines/lineSubject";
import { type InsertTarget, type InsertedBlock, documentColumnOf } from "./insertTarget";

/** Inserts below the selected cell of a notebook, or replaces that cell if it is empty. */
export class NotebookTarget implements InsertTarget {
  readonly takesTables = true;
  readonly isNotebook = true;
  readonly language: CodeLanguage | undefined;
  /** The selected cell, wherever it moves meanwhile. New cells go below it, or replace it if it is empty. */
  private readonly selected: vscode.NotebookCell | undefined;

  /** @param index - Of the selected cell; by default the selection of the editor that shows the notebook. */
  constructor(
    private readonly notebook: vscode.NotebookDocument,
    index = selectedIndex(notebook),
  ) {
    const isCell = index !== undefined && index >= 0 && index < notebook.cellCount;
    this.selected = isCell ? notebook.cellAt(index) : undefined;
    this.language = languageInUse(notebook, this.selected);
  }

  get uri(): vscode.Uri {
    return this.notebook.uri;
  }

  get isUnsaved(): boolean {
    return this.notebook.isUntitled;
  }

  /** A notebook without a tab may stay in memory for a while. */
  get isClosed(): boolean {
    return this.notebook.isClosed || documentColumnOf(this.uri) === undefined;
  }

  get references(): readonly Reference[] {
    return referencesIn(this.notebook.getCells().map(({ document }) => document));
  }

  /** Index of the selected cell; -1 if it was deleted. */
  get selectedIndex(): number {
    return this.selected?.index ?? -1;
  }

  async insert(blocks: readonly InsertedBlock[]): Promise<boolean> {
    const { notebook } = this;
    const editor = await shownEditor(notebook);
    const { start, edit } = this.placeOf(blocks, editor.selection.end);
    if (!(await vscode.workspace.applyEdit(edit))) return false;
    const inserted = new vscode.NotebookRange(start, start + blocks.length);
    editor.selection = inserted;
    editor.revealRange(inserted, vscode.NotebookEditorRevealType.InCenterIfOutsideViewport);
    return true;
  }

  private placeOf(
    blocks: readonly InsertedBlock[],
    end: number,
  ): { readonly start: number; readonly edit: vscode.WorkspaceEdit } {
    const { notebook, selected, selectedIndex: at } = this;
    if (at === -1) return { start: end, edit: cellsEdit(notebook, end, blocks) };
    if (selected === undefined || !takes(selected, blocks[0])) {
      return { start: at + 1, edit: cellsEdit(notebook, at + 1, blocks) };
    }
    return { start: at, edit: filledEdit(notebook, selected, blocks) };
  }
}

/** Whether a code cell is empty and has the language of a block. */
function takes({ kind, document }: vscode.NotebookCell, block: InsertedBlock | undefined): boolean {
  if (kind !== vscode.NotebookCellKind.Code || document.getText().trim() !== "") return false;
  return block !== undefined && codeLanguageOf(document.languageId) === block.language;
}

/** The edit that replaces a cell by the first block, keeping its metadata, and inserts the others below it. */
function filledEdit(
  notebook: vscode.NotebookDocument,
  { index, metadata }: vscode.NotebookCell,
  blocks: readonly InsertedBlock[],
): vscode.WorkspaceEdit {
  const cells = blocks.map(cellOf);
  if (cells[0] !== undefined) cells[0].metadata = metadata;
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.NotebookRange(index, index + 1);
  edit.set(notebook.uri, [vscode.NotebookEdit.replaceCells(range, cells)]);
  return edit;
}

/** The edit that inserts a cell for each block. */
export function cellsEdit(
  notebook: vscode.NotebookDocument,
  index: number,
  blocks: readonly InsertedBlock[],
): vscode.WorkspaceEdit {
  const edit = new vscode.WorkspaceEdit();
  edit.set(notebook.uri, [vscode.NotebookEdit.insertCells(index, blocks.map(cellOf))]);
  return edit;
}

/** The editor that shows a notebook; brings its tab to the front if it is hidden. */
async function shownEditor(notebook: vscode.NotebookDocument): Promise<vscode.NotebookEditor> {
  const { activeNotebookEditor, visibleNotebookEditors } = vscode.window;
  const editors = [activeNotebookEditor, ...visibleNotebookEditors];
  const shown = editors.find((editor) => editor?.notebook === notebook);
  if (shown !== undefined) return shown;
  const viewColumn = documentColumnOf(notebook.uri);
  return vscode.window.showNotebookDocument(notebook, {
    preserveFocus: true,
    ...(viewColumn === undefined ? {} : { viewColumn }),
  });
}

function selectedIndex(notebook: vscode.NotebookDocument): number | undefined {
  const { activeNotebookEditor, visibleNotebookEditors } = vscode.window;
  const editors = [activeNotebookEditor, ...visibleNotebookEditors];
  const editor = editors.find((each) => each?.notebook === notebook);
  return editor === undefined ? undefined : editor.selection.end - 1;
}

/**
 * The language of the selected code cell, else of the nearest one, above before below; without code cells that of the
 * kernel, or Python.
 */
function languageInUse(
  notebook: vscode.NotebookDocument,
  selected: vscode.NotebookCell | undefined,
): CodeLanguage | undefined {
  const cells = notebook.getCells();
  const at = selected?.index ?? cells.length - 1;
  const nearest = [...cells.slice(0, at + 1).reverse(), ...cells.slice(at + 1)];
  const ids = nearest
    .filter(({ kind }) => kind === vscode.NotebookCellKind.Code)
    .map(({ document }) => document.languageId);
  const known = ids.map(codeLanguageOf).find(isCode);
  if (known !== undefined) return known;
  const named = kernelLanguage(notebook.metadata);
  if (named !== undefined) return isCode(codeLanguageOf(named)) ? codeLanguageOf(named) : undefined;
  return ids.length === 0 ? "python" : undefined;
}

function isCode(language: CodeLanguage | undefined): language is CodeLanguage {
  return language !== undefined && language !== "markdown";
}

/** The language of the kernel in a Jupyter notebook's metadata. */
function kernelLanguage(metadata: unknown): string | undefined {
  const jupyter = memberOf(metadata, "metadata");
  const names = [
    memberOf(memberOf(jupyter, "language_info"), "name"),
    memberOf(memberOf(jupyter, "kernelspec"), "language"),
  ];
  const name = names.find((each) => typeof each === "string");
  return name?.toLowerCase();
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1] as unknown;
}

function cellOf({ text, language }: InsertedBlock): vscode.NotebookCellData {
  const { Code, Markup } = vscode.NotebookCellKind;
  const kind = language === "markdown" ? Markup : Code;
  return new vscode.NotebookCellData(kind, text, language);
}
