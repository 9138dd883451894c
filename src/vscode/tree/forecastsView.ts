import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { type Disposable, DisposableStore } from "../disposables";
import { type CatalogRow } from "./catalogTree";
import { CatalogView } from "./catalogView";
import { ExpandedRows } from "./expandedRows";
import { ForecastsTree } from "./forecastsTree";
import { type HedgingChoice } from "./hedgingChoice";
import { type ListingTreeOptions } from "./listingTree";
import { type SeriesTarget } from "../../shared/place";

export interface ForecastsViewOptions extends Omit<ListingTreeOptions, "expanded" | "language"> {
  /** Where the expanded rows are remembered. */
  readonly state: vscode.Memento;
  readonly hedging: HedgingChoice;
}

const viewId = "macroSignals.forecasts";

/** The view of forecast markets in the side bar. */
export class ForecastsView implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly tree: ForecastsTree;
  private readonly view: CatalogView<CatalogRow<ForecastsNode>>;

  constructor(private readonly options: ForecastsViewOptions) {
    const expanded = new ExpandedRows(options.state, viewId);
    this.tree = new ForecastsTree({ ...options, expanded, language: vscode.env.language });
    this.view = this.disposables.add(new CatalogView<CatalogRow<ForecastsNode>>(viewId, this.tree));
    this.disposables.add(this.tree);
  }

  get isVisible(): boolean {
    return this.view.isVisible;
  }

  onDidChangeVisibility(listener: (isVisible: boolean) => void): Disposable {
    return this.view.onDidChangeVisibility(listener);
  }

  /** Asks the service for markets and forecasts anew; what is shown stays when that fails. */
  async refresh(): Promise<void> {
    await this.tree.refresh();
  }

  /** Asks in which hedging mode rows show their forecasts. */
  async chooseHedging(): Promise<void> {
    const shown = await this.tree.shownHedging();
    if (shown === undefined) return;
    const { askHedging } = await import("./askHedging");
    const hedging = await askHedging(shown);
    if (hedging !== undefined) await this.options.hedging.set(shown.connectionId, hedging);
  }

  /** Loads what failed below a row once more; false when the row is none of this view. */
  async retry(row: unknown): Promise<boolean> {
    return this.tree.retry(row);
  }

  /** Shows and selects the row of a series; false when the active connection has none. */
  async reveal({ connectionId, reference }: SeriesTarget): Promise<boolean> {
    const { current } = this.options.context;
    if (reference.family !== "forecast" || connectionId !== current?.connection.id) return false;
    const row = await this.tree.rowOf(reference);
    if (row === undefined) return false;
    await this.view.reveal(row);
    return true;
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
