import * as vscode from "vscode";

/** The notebook that contains a cell document; undefined for other documents. */
export function notebookOf(document: vscode.TextDocument): vscode.NotebookDocument | undefined {
  return vscode.workspace.notebookDocuments.find(
    (notebook) =>
      notebook.uri.path === document.uri.path &&
      notebook.getCells().some((cell) => cell.document === document),
  );
}
