import type * as vscode from "vscode";
import { notebookOf } from "../notebookOf";

/** Work that changes documents: of each document, the cells of a notebook together, one after another. */
export class DocumentTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Begins when all work on the document that was asked for before is over, however it ended. */
  async take<T>(document: vscode.TextDocument, work: () => Promise<T>): Promise<T> {
    const key = (notebookOf(document) ?? document).uri.toString();
    const before = this.last.get(key) ?? Promise.resolve();
    const own = before.then(work);
    const end = own.then(nothing, nothing);
    this.last.set(key, end);
    try {
      return await own;
    } finally {
      if (this.last.get(key) === end) this.last.delete(key);
    }
  }
}

function nothing(): void {
  // What comes of the work is told to whoever asked for it.
}
