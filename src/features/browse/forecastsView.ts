import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type CatalogRow } from "./catalogTree";
import { CatalogView } from "./catalogView";
import { ExpandedRows } from "./expandedRows";
import { ForecastsTree, type RowForecasts } from "./forecastsTree";
import { type HedgingChoice } from "./hedgingChoice";
import { type ListingTreeOptions } from "./listingTree";
import { type SeriesTarget } from "../../shared/place";

export interface ForecastsViewOptions extends Omit<ListingTreeOptions, "expanded" | "language"> {
  /** Where expanded rows are remembered. */
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

  /** Fetches markets and forecasts again; on failure, the shown rows stay. */
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

  /** Shows only rows with a match; with an empty text all. */
  filter(text: string): void {
    this.tree.filter(text);
  }

  /** Retries a failed row; false when it is not a row of this view. */
  async retry(row: unknown): Promise<boolean> {
    return this.tree.retry(row);
  }

  /** The forecasts that a row stands for; undefined when it stands for none. */
  choiceOf(row: unknown): RowForecasts | undefined {
    return this.tree.choiceOf(row);
  }

  /** Reveals and selects the row of a series; false when the active connection has none. */
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
