import { type LatestAction } from "./messages";
import { type FromLatest } from "./heatmap/messages";
import { type PageFailure } from "../../shared/pageProtocol";
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { ReadableNames } from "../../catalog/readableNames";
import { NotFoundError } from "../../service/errors";
import { type ExplorerIdentity } from "./explorer/protocol";
import { type LatestPlace, latestTitle, latestUri } from "./model/latestPlace";
import { type ToLatest } from "./heatmap/protocol";
import { sampleConnection } from "../../shared/place";
import { plainLine } from "../../shared/plainText";
import { type Available, type FetchState } from "../../store/fetchState";
import { type CacheOptions } from "../../store/readThrough";
import { isCancellation } from "../../editor/cancellation";
import { commandId } from "../../editor/commandNames";
import { type ConnectedService, type Services } from "../../connect/connectedServices";
import { type WindowContext } from "../../connect/context";
import { serviceName } from "../../connect/serviceName";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { pageFiles } from "../../editor/page/pageFiles";
import { pageHtml } from "../../editor/page/pageHtml";
import { type FailureReporter } from "../../editor/report/failureReporter";
import { LatestFiles } from "./latestFiles";
import { asOfText } from "../../editor/text/dateText";
import { type Log } from "../../shared/log";

/** Parameters that the tabs of newest values and forecasts of a window share. */
export interface LatestParts {
  readonly services: Services;
  readonly context: WindowContext;
  readonly reporter: FailureReporter;
  readonly bundleFolder: string;
  readonly log: Log;
}

export interface LatestTabOptions<P extends LatestPlace = LatestPlace> extends LatestParts {
  readonly place: P;
  readonly panel: vscode.WebviewPanel;
}

/** One answer of the service, ready for the page. */
export interface TakenAnswer {
  /** A message that gives the reason why there is nothing newer; null unless the data are stale. */
  readonly staleBecause: string | null;
  /** Replaces the answer before it, and sends it to the page. */
  readonly show: () => void;
}

/** The requests of a tab, and the preparation of each answer. */
export interface Asked<T extends FetchState> {
  readonly newest: Promise<Available<T>>;
  /**
   * @param isLast - Whether no newer answer follows, so that what accompanies it has to be as new.
   * @throws the signal's reason when it aborts.
   */
  readonly take: (answer: T, signal: AbortSignal, isLast: boolean) => Promise<TakenAnswer>;
}

/** Messages that every page sends. */
type CommonMessage = Extract<
  FromLatest,
  { readonly type: "ready" | "do" | "copyText" | "save" | "failed" }
>;

/** Messages that every page gets. */
type CommonTold<I> =
  | { readonly type: "wait"; readonly identity: I }
  | { readonly type: "fail"; readonly identity: I; readonly failure: PageFailure }
  | Extract<ToLatest, { readonly type: "told" }>;

/** 20: enough to diagnose a page that fails again and again, without filling the log. */
const maxFailures = 20;

/** A tab of newest data: connects its page to the service and to the editor's commands. */
export abstract class LatestTab<
  P extends LatestPlace,
  T extends FetchState,
  I extends ExplorerIdentity,
  To,
  From extends { readonly type: string },
> implements Disposable {
  protected readonly names = new ReadableNames(vscode.env.language);
  protected readonly disposables = new DisposableStore();
  private readonly files: LatestFiles;
  private loading = new AbortController();
  private service = "";
  /** Whether the shown answer is stale, or a failure is shown. */
  private isBehind = false;
  /** The editor discards a hidden page; the next one sends `ready` again. */
  protected hasPage = false;
  private shownAsOf: string | null = null;
  private failures = 0;

  constructor(
    protected readonly options: LatestTabOptions<P>,
    /** The name of the page's bundles. */
    private readonly page: "latest" | "explorer" | "changes",
  ) {
    const { place, panel, services, context, reporter } = options;
    const report = (words: string): void => this.post({ type: "told", words });
    this.files = new LatestFiles({ place, reporter, report });
    const { webview } = panel;
    this.disposables.add(webview.onDidReceiveMessage((message) => void this.receive(message)));
    this.disposables.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.hasPage = false;
      }),
    );
    this.disposables.add(
      services.onDidReset((id) => {
        if (id === place.connectionId && this.hasPage) void this.load({});
      }),
    );
    this.disposables.add(context.onDidChange(() => this.followContext()));
    this.disposables.add({ dispose: () => this.loading.abort() });
    webview.options = { enableScripts: true, localResourceRoots: [] };
    webview.html = this.html();
  }

  /** Loads anew when a service answers again after an outage. */
  async retryOutage(connectionId: string): Promise<void> {
    const isOwn = connectionId === this.options.place.connectionId;
    if (isOwn && this.isBehind && this.hasPage) await this.load({});
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** Parses a message of the page; undefined when it violates the protocol. */
  protected abstract parse(message: unknown): From | undefined;

  protected abstract act(message: From): Promise<void>;

  protected abstract ask(service: ConnectedService, options: CacheOptions): Asked<T>;

  protected abstract identityOf(common: ExplorerIdentity): I;

  /** Discards the answer, because the page shows none. */
  protected abstract forget(): void;

  /** The address of the page's content as a text document; undefined while there is no content. */
  protected textUri(form: "csv" | "json"): string | undefined {
    const { place } = this.options;
    return place.of === "changes" ? undefined : latestUri({ ...place, form });
  }

  protected get identity(): I {
    const { place, context } = this.options;
    const asOf = context.current?.asOf ?? "latest";
    this.shownAsOf = asOf === "latest" ? null : asOfText(asOf);
    return this.identityOf({
      service: this.service,
      isSample: place.connectionId === sampleConnection,
      otherAsOf: this.shownAsOf,
    });
  }

  /** The attempt that messages of failures name. */
  protected get attempt(): string {
    return vscode.l10n.t("Could not open {0}", latestTitle(this.options.place));
  }

  protected get loadSignal(): AbortSignal {
    return this.loading.signal;
  }

  protected async connected(): Promise<ConnectedService> {
    const { services, place } = this.options;
    return services.get(place.connectionId);
  }

  protected post(message: To | CommonTold<I>): void {
    void this.options.panel.webview.postMessage(message);
  }

  protected async actCommonly(message: CommonMessage): Promise<void> {
    switch (message.type) {
      case "ready":
        this.hasPage = true;
        this.post({ type: "wait", identity: this.identity });
        return this.load({});
      case "do":
        return this.perform(message.action);
      case "copyText":
        return this.files.copyText(message.text);
      case "save":
        return this.files.save(message.form, message.text);
      case "failed":
        this.noteFailure(message.message);
    }
  }

  private html(): string {
    const { place, bundleFolder } = this.options;
    return pageHtml({
      ...pageFiles(bundleFolder, this.page),
      nonce: randomBytes(16).toString("base64url"),
      bodyAttribute: "",
      language: vscode.env.language,
      title: latestTitle(place),
      words: vscode.l10n.bundle ?? {},
    });
  }

  /** Aborts the load under way and starts another. */
  private async load(options: CacheOptions): Promise<void> {
    this.loading.abort();
    const loading = new AbortController();
    this.loading = loading;
    const { signal } = loading;
    const { services, place } = this.options;
    try {
      const service = await services.get(place.connectionId);
      const { connection, archive } = service;
      // Answers are archived from now on, also those that the side bar fetches.
      void archive.begin();
      this.service =
        connection.kind === "sample" ? vscode.l10n.t("Sample data") : serviceName(connection);
      const { newest, take } = this.ask(service, { ...options, signal });
      const show = async (answer: T, isLast: boolean): Promise<void> => {
        const taken = await take(answer, signal, isLast);
        signal.throwIfAborted();
        this.isBehind = taken.staleBecause !== null;
        taken.show();
      };
      const { value, refreshed } = await newest;
      await show(value, refreshed === undefined);
      if (refreshed !== undefined) await show(await refreshed, true);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (isCancellation(error)) return;
    this.isBehind = true;
    this.forget();
    const { connectionId } = this.options.place;
    const known = this.options.reporter.inPlace(error, { attempt: this.attempt, connectionId });
    const failure = error instanceof NotFoundError ? { ...known, message: this.noneText() } : known;
    this.post({ type: "fail", identity: this.identity, failure });
  }

  /** The message for a service without the endpoint. */
  private noneText(): string {
    return this.options.place.of === "forecasts"
      ? vscode.l10n.t("This service does not provide latest forecasts (404).")
      : vscode.l10n.t("This service does not provide latest signals (404).");
  }

  private followContext(): void {
    const asOf = this.options.context.current?.asOf ?? "latest";
    const words = asOf === "latest" ? null : asOfText(asOf);
    if (this.hasPage && words !== this.shownAsOf) void this.load({});
  }

  private async receive(value: unknown): Promise<void> {
    const message = this.parse(value);
    if (message === undefined) {
      this.noteFailure("a message was malformed or too large");
      return;
    }
    try {
      await this.act(message);
    } catch (error) {
      const { connectionId } = this.options.place;
      await this.options.reporter.report(error, { attempt: this.attempt, connectionId });
    }
  }

  private async perform(action: LatestAction): Promise<void> {
    switch (action) {
      case "refresh":
        return this.load({ isRefresh: true });
      case "openCsv":
      case "openJson": {
        const form = action === "openCsv" ? "csv" : "json";
        const text = this.textUri(form);
        if (text === undefined) return;
        const uri = vscode.Uri.parse(text, true);
        return vscode.commands.executeCommand("vscode.open", uri, { preview: false });
      }
      case "showLog":
        return vscode.commands.executeCommand(commandId("showLog"));
      case "diagnose":
        return this.runForService("diagnoseConnection");
      case "enterKey":
        return this.runForService("enterApiKey");
    }
  }

  private async runForService(command: "diagnoseConnection" | "enterApiKey"): Promise<void> {
    await vscode.commands.executeCommand(commandId(command), this.options.place.connectionId);
  }

  private noteFailure(message: string): void {
    this.failures += 1;
    if (this.failures > maxFailures) return;
    const { of } = this.options.place;
    this.options.log.error(`a page of latest ${of} failed: ${plainLine(message)}`);
  }
}
