import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { type ReadableNames } from "../../catalog/readableNames";
import { type SignalsNode } from "../../catalog/signalsNode";
import { isCancellation } from "../cancellation";
import { type Disposable, DisposableStore } from "../disposables";
import { type SeriesFailures } from "../report/seriesFailures";
import { type ExpandedRows } from "./expandedRows";
import { type RowFailure, rowFailure } from "./rowFailure";
import { rowFormSetting } from "./rowForm";
import { type RowValue, rowValueSetting } from "./rowValue";
import {
  type FailureNode,
  failedRowItem,
  failureItem,
  markRefused,
  rowItem,
  valueTooltip,
} from "./rowItem";

/** A row of a tree, or the one in place of all rows. */
export type CatalogRow<N> = N | FailureNode;

export interface CatalogTreeOptions<N> {
  readonly names: ReadableNames;
  /** The rows below a row, or the topmost. */
  readonly load: (node: N | undefined) => Promise<readonly N[]>;
  /** By what a row's failure is remembered: the same for all rows that fail together. */
  readonly failureKey: (node: N) => string;
  readonly seriesFailures: Pick<SeriesFailures, "of">;
  /** The newest value of a row's series; undefined where there is none, or none yet. */
  readonly valueOf: (node: N) => RowValue | undefined;
  /** Further lines of the tooltip of such a row, which take reading. */
  readonly furtherLines: (node: N) => readonly string[];
  readonly expanded: ExpandedRows;
  /** The service wants a key; told once until {@link CatalogTree.reset} or a retry. */
  readonly onKeyWanted: (error: unknown) => void;
}

/** What rows look like depends on these. */
const settings = [rowFormSetting, rowValueSetting];

const root: FailureNode = { kind: "failure", id: "failure", parent: undefined };

/** Rows that are loaded when they are opened. A failure keeps its row, and one of the topmost shows a row of its own. */
export class CatalogTree<N extends SignalsNode | ForecastsNode>
  implements vscode.TreeDataProvider<CatalogRow<N>>, Disposable
{
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(
    new vscode.EventEmitter<CatalogRow<N> | CatalogRow<N>[] | undefined>(),
  );
  readonly onDidChangeTreeData = this.didChange.event;
  private readonly failures = new Map<string, RowFailure>();
  /** Rows shown so far: commands of menus can be called with anything. */
  private readonly shown = new WeakSet<object>();
  private hasAskedForKey = false;

  constructor(private readonly options: CatalogTreeOptions<N>) {
    this.disposables.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (settings.some((name) => change.affectsConfiguration(name))) this.refresh();
      }),
    );
  }

  getTreeItem(node: CatalogRow<N>): vscode.TreeItem {
    this.shown.add(node);
    const { names } = this.options;
    const failure = this.failures.get(this.keyOf(node));
    if (isFailureNode(node)) {
      return failureItem(node, failure);
    }
    if (failure !== undefined) return failedRowItem(node, names, failure);
    const item = rowItem(
      node,
      names,
      this.options.expanded.has(node.id),
      this.options.valueOf(node),
    );
    const refusal = this.refusalOf(node);
    return refusal === undefined ? item : markRefused(item, refusal);
  }

  /** The tooltip of a row with a value, when the pointer rests on it. */
  resolveTreeItem(item: vscode.TreeItem, node: CatalogRow<N>): vscode.TreeItem {
    const value = isFailureNode(node) ? undefined : this.options.valueOf(node);
    if (isFailureNode(node) || value === undefined) return item;
    const { names, furtherLines } = this.options;
    item.tooltip = valueTooltip(node, names, value, furtherLines(node));
    return item;
  }

  async getChildren(node?: CatalogRow<N>): Promise<CatalogRow<N>[]> {
    if (node !== undefined && isFailureNode(node)) return [];
    try {
      const rows = await this.options.load(node);
      this.failures.delete(this.keyOf(node));
      return [...rows];
    } catch (error) {
      if (isCancellation(error)) return [];
      this.fail(this.keyOf(node), error);
      if (node === undefined) return [root];
      this.didChange.fire(node);
      return [];
    }
  }

  getParent(node: CatalogRow<N>): N | undefined {
    // A row's parent is a row of the same tree.
    return node.parent as N | undefined;
  }

  /** Asks for the rows anew, those that are open; of one row only what it says. */
  refresh(): void {
    this.didChange.fire(undefined);
  }

  /** Shows these rows anew and leaves all others as they are: keys pressed meanwhile reach their row. */
  update(rows: readonly N[]): void {
    if (rows.length > 0) this.didChange.fire([...rows]);
  }

  /** Forgets what failed. */
  reset(): void {
    this.failures.clear();
    this.hasAskedForKey = false;
  }

  /**
   * Forgets what failed because of an outage that is over, so that those rows can be opened again. The root's failure
   * stays until its rows were loaded again, which a refresh does.
   */
  forgetOutages(): void {
    for (const [key, { isOutage }] of this.failures) {
      if (isOutage && key !== root.id) this.failures.delete(key);
    }
  }

  /** Notes that a person has opened or closed a row, so that it is so after a reload of the window too. */
  async noteExpanded({ id }: CatalogRow<N>, isExpanded: boolean): Promise<void> {
    await this.options.expanded.set(id, isExpanded);
  }

  hasFailed(key: string): boolean {
    return this.failures.has(key);
  }

  /** Remembers what failed outside of a row's opening. */
  fail(key: string, error: unknown): void {
    const failure = rowFailure(error);
    this.failures.set(key, failure);
    if (this.hasAskedForKey || !failure.wantsKey) return;
    this.hasAskedForKey = true;
    this.options.onKeyWanted(error);
  }

  /** Whether a command was called on a row of this tree. */
  owns(value: unknown): value is CatalogRow<N> {
    return typeof value === "object" && value !== null && this.shown.has(value);
  }

  /** Loads what failed once more. The row says what it said until that has ended, and opens when it went well. */
  async retry(node: CatalogRow<N>): Promise<void> {
    this.hasAskedForKey = false;
    if (!isFailureNode(node)) {
      const key = this.keyOf(node);
      try {
        await this.options.load(node);
        this.failures.delete(key);
        void this.noteExpanded(node, true);
      } catch (error) {
        if (!isCancellation(error)) this.fail(key, error);
      }
    }
    this.refresh();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** Why the series of a row could not be read when it was last tried. */
  private refusalOf(node: N): RowFailure | undefined {
    if (node.kind !== "variant" && node.kind !== "forecast") return undefined;
    const error = this.options.seriesFailures.of(node.target);
    return error && rowFailure(error);
  }

  private keyOf(node: CatalogRow<N> | undefined): string {
    return node === undefined || isFailureNode(node) ? root.id : this.options.failureKey(node);
  }
}

function isFailureNode(node: SignalsNode | ForecastsNode | FailureNode): node is FailureNode {
  return node.kind === "failure";
}
