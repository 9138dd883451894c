import type * as vscode from "vscode";
import { type ChoiceTarget } from "./insertChoice";
import { type InsertedBlock } from "./insertTarget";
import { notebookOf } from "./notebookOf";
import { NotebookTarget, cellsEdit } from "./notebookTarget";
import { ScriptTarget, scriptEdit } from "./scriptTarget";

/** Where something is dropped. */
export interface DropPlace {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}

/** A notebook or a script with the place in it that something is dropped on. */
export interface DropTarget extends ChoiceTarget {
  readonly isNotebook: boolean;
  /** One edit for all blocks, so that one Undo takes them back. */
  editWith(blocks: readonly InsertedBlock[]): vscode.WorkspaceEdit;
}

/** Below the cell, or at the line; undefined where nothing of ours can stand. */
export function dropTargetAt({ document, position }: DropPlace): DropTarget | undefined {
  const notebook = notebookOf(document);
  return notebook === undefined
    ? scriptTargetAt(document, position.with({ character: 0 }))
    : cellTargetIn(notebook, document);
}

function scriptTargetAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): DropTarget | undefined {
  const { uri, isUnsaved, language, takesTables } = new ScriptTarget(document, position);
  if (language === undefined && !takesTables) return undefined;
  return {
    ...{ uri, isUnsaved, language, takesTables },
    isNotebook: false,
    editWith: (blocks) => scriptEdit(document, position, blocks).edit,
  };
}

function cellTargetIn(
  notebook: vscode.NotebookDocument,
  document: vscode.TextDocument,
): DropTarget {
  const index = notebook.getCells().findIndex((cell) => cell.document === document);
  const target = new NotebookTarget(notebook, index);
  const { uri, isUnsaved, language, takesTables } = target;
  return {
    ...{ uri, isUnsaved, language, takesTables },
    isNotebook: true,
    // The cell may have moved meanwhile.
    editWith: (blocks) => cellsEdit(notebook, target.selectedIndex + 1, blocks),
  };
}
