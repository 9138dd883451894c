import * as vscode from "vscode";
import { type FrameWorker } from "../../store/frameWorker";
import { type ConnectedServices } from "../connection/connectedServices";
import { type ContextState } from "../connection/context";
import { type Disposable, DisposableStore } from "../disposables";
import { type FailureReporter } from "../report/failureReporter";
import { type SeriesFailures } from "../report/seriesFailures";
import { FailedPages } from "./failedPages";
import { PanelDocuments } from "./panels/panelDocuments";
import { RecentCharts } from "./recentCharts";
import { SeriesFileSystem, registerSeriesFileSystem } from "./seriesFileSystem";
import { SliceDecorations } from "./sliceDecorations";
import { StaleDecorations } from "./staleDecorations";
import { StaleTitle } from "./staleTitle";

export interface SeriesDocumentsOptions {
  readonly services: ConnectedServices;
  readonly worker: FrameWorker;
  readonly context: ContextState;
  readonly reporter: FailureReporter;
  readonly seriesFailures: SeriesFailures;
  /** Folder of the bundles. */
  readonly bundleFolder: string;
}

/** Series as documents and as files, and what stands around them in the editor. */
export class SeriesDocuments implements Disposable {
  private readonly disposables = new DisposableStore();
  readonly files: SeriesFileSystem;
  readonly panels: PanelDocuments;
  readonly staleTitle: StaleTitle;
  readonly recentCharts = this.disposables.add(new RecentCharts());

  constructor(options: SeriesDocumentsOptions) {
    const { disposables } = this;
    this.panels = disposables.add(new PanelDocuments(options));
    this.files = new SeriesFileSystem({ ...options, panels: this.panels.shown });
    disposables.add(registerSeriesFileSystem(this.files));
    disposables.add(vscode.window.registerFileDecorationProvider(new SliceDecorations()));
    disposables.add(new StaleDecorations(this.files.stale));
    disposables.add(new FailedPages({ ...options, failures: this.files.failures }));
    disposables.add(
      options.services.offline.onDidReturn((id) => void this.files.failures.retryOutages(id)),
    );
    this.staleTitle = disposables.add(new StaleTitle(this.files.stale));
    disposables.add(this.files);
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
