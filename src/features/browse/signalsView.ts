import * as vscode from "vscode";
import { type RowPanel, type SelectedPanels } from "../../catalog/panelStart";
import { type SignalsNode } from "../../catalog/signalsNode";
import { plainMessage } from "../../shared/plainText";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type CatalogRow } from "./catalogTree";
import { CatalogView } from "./catalogView";
import { ExpandedRows } from "./expandedRows";
import { type Grouping, SignalsGrouping } from "./signalsGrouping";
import { SignalsTree, type SignalsTreeOptions } from "./signalsTree";
import { type SeriesTarget } from "../../shared/place";

export interface SignalsViewOptions extends Omit<
  SignalsTreeOptions,
  "grouping" | "expanded" | "mayLoad" | "language"
> {
  /** Where grouping and expanded rows are remembered. */
  readonly state: vscode.Memento;
}

const viewId = "macroSignals.signals";

/** The view of signals in the side bar. */
export class SignalsView implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly grouping: SignalsGrouping;
  private readonly tree: SignalsTree;
  private readonly view: CatalogView<CatalogRow<SignalsNode>>;

  constructor(private readonly options: SignalsViewOptions) {
    const language = vscode.env.language;
    const grouping = new SignalsGrouping(options.state);
    const mayLoad = (count: number): Promise<boolean> => this.mayLoad(count);
    const expanded = new ExpandedRows(options.state, viewId);
    this.tree = new SignalsTree({ ...options, grouping, expanded, language, mayLoad });
    this.view = this.disposables.add(new CatalogView<CatalogRow<SignalsNode>>(viewId, this.tree));
    this.disposables.add(this.view.onDidChangeVisibility((shown) => this.tree.setVisible(shown)));
    this.disposables.add(this.tree);
    this.grouping = this.disposables.add(grouping);
    this.tree.setVisible(this.view.isVisible);
  }

  get isVisible(): boolean {
    return this.view.isVisible;
  }

  onDidChangeVisibility(listener: (isVisible: boolean) => void): Disposable {
    return this.view.onDidChangeVisibility(listener);
  }

  /** Fetches the signals again; on failure, the shown rows stay. */
  async refresh(): Promise<void> {
    await this.tree.refresh();
  }

  async groupBy(grouping: Grouping): Promise<void> {
    await this.grouping.set(grouping);
  }

  /** Shows only rows with a match; with an empty text all. */
  filter(text: string): void {
    this.tree.filter(text);
  }

  /** Retries a failed row; false when it is not a row of this view. */
  async retry(row: unknown): Promise<boolean> {
    return this.tree.retry(row);
  }

  /** The panels of all selected rows, of a signal or of any; empty unless the row that was clicked has one. */
  selectedPanels(row: unknown, selection: unknown): SelectedPanels {
    return this.tree.selectedPanels(row, selection);
  }

  /** The panel of one signal that a row stands for; undefined when it stands for none. */
  panelOf(row: unknown): RowPanel | undefined {
    return this.tree.panelOf(row);
  }

  /** Loads all definitions that grouping by tag lacks. */
  loadDefinitions(): void {
    this.tree.loadDefinitions();
  }

  /** Reveals and selects the row of a series; false when the active connection has none. */
  async reveal({ connectionId, reference }: SeriesTarget): Promise<boolean> {
    const { current } = this.options.context;
    if (reference.family !== "signal" || connectionId !== current?.connection.id) return false;
    const row = await this.tree.rowOf(reference);
    if (row === undefined) return false;
    await this.view.reveal(row);
    return true;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async mayLoad(count: number): Promise<boolean> {
    const load = vscode.l10n.t("Load {0} Definitions", count);
    const bySignal = vscode.l10n.t("Group by Signal");
    const question = vscode.l10n.t(
      "Grouping by tag needs the definitions of {0} signals, with one request each.",
      count,
    );
    const chosen = await vscode.window.showInformationMessage(
      plainMessage(question),
      load,
      bySignal,
    );
    if (chosen === bySignal) await this.grouping.set("signal");
    return chosen === load;
  }
}
