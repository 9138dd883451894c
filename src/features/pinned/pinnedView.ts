import * as vscode from "vscode";
import { type WindowContext } from "../../connect/context";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { Throttle } from "../../editor/throttle";
import { rowsMime, seriesMime, uriListMime } from "../browse/dragRows";
import { rowFormSetting } from "../browse/rowForm";
import { rowValueSetting } from "../browse/rowValue";
import { boundConnectionText } from "../browse/viewStatus";
import { type PinnedNode } from "./pinRows";
import { findSettingsBeside, pinSetting, pinsMime, pinsSetting } from "./pinSetting";
import { type PinTree, type PinTreeSources } from "./pinTree";

/** What the view shows pins of. */
export type PinnedSources = PinTreeSources & {
  readonly context: WindowContext;
  /** The extension's folder on this computer. */
  readonly globalStorageUri: vscode.Uri;
};

const viewId = "macroSignals.pinned";

/** The settings that rows depend on. */
const settings = [pinSetting, rowFormSetting, rowValueSetting];

/** Rows change at most this often when values arrive. */
const refreshIntervalMs = 250;

/** The view of pins in the side bar: the setting, read anew whenever it changes. */
export class PinnedView implements vscode.TreeDataProvider<PinnedNode>, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(
    new vscode.EventEmitter<PinnedNode | undefined>(),
  );
  readonly onDidChangeTreeData = this.didChange.event;
  /** Moves pins, and pins what is dropped. */
  readonly dragging: vscode.TreeDragAndDropController<PinnedNode>;
  private readonly throttle: Throttle;
  private readonly view: vscode.TreeView<PinnedNode>;
  private tree: Promise<PinTree> | undefined;
  /** Rows shown so far: menu commands can be called with anything. */
  private readonly shown = new WeakSet<object>();

  constructor(private readonly sources: PinnedSources) {
    findSettingsBeside(sources.globalStorageUri);
    this.throttle = this.disposables.add(new Throttle(() => this.refresh(), refreshIntervalMs));
    this.dragging = newDragging(sources);
    this.view = this.disposables.add(
      vscode.window.createTreeView<PinnedNode>(viewId, {
        treeDataProvider: this,
        showCollapseAll: true,
        canSelectMany: true,
        dragAndDropController: this.dragging,
      }),
    );
    this.listen();
  }

  get isVisible(): boolean {
    return this.view.visible;
  }

  onDidChangeVisibility(listener: (isVisible: boolean) => void): Disposable {
    return this.view.onDidChangeVisibility(({ visible }) => listener(visible));
  }

  async getTreeItem(row: PinnedNode): Promise<vscode.TreeItem> {
    this.shown.add(row);
    return (await this.loaded()).item(row);
  }

  async getChildren(row?: PinnedNode): Promise<PinnedNode[]> {
    if (row !== undefined) return row.kind === "folder" ? [...row.rows] : [];
    const tree = await this.loaded();
    const rows = await tree.rows(pinsSetting());
    const { connection } = tree;
    const asOf = this.sources.services.gate.bound;
    this.view.message = rows.length === 0 ? emptyText() : "";
    this.view.description = connection ? boundConnectionText({ connection, asOf }) : "";
    return [...rows];
  }

  getParent({ parent }: PinnedNode): PinnedNode | undefined {
    return parent;
  }

  /** All selected rows if a command was called on one of this view, as the editor passes them. */
  rowsOf(argument: unknown, selection: unknown): readonly PinnedNode[] {
    const rows: readonly unknown[] =
      Array.isArray(selection) && selection.length > 1 ? selection : [argument];
    return this.owns(argument) ? rows.filter((row) => this.owns(row)) : [];
  }

  dispose(): void {
    this.disposables.dispose();
    void this.tree?.then((tree) => tree.dispose());
  }

  /** Makes all rows anew. */
  refresh(): void {
    this.didChange.fire(undefined);
  }

  private listen(): void {
    const { context, services, hedging } = this.sources;
    const refresh = (): void => this.refresh();
    // Whether a saved chart is in this workspace.
    const charts = vscode.workspace.createFileSystemWatcher("**/*.macrochart.json", false, true);
    for (const each of [
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (settings.some((name) => change.affectsConfiguration(name))) refresh();
      }),
      context.onDidChange(refresh),
      hedging.onDidChange(refresh),
      services.onDidReset((id) => {
        void this.tree?.then((tree) => tree.forget(id)).then(refresh);
      }),
      charts,
      charts.onDidCreate(refresh),
      charts.onDidDelete(refresh),
      vscode.workspace.onDidChangeWorkspaceFolders(refresh),
    ]) {
      this.disposables.add(each);
    }
  }

  /** Loaded with the first pin that is shown. */
  private loaded(): Promise<PinTree> {
    this.tree ??= import("./pinTree").then(
      ({ PinTree: Tree }) => new Tree(this.sources, () => this.throttle.request()),
    );
    return this.tree;
  }

  private owns(value: unknown): value is PinnedNode {
    return typeof value === "object" && value !== null && this.shown.has(value);
  }
}

/** Not a welcome of the manifest, which the editor shows instead of the tree, so that nothing can be dropped there. */
function emptyText(): string {
  return vscode.l10n.t(
    "Keep what you follow here: press the pin of a row of Signals or Forecasts, drag rows here, or choose Pin in the … menu of an editor or in More of a chart.",
  );
}

function newDragging({ connections }: PinnedSources): vscode.TreeDragAndDropController<PinnedNode> {
  return {
    dragMimeTypes: [pinsMime, rowsMime, seriesMime, uriListMime],
    dropMimeTypes: [pinsMime, rowsMime, seriesMime, uriListMime],
    handleDrag: async (rows, data, token) =>
      (await import("./pinDragging")).dragPins(rows, data, token),
    handleDrop: async (goal, data) =>
      (await import("./pinDragging")).dropOnPins(goal, data, connections),
  };
}
