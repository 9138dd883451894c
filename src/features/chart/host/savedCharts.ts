import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { plainLine } from "../../../shared/plainText";
import { type Connections } from "../../../connect/connections";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { type FailureReporter } from "../../../editor/report/failureReporter";
import { type ChartEditors } from "./chartEditors";
import type * as Tab from "./savedChartTab";

/** The view type of saved charts, as in the manifest. */
export const savedChartViewType = "macroSignals.savedChart";
/** Internal command that runs a button of a page shown in place of a chart. */
const offerCommand = "macroSignals.runSavedChartOffer";
const files = "**/*.macrochart.json";

export interface SavedChartsOptions {
  readonly charts: ChartEditors;
  readonly connections: Connections;
  readonly reporter: FailureReporter;
  readonly bundleFolder: string;
}

/** Saved charts as read-only editors; only *Save Chart…* writes the files. */
export class SavedCharts implements vscode.CustomReadonlyEditorProvider, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly tabs = new Map<string, Tab.SavedChartTab>();

  constructor(private readonly options: SavedChartsOptions) {
    const { workspace } = vscode;
    const watcher = this.disposables.add(workspace.createFileSystemWatcher(files));
    for (const disposable of [
      watcher.onDidChange((uri) => this.showAgain(uri)),
      watcher.onDidCreate((uri) => this.showAgain(uri)),
      options.connections.onDidChange(() => this.showAgain()),
      workspace.onDidGrantWorkspaceTrust(() => this.showAgain()),
      vscode.commands.registerCommand(offerCommand, (tab: unknown, at: unknown) =>
        this.take(tab, at),
      ),
      vscode.window.registerCustomEditorProvider(savedChartViewType, this, {
        supportsMultipleEditorsPerDocument: true,
        webviewOptions: { retainContextWhenHidden: false },
      }),
    ]) {
      this.disposables.add(disposable);
    }
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(
    { uri }: vscode.CustomDocument,
    panel: vscode.WebviewPanel,
  ): Promise<void> {
    const closing = new AbortController();
    panel.onDidDispose(() => closing.abort());
    const { SavedChartTab } = await import("./savedChartTab");
    if (closing.signal.aborted) return;
    const id = randomUUID();
    const { charts, connections, bundleFolder } = this.options;
    const tab = new SavedChartTab({
      ...{ connections, bundleFolder, uri, webview: panel.webview },
      openChart: (chart) => charts.showFile(uri, chart, panel),
      isTrusted: () => vscode.workspace.isTrusted,
      command: (at) => ({ id: offerCommand, arguments: [id, at] }),
    });
    this.tabs.set(id, tab);
    closing.signal.addEventListener("abort", () => {
      this.tabs.delete(id);
      tab.dispose();
    });
    await tab.show();
  }

  dispose(): void {
    this.disposables.dispose();
    for (const tab of this.tabs.values()) tab.dispose();
    this.tabs.clear();
  }

  /** Ignores invalid arguments, which any extension may pass, and throws nothing. */
  private async take(id: unknown, at: unknown): Promise<void> {
    if (typeof id !== "string" || typeof at !== "number") return;
    const tab = this.tabs.get(id);
    const offer = tab?.offerAt(at);
    if (tab === undefined || offer === undefined) return;
    const title = plainLine(path.posix.basename(tab.uri.path));
    await this.options.reporter.take(offer, vscode.l10n.t("Could not open {0}", title));
  }

  /** @param uri - All tabs if absent. */
  private showAgain(uri?: vscode.Uri): void {
    for (const tab of this.tabs.values()) {
      if (uri === undefined || tab.uri.toString() === uri.toString()) void tab.show();
    }
  }
}
