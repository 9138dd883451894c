import * as vscode from "vscode";

/** Opens a notebook's file in an editor that has the focus, with one cell selected. */
export async function openNotebook(file: string, selected = 0): Promise<vscode.NotebookEditor> {
  const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
  const editor = await vscode.window.showNotebookDocument(notebook);
  editor.selection = new vscode.NotebookRange(selected, selected + 1);
  return editor;
}

/** The texts of a notebook's cells with the languages they are in. */
export function cellTexts(notebook: vscode.NotebookDocument): [languageId: string, text: string][] {
  return notebook
    .getCells()
    .map(({ document }) => [document.languageId, document.getText().replaceAll("\r\n", "\n")]);
}

/** Closes all editors without asking whether to save what they show. */
export async function closeWithoutSaving(): Promise<void> {
  const count = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
  for (let left = count; left > 0; left--) {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
}
