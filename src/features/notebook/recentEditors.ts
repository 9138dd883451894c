import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../editor/disposables";

type EditedDocument = vscode.NotebookDocument | vscode.TextDocument;

/** More than anyone goes back to. */
const maxRemembered = 8;

/** Tracks the most recently active documents, for when the focus is in the side bar or on a chart. */
export class RecentEditors implements Disposable {
  private readonly disposables = new DisposableStore();
  private recent: readonly EditedDocument[] = [];

  constructor() {
    const { onDidChangeActiveNotebookEditor, onDidChangeActiveTextEditor } = vscode.window;
    const { disposables } = this;
    disposables.add(onDidChangeActiveNotebookEditor((editor) => this.note(editor?.notebook)));
    disposables.add(onDidChangeActiveTextEditor((editor) => this.note(editor?.document)));
    this.note(vscode.window.activeTextEditor?.document);
    this.note(vscode.window.activeNotebookEditor?.notebook);
  }

  /** The most recently active one first. */
  get documents(): readonly EditedDocument[] {
    return this.recent.filter(({ isClosed }) => !isClosed);
  }

  dispose(): void {
    this.disposables.dispose();
    this.recent = [];
  }

  private note(document: EditedDocument | undefined): void {
    if (document === undefined || document.uri.scheme === "vscode-notebook-cell") return;
    const others = this.documents.filter((each) => each !== document);
    this.recent = [document, ...others].slice(0, maxRemembered);
  }
}
