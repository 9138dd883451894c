import * as vscode from "vscode";
import { temporaryName } from "../../store/wholeFile";
import { NameInUseError, writeNewLocation } from "../../editor/files/writeLocation";
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

/** A new file, with its commit and its rollback. */
interface Made {
  readonly keep: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();

/** A notebook that is created when something is inserted. */
export class NewNotebookTarget implements InsertTarget {
  readonly language = "python";
  readonly takesTables = true;
  readonly isNotebook = true;
  readonly isClosed = false;
  readonly references = [];

  /** @param location - Of its file; without one it stays untitled. */
  constructor(private readonly location?: vscode.Uri) {}

  get uri(): vscode.Uri {
    return this.location ?? vscode.Uri.from({ scheme: "untitled", path: "Untitled.ipynb" });
  }

  get isUnsaved(): boolean {
    return this.location === undefined;
  }

  async insert(blocks: readonly InsertedBlock[]): Promise<boolean> {
    const made = await this.make();
    let isInserted = false;
    try {
      const notebook = await this.open();
      await vscode.window.showNotebookDocument(notebook);
      isInserted = await new NotebookTarget(notebook).insert(blocks);
    } finally {
      // Whether the code was inserted matters, not whether this cleanup succeeds.
      await Promise.allSettled([isInserted ? made.keep() : made.undo()]);
    }
    return isInserted;
  }

  /** Writes the file. A replaced file stays beside it until {@link Made.keep}; {@link Made.undo} restores it. */
  private async make(): Promise<Made> {
    const { location } = this;
    if (location === undefined) return { keep: nothing, undo: nothing };
    const bytes = new TextEncoder().encode(`${JSON.stringify(emptyNotebook, null, 1)}\n`);
    const { fs } = vscode.workspace;
    try {
      await writeNewLocation(location, bytes);
      return { keep: nothing, undo: async () => fs.delete(location) };
    } catch (error) {
      if (!(error instanceof NameInUseError)) throw error;
    }
    const replaced = vscode.Uri.joinPath(location, "..", temporaryName());
    await fs.rename(location, replaced);
    const undo = async (): Promise<void> => fs.rename(replaced, location, { overwrite: true });
    try {
      await writeNewLocation(location, bytes);
    } catch (error) {
      await Promise.allSettled([undo()]);
      throw error;
    }
    return { keep: async () => fs.delete(replaced), undo };
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
