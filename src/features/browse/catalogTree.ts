import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { type ReadableNames } from "../../catalog/readableNames";
import { type SignalsNode } from "../../catalog/signalsNode";
import { isCancellation } from "../../editor/cancellation";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type SeriesFailures } from "../../editor/report/seriesFailures";
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

/** A row of a tree, or the one that replaces all rows. */
export type CatalogRow<N> = N | FailureNode;

export interface CatalogTreeOptions<N> {
  readonly names: ReadableNames;
  /** Loads the rows below a row, or the top-level rows. */
  readonly load: (node: N | undefined) => Promise<readonly N[]>;
  /** The key of a row's failure: equal for rows that fail together. */
  readonly failureKey: (node: N) => string;
  readonly seriesFailures: SeriesFailures;
  /** The newest value of a row's series; undefined where there is none yet. */
  readonly valueOf: (node: N) => RowValue | undefined;
  /** More lines for the tooltip of a row with a value; computed on demand. */
  readonly furtherLines: (node: N) => readonly string[];
  /** The tooltip of a signal's row; computed on demand. */
  readonly cardOf: (node: N) => Promise<vscode.MarkdownString | undefined>;
  readonly expanded: ExpandedRows;
  /** The service requires a key; called once until {@link CatalogTree.reset} or a retry. */
  readonly onKeyWanted: (error: unknown) => void;
}

/** The settings that rows depend on. */
const settings = [rowFormSetting, rowValueSetting];

const root: FailureNode = { kind: "failure", id: "failure", parent: undefined };

/** Loads rows when they are expanded. A failure marks its row; one at the top level has a row of its own. */
export class CatalogTree<N extends SignalsNode | ForecastsNode>
  implements vscode.TreeDataProvider<CatalogRow<N>>, Disposable
{
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(
    new vscode.EventEmitter<CatalogRow<N> | CatalogRow<N>[] | undefined>(),
  );
  readonly onDidChangeTreeData = this.didChange.event;
  private readonly failures = new Map<string, RowFailure>();
  /** Rows shown so far: menu commands can be called with anything. */
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

  /** Adds the tooltip of a signal's row or a row with a value, when the pointer rests on it. */
  async resolveTreeItem(item: vscode.TreeItem, node: CatalogRow<N>): Promise<vscode.TreeItem> {
    if (isFailureNode(node)) return item;
    const { names, furtherLines, cardOf } = this.options;
    const value = this.options.valueOf(node);
    if (value !== undefined) item.tooltip = valueTooltip(node, names, value, furtherLines(node));
    else if (node.kind === "signal") item.tooltip = await cardOf(node);
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

  /** Reloads all expanded rows. */
  refresh(): void {
    this.didChange.fire(undefined);
  }

  /** Updates these rows and leaves all others, so that keys pressed meanwhile reach their row. */
  update(rows: readonly N[]): void {
    if (rows.length > 0) this.didChange.fire([...rows]);
  }

  /** Forgets all failures. */
  reset(): void {
    this.failures.clear();
    this.hasAskedForKey = false;
  }

  /**
   * Forgets failures caused by an outage that is over, so that those rows can be expanded again. The root's failure
   * stays until a refresh has loaded its rows.
   */
  forgetOutages(): void {
    for (const [key, { isOutage }] of this.failures) {
      if (isOutage && key !== root.id) this.failures.delete(key);
    }
  }

  /** Remembers that a person has expanded or collapsed a row, across reloads of the window. */
  async noteExpanded({ id }: CatalogRow<N>, isExpanded: boolean): Promise<void> {
    await this.options.expanded.set(id, isExpanded);
  }

  hasFailed(key: string): boolean {
    return this.failures.has(key);
  }

  /** Notes a failure that did not come from expanding the row. */
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

  /** Loads a failed row again. The row keeps its text meanwhile, and expands when it succeeds. */
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

  /** Why the last read of a row's series failed. */
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
