import * as vscode from "vscode";
import { type FoundReference } from "../code/foundReferences";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { type LineItem, lineItems } from "./lineItems";
import { type KnownConnections } from "../../../connect/connectionOfService";
import { linesIn } from "./lineSubject";

/** Maximum number of lines in one cell that get items. */
const maxInCell = 3;

const cellScheme = "vscode-notebook-cell";

/** Describes reference lines below notebook cells and above lines of scripts, with commands for them. */
export class LineProviders
  implements Disposable, vscode.NotebookCellStatusBarItemProvider, vscode.CodeLensProvider
{
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCellStatusBarItems = this.didChange.event;
  readonly onDidChangeCodeLenses = this.didChange.event;

  constructor(
    private readonly connections: KnownConnections & {
      readonly onDidChange: (listener: () => void) => Disposable;
    },
  ) {
    const { notebooks, languages } = vscode;
    this.disposables.add(connections.onDidChange(() => this.didChange.fire()));
    this.disposables.add(notebooks.registerNotebookCellStatusBarItemProvider("*", this));
    this.disposables.add(languages.registerCodeLensProvider({ pattern: "**" }, this));
  }

  async provideCellStatusBarItems({
    document,
  }: vscode.NotebookCell): Promise<vscode.NotebookCellStatusBarItem[]> {
    const found = linesIn(document).slice(0, maxInCell);
    const items = await this.itemsOf(document, found);
    return inCell(items).map(({ text, tooltip, command }) => {
      const side = vscode.NotebookCellStatusBarAlignment.Left;
      const item = new vscode.NotebookCellStatusBarItem(text, side);
      item.tooltip = tooltip;
      if (command !== undefined) item.command = command;
      return item;
    });
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    // Below a cell they would appear twice.
    if (document.uri.scheme === cellScheme) return [];
    const found = linesIn(document);
    const items = await this.itemsOf(document, found);
    return found.flatMap(({ row }, index) => {
      const range = new vscode.Range(row, 0, row, 0);
      return (items[index] ?? []).map(
        ({ text, tooltip, command }) =>
          new vscode.CodeLens(range, command ?? { title: text, tooltip, command: "" }),
      );
    });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** The items of each line. */
  private async itemsOf(
    document: vscode.TextDocument,
    found: readonly FoundReference[],
  ): Promise<(readonly LineItem[])[]> {
    // Loaded for the first document whose code reads a file named after an as-of.
    const isDated = found.length > 0 && document.getText().includes("_asof-");
    const firsts = isDated
      ? (await import("./fileTimes")).otherFileItems(document, found)
      : undefined;
    const datasets = await datasetsOf(document, found);
    return found.map((line, at) =>
      lineItems(line, document.uri, this.connections, {
        first: firsts?.get(line.row),
        dataset: datasets[at],
      }),
    );
  }
}

/** The locked dataset of each line that is of one. */
async function datasetsOf(
  document: vscode.TextDocument,
  found: readonly FoundReference[],
): Promise<readonly (vscode.Uri | undefined)[]> {
  if (found.every(({ line }) => line?.dataset === undefined)) return [];
  const { lockedDatasetOf } = await import("./frozenLines");
  return Promise.all(found.map(({ line }) => lockedDatasetOf(document, line)));
}

/**
 * Sorted for a narrow cell, where the editor hides the last ones. For a single line, its commands matter more than its
 * text; several lines each need their name.
 */
function inCell(items: readonly (readonly LineItem[])[]): readonly LineItem[] {
  const all = items.flat();
  if (items.length > 1) return all;
  const isLast = ({ isDispensable }: LineItem): boolean => isDispensable === true;
  return [...all.filter((item) => !isLast(item)), ...all.filter(isLast)];
}
