import * as vscode from "vscode";
import { isUnreachable, MissingKeyError, UnauthorizedError } from "../../service/errors";
import { type DocumentPlace, isPanelPlace } from "../../shared/documentPlace";
import { type Instant } from "../../shared/instant";
import { type LatestPlace, latestPlaceOfUri, latestTitle } from "../latest/model/latestPlace";
import { placePath, placeTitle, placeUri, scheme, type Target } from "../../shared/place";
import { type DocumentSeries } from "../../store/documentContent";
import { DocumentStore } from "../../store/documentStore";
import { type Panels } from "../../store/panels";
import { type FrameWorker } from "../../store/frameWorker";
import { isLatest, Latest, type LatestItem } from "../../store/latest";
import { type Panel } from "../../store/panel";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { numberSetting } from "../../editor/numberSetting";
import { type ReportProgress } from "../../editor/progress";
import { type Reporter } from "../../editor/report/failureReporter";
import { showStatus } from "../../editor/report/showStatus";
import { type SeriesFailures } from "../../editor/report/seriesFailures";
import { SharedProgress } from "../../editor/sharedProgress";
import { composedText, textPlaceOfUri } from "./chartText";
import { markedBytes } from "./documentEncoding";
import { DocumentFailures } from "./documentFailures";
import { DocumentTabs } from "../../editor/tabs/documentTabs";
import { type ShownPanels } from "../chart/host/shownPanels";
import { SharedLatest } from "./sharedLatest";
import { StaleSeries } from "../../editor/report/staleSeries";
import { failureText } from "../../editor/report/failureText";
import { type Services } from "../../connect/connectedServices";

export interface SeriesFileSystemOptions {
  readonly services: Services;
  readonly worker: FrameWorker;
  readonly reporter: Reporter;
  /** Notified of the outcome of each read. */
  readonly seriesFailures: SeriesFailures;
  /** Notified of the panel that each document shows. */
  readonly panels: ShownPanels;
  /** Reads the latest signals, forecasts or their changes as text. */
  readonly readLatest?: (place: LatestPlace) => Promise<Uint8Array>;
  /** Shows long-running work. */
  readonly progress?: SharedProgress;
}

/**
 * Series and panels as read-only files of the scheme `macro-signals`. Only the exact paths of series exist and nothing
 * is listed, since editors look for their own settings in any folder. A request is made only when a document is read.
 */
export class SeriesFileSystem implements vscode.FileSystemProvider, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChangeFile = this.disposables.add(
    new vscode.EventEmitter<vscode.FileChangeEvent[]>(),
  );
  readonly onDidChangeFile = this.didChangeFile.event;
  /** Which of the series that were read are stale. */
  readonly stale = this.disposables.add(new StaleSeries());
  private readonly documents: DocumentStore;
  private readonly progress: SharedProgress;
  /** Progress of the reads under way; a document may have several. */
  private readonly activeReads = new Set<{
    readonly path: string;
    readonly report: ReportProgress;
  }>();
  private readonly tabs: DocumentTabs;
  /** The documents that could not be read. */
  readonly failures: DocumentFailures;
  /** Texts about to replace failure pages, by URI: the editor's own read must not fetch them again. */
  private readonly rereads = new Map<string, Uint8Array>();
  private readonly sharedLatest = new SharedLatest((sides) => this.latestOfCached(sides));

  constructor(private readonly options: SeriesFileSystemOptions) {
    const { services, worker, progress = new SharedProgress() } = options;
    this.progress = progress;
    this.documents = this.disposables.add(
      new DocumentStore({
        worker,
        seriesOf: (connectionId) => this.seriesOf(connectionId),
        panelsOf: (connectionId) => this.panelsOf(connectionId),
        didProgress: (place, done, of) => this.reportProgress(place, done, of),
        limitBytes: sizeLimitBytes,
        didMake: (place, panel) => this.options.panels.note(place, panel),
        didChange: (place) => this.announce(place),
      }),
    );
    this.tabs = new DocumentTabs();
    const reread = (uri: vscode.Uri): Promise<void> => this.reread(uri);
    this.failures = this.disposables.add(
      new DocumentFailures({ ...options, tabs: this.tabs, reread }),
    );
    this.disposables.add(this.tabs);
    this.disposables.add(services.onDidReset((id) => this.forget(id)));
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const composed = composedText(uri.toString()) ?? latestStamp(uri);
    const { mtimeMs, sizeBytes } =
      composed === undefined
        ? await this.documents.stamp(expectDocument(uri))
        : { mtimeMs: 0, sizeBytes: composed.byteLength };
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: mtimeMs, size: sizeBytes, permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return markedBytes(uri, await this.bytesOf(uri));
  }

  private async bytesOf(uri: vscode.Uri): Promise<Uint8Array> {
    const composed = composedText(uri.toString());
    if (composed !== undefined) return composed;
    const reread = this.rereads.get(uri.toString());
    if (reread !== undefined) {
      this.rereads.delete(uri.toString());
      return reread;
    }
    const latest = latestPlaceOfUri(uri.toString());
    if (latest !== undefined) return this.readLatest(uri, latest);
    const place = expectDocument(uri);
    try {
      const bytes = await this.readOpen(uri, place);
      if (this.failures.clear(uri)) void Promise.allSettled([this.tabs.reopen(uri)]);
      return bytes;
    } catch (error) {
      this.failures.add(uri, place, error);
      throw fileSystemError(error);
    }
  }

  /** Updates open texts to the data that a chart shows. @param asOf - A panel's. */
  async follow({ connectionId, reference }: Target, asOf?: Instant): Promise<void> {
    await this.documents.follow({ connectionId, reference }, asOf);
  }

  /**
   * Fetches a document's data again and shows them, also in a tab that failed before. Failures are reported.
   *
   * @param latest - Shared by all documents that are refreshed together.
   */
  async refresh(uri: vscode.Uri, latest?: Latest): Promise<void> {
    if (this.failures.hasPage(uri)) return this.failures.retry(uri);
    const place = expectDocument(uri);
    try {
      await this.whileOpen(uri, place, (signal) => this.documents.refresh(place, signal, latest));
      this.note(place);
      this.reportShown(uri, place);
      if (this.failures.clear(uri)) await this.tabs.reopen(uri);
    } catch (error) {
      this.note(place, error);
      const attempt = vscode.l10n.t("Could not refresh {0}", placeTitle(place));
      // The tab keeps its content; nothing waits for the answer to the message.
      void this.failures.report(error, place, { attempt, retry: () => this.refresh(uri) });
      await this.noteUnrefreshed(place, error);
    }
  }

  /** Fetches the failed variants of a document's panel, as of the same instant. Failures are reported. */
  async complete(uri: vscode.Uri | undefined): Promise<void> {
    if (uri === undefined) return;
    const place = expectDocument(uri);
    try {
      await this.whileOpen(uri, place, (signal) => this.documents.complete(place, signal));
      this.reportShown(uri, place, true);
    } catch (error) {
      const attempt = vscode.l10n.t("Could not fetch {0}", placeTitle(place));
      void this.failures.report(error, place, { attempt, retry: () => this.complete(uri) });
    }
  }

  /** Changes are announced, not watched. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async readLatest(uri: vscode.Uri, place: LatestPlace): Promise<Uint8Array> {
    const { readLatest, reporter } = this.options;
    if (readLatest === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    try {
      return await readLatest(place);
    } catch (error) {
      const attempt = vscode.l10n.t("Could not open {0}", latestTitle(place));
      void reporter.report(error, { attempt, connectionId: place.connectionId });
      throw fileSystemError(error);
    }
  }

  private async readOpen(uri: vscode.Uri, place: DocumentPlace): Promise<Uint8Array> {
    try {
      const bytes = await this.whileOpen(uri, place, (signal, cancelled) =>
        this.tabs.closeCancelled(uri, this.readSide(uri, place, signal), cancelled),
      );
      this.note(place);
      this.reportShown(uri, place);
      return bytes;
    } catch (error) {
      this.note(place, error);
      throw error;
    }
  }

  private async reread(uri: vscode.Uri): Promise<void> {
    const text = uri.toString();
    this.rereads.set(text, await this.readOpen(uri, expectDocument(uri)));
    this.failures.clear(uri);
    // The text was read; a tab that cannot be reopened reports that itself.
    await Promise.allSettled([this.tabs.reopen(uri)]);
    // VS Code caches the failure of another extension's editor, which then cannot read the document again.
    if (this.rereads.delete(text)) await Promise.allSettled([this.tabs.showAsText(uri)]);
  }

  /**
   * Runs work for a document: with progress and Cancel while a person waits for it; aborted when its last tab closes.
   */
  private async whileOpen<T>(
    uri: vscode.Uri,
    place: DocumentPlace,
    work: (signal: AbortSignal, cancelled: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const closed = new AbortController();
    const text = uri.toString();
    const listener = this.tabs.onDidClose((each) => {
      if (each.toString() === text) closed.abort();
    });
    try {
      return await this.progress.run(
        text,
        vscode.l10n.t("Fetching {0}", placeTitle(place)),
        async (cancelled, report) => {
          const activeRead = { path: placePath(place), report };
          this.activeReads.add(activeRead);
          try {
            return await work(AbortSignal.any([cancelled, closed.signal]), cancelled);
          } catch (error) {
            if (cancelled.aborted) {
              showStatus(vscode.l10n.t("Fetching {0} was canceled", placeTitle(place)));
            }
            throw error;
          } finally {
            this.activeReads.delete(activeRead);
          }
        },
        // The editor may read a document before it reports the tab.
        { isWanted: () => this.tabs.has(uri) },
      );
    } finally {
      listener.dispose();
    }
  }

  private reportProgress(place: DocumentPlace, done: number, of: number): void {
    const own = placePath(place);
    const writing = vscode.l10n.t("writing the document");
    for (const { path, report } of this.activeReads) {
      // After the last one, writing takes long for large panels.
      if (path === own) report(done === of ? writing : vscode.l10n.t("{0} of {1}", done, of));
    }
  }

  private reportShown(uri: vscode.Uri, place: DocumentPlace, isAsked = false): void {
    if (isPanelPlace(place))
      this.options.panels.reportFailed(uri, place, () => this.complete(uri), isAsked);
  }

  /** Marks what is still shown as stale after a failed refresh. */
  private async noteUnrefreshed(place: DocumentPlace, error: unknown): Promise<void> {
    if (!isUnreachable(error)) return;
    const { connectionId, reference } = place;
    const kept = await this.kept(place);
    if (kept === undefined) return;
    const { fetchedAtMs } = kept;
    this.stale.note({ connectionId, reference }, { fetchedAtMs, staleBecause: error });
  }

  private async kept(place: DocumentPlace): Promise<{ readonly fetchedAtMs: number } | undefined> {
    if (isPanelPlace(place)) return this.options.panels.of(place);
    const service = await this.options.services.get(place.connectionId);
    return service.series.cachedBody(place.reference);
  }

  /** Reads one side of a comparison, with the same latest as the other side. */
  private async readSide(
    uri: vscode.Uri,
    place: DocumentPlace,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const sides = this.tabs.sidesOf(uri).flatMap((side) => textPlaceOfUri(side.toString()) ?? []);
    return sides.length === 2 && sides.every(({ reference }) => isLatest(reference))
      ? this.sharedLatest.use(sides, (latest) => this.documents.read(place, signal, latest))
      : this.documents.read(place, signal);
  }

  private async latestOfCached(places: readonly DocumentPlace[]): Promise<Latest> {
    const sources = await Promise.allSettled(places.map(async (place) => this.itemOf(place)));
    const items = sources.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
    return Latest.ofCached(items);
  }

  private async itemOf(place: DocumentPlace): Promise<readonly LatestItem[]> {
    if (isPanelPlace(place)) return [];
    const source = await this.options.services.get(place.connectionId);
    return [{ source, reference: place.reference }];
  }

  private async panelsOf(connectionId: string): Promise<Panels> {
    const { panels } = await this.options.services.get(connectionId);
    const noted = (panel: Panel): Panel => {
      this.stale.note({ connectionId, reference: panel.asked }, panel);
      return panel;
    };
    return {
      panel: async (reference, options) => noted(await panels.panel(reference, options)),
      retry: async (panel, options) => noted(await panels.retry(panel, options)),
      frames: (panel, signal) => panels.frames(panel, signal),
    };
  }

  private async seriesOf(connectionId: string): Promise<DocumentSeries> {
    const source = await this.options.services.get(connectionId);
    return {
      series: async (reference, { latest = new Latest(), ...options }) => {
        const series = await latest.series({ source, reference }, options);
        this.stale.note({ connectionId, reference }, series);
        this.stale.showRepairs({ connectionId, reference });
        return series;
      },
    };
  }

  private note(place: DocumentPlace, error?: unknown): void {
    if (isPanelPlace(place)) return;
    const { connectionId, reference } = place;
    this.options.seriesFailures.note({ connectionId, reference }, error);
  }

  private forget(connectionId: string): void {
    this.options.seriesFailures.forget(connectionId);
    this.stale.forget(connectionId);
    this.options.panels.forget(connectionId);
    this.documents.forget(connectionId);
    void this.failures.reopen(connectionId);
  }

  private announce(place: DocumentPlace): void {
    // A chart of one series reads as its CSV.
    const forms = place.form === "csv" ? (["csv", "chart"] as const) : [place.form];
    const uris = forms.map((form) => vscode.Uri.parse(placeUri({ ...place, form }), true));
    this.didChangeFile.fire(uris.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }
}

/** Registers the file system; the read-only message names the way to a copy. */
export function registerSeriesFileSystem(files: SeriesFileSystem): vscode.Disposable {
  const isReadonly = new vscode.MarkdownString(
    vscode.l10n.t("Service data are read-only. Run Macro Signals: Save As… to save a copy."),
  );
  return vscode.workspace.registerFileSystemProvider(scheme, files, {
    isCaseSensitive: true,
    isReadonly,
  });
}

/** The contents of latest signals before they are read: none, since nothing is requested for them. */
function latestStamp(uri: vscode.Uri): Uint8Array | undefined {
  return latestPlaceOfUri(uri.toString()) === undefined ? undefined : new Uint8Array();
}

function expectDocument(uri: vscode.Uri): DocumentPlace {
  const place = textPlaceOfUri(uri.toString());
  if (place === undefined) throw vscode.FileSystemError.FileNotFound(uri);
  return place;
}

function sizeLimitBytes(): number {
  const bounds = { fallback: 50, lowest: 0.01, highest: 500 };
  return numberSetting("documents.sizeLimitMB", bounds) * 1_000_000;
}

/** A failure as a file system error for the editor; people read the message elsewhere. */
function fileSystemError(error: unknown): vscode.FileSystemError {
  const isRefusal = error instanceof UnauthorizedError || error instanceof MissingKeyError;
  const words = failureText(error);
  return isRefusal
    ? vscode.FileSystemError.NoPermissions(words)
    : vscode.FileSystemError.Unavailable(words);
}
