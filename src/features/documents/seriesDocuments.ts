import * as vscode from "vscode";
import { type FrameWorker } from "../../store/frameWorker";
import { type ConnectedServices } from "../../connect/connectedServices";
import { type ContextState } from "../../connect/context";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type FailureReporter } from "../../editor/report/failureReporter";
import { type SeriesFailures } from "../../editor/report/seriesFailures";
import { FailedPages } from "./failedPages";
import { PanelDocuments } from "./panels/panelDocuments";
import { RecentCharts } from "../chart/host/recentCharts";
import { SeriesFileSystem, registerSeriesFileSystem } from "./seriesFileSystem";
import { StaleTitle, stalenessText } from "../../editor/report/staleTitle";
import { placeOfUri, scheme } from "../../shared/place";
import { sliceSegments } from "../../shared/slice";
import { type StaleSeries } from "../../editor/report/staleSeries";
import { shownTargetsOf } from "../../editor/tabs/target";
import { type ChartEditors } from "../chart/host/chartEditors";
import { LaterTabs } from "./laterTabs";

export interface SeriesDocumentsOptions {
  readonly services: ConnectedServices;
  readonly worker: FrameWorker;
  readonly context: ContextState;
  readonly reporter: FailureReporter;
  readonly seriesFailures: SeriesFailures;
  /** Folder of the bundles. */
  readonly bundleFolder: string;
}

/** Registers series as documents and files, with their decorations and commands. */
export class SeriesDocuments implements Disposable {
  private readonly disposables = new DisposableStore();
  readonly files: SeriesFileSystem;
  readonly panels: PanelDocuments;
  readonly staleTitle: StaleTitle;
  readonly later: LaterTabs;
  private charts: ChartEditors | undefined;
  readonly recentCharts = this.disposables.add(new RecentCharts());

  constructor(options: SeriesDocumentsOptions) {
    const { disposables } = this;
    this.panels = disposables.add(new PanelDocuments(options));
    this.files = new SeriesFileSystem({
      ...options,
      panels: this.panels.shown,
      readLatest: async (place) => {
        const { LatestTexts } = await import("../latest/latestTexts");
        return new LatestTexts(options.services).read(place);
      },
    });
    disposables.add(registerSeriesFileSystem(this.files));
    disposables.add(vscode.window.registerFileDecorationProvider(new SliceDecorations()));
    disposables.add(new StaleDecorations(this.files.stale));
    disposables.add(new FailedPages({ ...options, failures: this.files.failures }));
    disposables.add(
      options.services.offline.onDidReturn((id) => void this.files.failures.retryOutages(id)),
    );
    disposables.add(
      options.context.asOf.onDidChange(() => void this.files.failures.retryRefused()),
    );
    this.later = disposables.add(new LaterTabs(options.context.asOf, () => this.charts));
    this.staleTitle = disposables.add(new StaleTitle(this.files.stale));
    disposables.add(this.files);
  }

  /** Updates open texts to the data that charts show. */
  follow(charts: ChartEditors): void {
    this.charts = charts;
    this.disposables.add(
      charts.onDidRead(({ target, asOf }) => void this.files.follow(target, asOf)),
    );
  }

  dispose(): void {
    this.disposables.dispose();
  }
}

/** Marks the tabs of documents that show a slice: their names are those of the whole series or panel. */
export class SliceDecorations implements vscode.FileDecorationProvider {
  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (uri.scheme !== scheme) return undefined;
    const { slice, reference } = placeOfUri(uri.toString()) ?? {};
    if (slice === undefined) return undefined;
    const part = sliceSegments(slice).join(", ");
    const words =
      reference?.family === "panel"
        ? vscode.l10n.t("Part of the panel: {0}", part)
        : vscode.l10n.t("Part of the series: {0}", part);
    return new vscode.FileDecoration("…", words);
  }
}

/**
 * Marks the rows and tabs of stale series and panels, and of series whose answers were repaired, in all forms and
 * slices.
 */
export class StaleDecorations implements vscode.FileDecorationProvider, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<undefined>());
  /** Fires without a URI, for all files: forms and slices of one series are many of them. */
  readonly onDidChangeFileDecorations = this.didChange.event;

  constructor(private readonly stale: StaleSeries) {
    this.disposables.add(stale.onDidChange(() => this.didChange.fire(undefined)));
    this.disposables.add(vscode.window.registerFileDecorationProvider(this));
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const targets = uri.scheme === scheme ? shownTargetsOf(uri) : [];
    const [staleness] = targets.flatMap((target) => this.stale.of(target) ?? []);
    const repairs = targets.flatMap((target) => this.stale.repairsOf(target));
    if (staleness === undefined) {
      return repairs.length === 0 ? undefined : new vscode.FileDecoration("i", repairs.join(", "));
    }
    const colour = new vscode.ThemeColor("list.warningForeground");
    const words = [stalenessText(staleness), ...repairs].join(" · ");
    return new vscode.FileDecoration("!", words, colour);
  }

  dispose(): void {
    this.disposables.dispose();
  }
}
