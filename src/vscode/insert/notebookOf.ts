import * as vscode from "vscode";

/** The notebook that a document is a cell of; undefined of any other document. */
export function notebookOf(document: vscode.TextDocument): vscode.NotebookDocument | undefined {
  return vscode.workspace.notebookDocuments.find(
    (notebook) =>
      notebook.uri.path === document.uri.path &&
      notebook.getCells().some((cell) => cell.document === document),
  );
}
