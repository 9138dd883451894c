import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { completeStep } from "../../editor/help/walkthrough";
import { rowDragging } from "./dragRows";
import { seriesTargetOf } from "../../editor/tabs/target";
import { type ViewStatus } from "./viewStatus";

/** A tree and the state around its rows. */
export interface CatalogViewSource<N> {
  readonly provider: vscode.TreeDataProvider<N> & {
    refresh(): void;
    noteExpanded(row: N, isExpanded: boolean): Promise<void>;
  };
  readonly status: ViewStatus;
  readonly onDidChangeStatus: vscode.Event<void>;
  /** Fires with work that may take long enough for a progress. */
  readonly onDidStart: vscode.Event<Promise<unknown>>;
}

/** A tree view in the side bar: its rows, message, description and progress. */
export class CatalogView<N> implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly view: vscode.TreeView<N>;

  constructor(
    id: string,
    private readonly source: CatalogViewSource<N>,
  ) {
    const { provider } = source;
    this.view = this.disposables.add(
      vscode.window.createTreeView<N>(id, {
        treeDataProvider: provider,
        showCollapseAll: true,
        canSelectMany: true,
        dragAndDropController: rowDragging,
      }),
    );
    this.disposables.add(
      this.view.onDidExpandElement(({ element }) => void provider.noteExpanded(element, true)),
    );
    this.disposables.add(
      this.view.onDidCollapseElement(({ element }) => void provider.noteExpanded(element, false)),
    );
    this.disposables.add(
      this.view.onDidChangeSelection(({ selection }) => {
        if (selection.some((row) => seriesTargetOf(row) !== undefined)) completeStep("find");
      }),
    );
    this.disposables.add(source.onDidStart((work) => showViewProgress(id, work)));
    this.disposables.add(source.onDidChangeStatus(() => this.showStatus()));
    this.showStatus();
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  onDidChangeVisibility(listener: (isVisible: boolean) => void): Disposable {
    return this.view.onDidChangeVisibility(({ visible }) => listener(visible));
  }

  /** Reveals and selects a row, which may be newer than the rows shown. */
  async reveal(row: N): Promise<void> {
    this.source.provider.refresh();
    await this.view.reveal(row, { select: true, focus: false });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private showStatus(): void {
    const { description, message } = this.source.status;
    if (this.view.description !== description) this.view.description = description;
    if (this.view.message !== message) this.view.message = message;
  }
}

/** Shows a progress in a view until some work ends; its outcome is handled elsewhere. */
function showViewProgress(viewId: string, work: Promise<unknown>): void {
  void vscode.window.withProgress({ location: { viewId } }, () => Promise.allSettled([work]));
}
