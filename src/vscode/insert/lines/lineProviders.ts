import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../disposables";
import { lineItems } from "./lineItems";
import { type KnownConnections, linesIn } from "./lineSubject";

/** More lines in one cell than this are not spoken of below it. */
const mostInCell = 3;

const cellScheme = "vscode-notebook-cell";

/** Says below notebook cells and above lines of scripts what a reference line is, and offers what can be done with it. */
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

  provideCellStatusBarItems(cell: vscode.NotebookCell): vscode.NotebookCellStatusBarItem[] {
    const found = linesIn(cell.document).slice(0, mostInCell);
    const items = found.flatMap((line) => lineItems(line, cell.document, this.connections));
    return items.map(({ text, tooltip, command }) => {
      const side = vscode.NotebookCellStatusBarAlignment.Left;
      const item = new vscode.NotebookCellStatusBarItem(text, side);
      item.tooltip = tooltip;
      if (command !== undefined) item.command = command;
      return item;
    });
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    // Below a cell they would stand twice.
    if (document.uri.scheme === cellScheme) return [];
    return linesIn(document).flatMap((line) => {
      const range = new vscode.Range(line.row, 0, line.row, 0);
      return lineItems(line, document, this.connections).map(
        ({ text, tooltip, command }) =>
          new vscode.CodeLens(range, command ?? { title: text, tooltip, command: "" }),
      );
    });
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
