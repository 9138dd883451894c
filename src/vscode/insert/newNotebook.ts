import * as vscode from "vscode";
import { NameInUseError, writeLocation, writeNewLocation } from "../documents/writeLocation";
import { type InsertTarget, type InsertedBlock } from "./insertTarget";
import { NotebookTarget } from "./notebookTarget";

const notebookType = "jupyter-notebook";

/** An empty notebook in the format of Jupyter, version 4.5. */
const emptyNotebook = {
  cells: [],
  metadata: { language_info: { name: "python" } },
  nbformat: 4,
  nbformat_minor: 5,
};

/** A notebook that is made when there is something to insert. */
export class NewNotebookTarget implements InsertTarget {
  readonly language = "python";
  readonly takesTables = true;
  readonly isClosed = false;

  /** @param location - Of its file; without one it stays unsaved. */
  constructor(private readonly location?: vscode.Uri) {}

  get uri(): vscode.Uri {
    return this.location ?? vscode.Uri.from({ scheme: "untitled", path: "Untitled.ipynb" });
  }

  get isUnsaved(): boolean {
    return this.location === undefined;
  }

  async insert(blocks: readonly InsertedBlock[]): Promise<boolean> {
    const discard = await this.make();
    let isInserted = false;
    try {
      const notebook = await this.open();
      await vscode.window.showNotebookDocument(notebook);
      isInserted = await new NotebookTarget(notebook).insert(blocks);
    } finally {
      if (!isInserted) await Promise.allSettled([discard()]);
    }
    return isInserted;
  }

  /** Writes the file; the answer takes it away again, unless one was there, which the person has replaced. */
  private async make(): Promise<() => Promise<void>> {
    const nothing = (): Promise<void> => Promise.resolve();
    const { location } = this;
    if (location === undefined) return nothing;
    const bytes = new TextEncoder().encode(`${JSON.stringify(emptyNotebook, null, 1)}\n`);
    try {
      await writeNewLocation(location, bytes);
    } catch (error) {
      if (!(error instanceof NameInUseError)) throw error;
      await writeLocation(location, bytes);
      return nothing;
    }
    return async () => {
      await vscode.workspace.fs.delete(location);
    };
  }

  private async open(): Promise<vscode.NotebookDocument> {
    const { location } = this;
    if (location === undefined) {
      const data = new vscode.NotebookData([]);
      data.metadata = { metadata: emptyNotebook.metadata };
      return vscode.workspace.openNotebookDocument(notebookType, data);
    }
    return vscode.workspace.openNotebookDocument(location);
  }
}
