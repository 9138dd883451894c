import * as vscode from "vscode";
import {
  type AnyChartPlace,
  type ChartPlace,
  anyChartPlaceOfUri,
  chartUri,
  isPanelChart,
} from "../../../shared/chartPlace";
import { type OfflineServices } from "../../../editor/report/offlineServices";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { type ShownPanels } from "./shownPanels";
import type * as Chart from "./chartEditor";
import { type HandedView, PendingViewStates, type WantedComparison } from "./pendingViewStates";
import { type FoundChart } from "./savedChartPlace";
import { type ReadTarget } from "./chartOutcomes";
import { type PlaceChange } from "./chartMoves";

/** The id of the chart editor, as the manifest contributes it. */
const chartViewType = "macroSignals.chart";

/** The place of a chart as a document of the editor. */
export interface ChartDocument extends vscode.CustomDocument {
  readonly place: AnyChartPlace;
}

export interface ChartEditorsDependencies extends Chart.ChartParts {
  /** Which services cannot be reached. */
  readonly offline: OfflineServices;
  readonly shown: ShownPanels;
}

/** The charts of a window, for changes from elsewhere. */
export interface Charts {
  /** The series in the tab of a chart or of a saved chart's file; undefined for any other tab. */
  placeOf(tabUri: vscode.Uri): ChartPlace | undefined;
  /** Shows a chart with its first signal compared with the other kind, or with another vintage. */
  compare(place: ChartPlace, comparison: WantedComparison): Promise<void>;
  /** Sets the view of a chart that is about to open in a new tab. */
  giveView(place: ChartPlace, view: HandedView): void;
  /**
   * Leaves the view of the chart in a tab for the chart that the tab shows next.
   *
   * @param change - The change of kind or as-of, if it is one.
   */
  handOver(
    uri: vscode.Uri,
    viewColumn: vscode.ViewColumn,
    to: AnyChartPlace,
    change?: PlaceChange,
  ): void;
}

/** Opens places that end in `.chart` in read-only chart editors. */
export class ChartEditors
  implements Charts, vscode.CustomReadonlyEditorProvider<ChartDocument>, Disposable
{
  private readonly disposables = new DisposableStore();
  private readonly open = new Set<Chart.ChartEditor>();
  private readonly views = new PendingViewStates();
  private readonly didRead = this.disposables.add(new vscode.EventEmitter<ReadTarget>());
  /** Fires with what a chart has read anew. */
  readonly onDidRead = this.didRead.event;

  constructor(private readonly parts: ChartEditorsDependencies) {
    this.disposables.add(
      parts.shown.onDidNote(({ place, panel }) => {
        for (const editor of this.open) void editor.follow(place, panel);
      }),
    );
    this.disposables.add(
      parts.offline.onDidReturn((connectionId) => {
        for (const editor of this.open) void editor.retryOutages(connectionId);
      }),
    );
    this.disposables.add(
      vscode.window.registerCustomEditorProvider(chartViewType, this, {
        supportsMultipleEditorsPerDocument: true,
        webviewOptions: { retainContextWhenHidden: false },
      }),
    );
  }

  openCustomDocument(uri: vscode.Uri): ChartDocument {
    const place = anyChartPlaceOfUri(uri.toString());
    if (place === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return { uri, place, dispose: () => undefined };
  }

  async resolveCustomEditor(
    { uri, place }: ChartDocument,
    panel: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): Promise<void> {
    await this.show({ uri, place, panel }, token);
  }

  /** Shows a saved chart, with its view, in the tab of its file. */
  async showFile(
    fileUri: vscode.Uri,
    { place, view }: FoundChart,
    panel: vscode.WebviewPanel,
  ): Promise<Disposable> {
    const text = chartUri(place);
    this.views.give(text, { state: view });
    return this.show({ uri: vscode.Uri.parse(text, true), fileUri, place, panel });
  }

  /** Saves the chart of a tab to a file; false when the tab shows no chart. */
  async saveChart(tabUri: vscode.Uri): Promise<boolean> {
    const [editor] = this.editorsOf(tabUri);
    await editor?.saveChart();
    return editor !== undefined;
  }

  placeOf(tabUri: vscode.Uri): ChartPlace | undefined {
    const place = this.editorsOf(tabUri)[0]?.place;
    return place === undefined || isPanelChart(place) ? undefined : place;
  }

  /** @returns A disposable that ends the chart before its tab closes. */
  private async show(
    options: Chart.OpenedChart,
    token?: vscode.CancellationToken,
  ): Promise<Disposable> {
    const { panel } = options;
    // Added before the first chart loads, because `onDidDispose` fires only once.
    const closing = new AbortController();
    panel.onDidDispose(() => closing.abort());
    const { ChartEditor } = await chartEditor();
    const nothing = { dispose: () => undefined };
    if (closing.signal.aborted || token?.isCancellationRequested === true) return nothing;
    const onRead = (read: ReadTarget): void => this.didRead.fire(read);
    const editor = new ChartEditor({ ...this.parts, ...options, onRead, views: this.views });
    this.open.add(editor);
    const end = (): void => {
      this.open.delete(editor);
      editor.dispose();
    };
    closing.signal.addEventListener("abort", end);
    return { dispose: end };
  }

  /** Fetches the series of a chart anew in all its tabs; false when no tab shows it. */
  async refresh(uri: vscode.Uri): Promise<boolean> {
    const editors = this.editorsOf(uri);
    await Promise.all(editors.map((editor) => editor.refresh()));
    return editors.length > 0;
  }

  async compare(place: ChartPlace, comparison: WantedComparison): Promise<void> {
    const text = chartUri(place);
    const uri = vscode.Uri.parse(text, true);
    const [editor] = this.editorsOf(uri);
    if (editor === undefined) {
      this.views.give(text, { state: null, comparison });
      await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
      return;
    }
    const { viewColumn } = editor;
    await vscode.commands.executeCommand("vscode.open", uri, { preview: false, viewColumn });
    editor.compare(comparison);
  }

  giveView(place: ChartPlace, view: HandedView): void {
    this.views.give(chartUri(place), view);
  }

  handOver(
    uri: vscode.Uri,
    viewColumn: vscode.ViewColumn,
    to: AnyChartPlace,
    change?: PlaceChange,
  ): void {
    this.editorsOf(uri)
      .find((editor) => editor.viewColumn === viewColumn)
      ?.handOver(to, change);
  }

  dispose(): void {
    this.disposables.dispose();
    for (const editor of this.open) editor.dispose();
    this.open.clear();
  }

  private editorsOf(tabUri: vscode.Uri): readonly Chart.ChartEditor[] {
    const text = tabUri.toString();
    return [...this.open].filter((editor) => editor.tabUri.toString() === text);
  }
}

/** Loads the editor's code with the first chart. */
function chartEditor(): Promise<typeof Chart> {
  return import("./chartEditor");
}
