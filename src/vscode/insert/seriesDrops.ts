import * as vscode from "vscode";
import { TokenSignal } from "../cancellation";
import { type Disposable } from "../disposables";
import { droppedTargets, seriesMime } from "./dragRows";
import type * as DropEdit from "./dropEdit";

/** Documents that code or a table of ours can stand in; a cell's language counts once something is dropped on it. */
const selector: vscode.DocumentSelector = [
  ...["python", "r", "sql", "markdown", "quarto", "rmd"].map((language) => ({ language })),
  // Editors without an extension for them take these for plain text.
  { pattern: "**/*.{qmd,Rmd,rmd}" },
  { scheme: "vscode-notebook-cell" },
];

/** Makes code of rows that are dropped into notebooks and scripts. What that takes is loaded with the first drop. */
export class SeriesDrops implements Disposable, vscode.DocumentDropEditProvider {
  private readonly registration: vscode.Disposable;

  constructor(private readonly parts: DropEdit.DropParts) {
    this.registration = vscode.languages.registerDocumentDropEditProvider(selector, this, {
      dropMimeTypes: [seriesMime],
    });
  }

  async provideDocumentDropEdits(
    document: vscode.TextDocument,
    position: vscode.Position,
    dataTransfer: Pick<vscode.DataTransfer, "get">,
    token: vscode.CancellationToken,
  ): Promise<vscode.DocumentDropEdit | undefined> {
    const targets = await droppedTargets(dataTransfer);
    if (targets.length === 0) return undefined;
    const { dropEdit } = await import("./dropEdit");
    const cancel = new TokenSignal(token);
    try {
      return await dropEdit(this.parts, { document, position }, targets, cancel.signal);
    } finally {
      cancel.dispose();
    }
  }

  dispose(): void {
    this.registration.dispose();
  }
}
