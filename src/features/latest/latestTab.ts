import { type LatestAction, type latestMessages } from "./messages";
import { type CommonToPage, type PageAnswer, type PageIdentity } from "./protocol";
import { type GenericSchema, type InferOutput } from "valibot";
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { ReadableNames } from "../../catalog/readableNames";
import { NotFoundError } from "../../service/errors";
import { type LatestPlace, latestTitle } from "./model/latestPlace";
import { sampleConnection } from "../../shared/place";
import { type ExportForm } from "../../shared/pageProtocol";
import { plainLine } from "../../shared/plainText";
import { type Available, type FetchState, type StaleReason } from "../../store/fetchState";
import { type CacheOptions } from "../../store/readThrough";
import { isCancellation } from "../../editor/cancellation";
import { commandId } from "../../editor/commandNames";
import { type ConnectedService, type Services } from "../../connect/connectedServices";
import { type WindowContext } from "../../connect/context";
import { serviceName } from "../../connect/serviceName";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { pageFiles } from "../../editor/page/pageFiles";
import { pageHtml } from "../../editor/page/pageHtml";
import { copyText } from "../../editor/report/copyText";
import { type FailureReporter } from "../../editor/report/failureReporter";
import { failureText } from "../../editor/report/failureText";
import { reportSavedFile } from "../../editor/report/savedFiles";
import { askLocation } from "../../editor/files/saveQuestions";
import { writeLocation } from "../../editor/files/writeLocation";
import { asOfText } from "../../editor/text/dateText";
import { type Log } from "../../shared/log";
import { parsedAs } from "../../shared/messageSchemas";
import { type Instant, msOfInstant } from "../../shared/instant";
import { type KeptAnswer } from "../../store/keptAnswer";

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

/** The content of a tab: latest signals, latest forecasts or their changes. */
export interface LatestContent<From> {
  /** The name of the page's bundles. */
  readonly page: "latest" | "explorer" | "changes";
  /** The messages of the page. */
  readonly messages: GenericSchema<unknown, From>;
  act(message: From): Promise<void> | void;
  /**
   * Fetches the newest answer and shows it: the cached one first while a newer one is fetched.
   *
   * @throws the reason of the options' signal when it aborts.
   */
  load(service: ConnectedService, options: Load): Promise<void>;
  /** Discards the answer. Called when the page shows none. */
  forget(): void;
  /** The address of the page's content as a text document; undefined while there is no content. */
  textUri(form: "csv" | "json"): string | undefined;
}

/** How to use the cache, and the signal that aborts the load. */
export interface Load extends CacheOptions {
  readonly signal: AbortSignal;
  /** The archived answer to show; absent for the newest answer. */
  readonly archived?: KeptAnswer | undefined;
}

/** The messages that every page sends. */
export type CommonMessage =
  | { readonly type: "ready" }
  | InferOutput<(typeof latestMessages)[number]>;

/** 20: enough to diagnose a page that fails again and again, without filling the log. */
const maxFailures = 20;

/** A tab of newest data: connects its page to the service and to the editor's commands. */
export class LatestTab<Answer extends PageAnswer, OwnToPage, From> implements Disposable {
  readonly names = new ReadableNames(vscode.env.language);
  readonly disposables = new DisposableStore();
  private loading = new AbortController();
  private service = "";
  /** Whether the shown answer is stale, or a failure is shown. */
  private isBehind = false;
  /** The editor discards a hidden page; the next one sends `ready` again. */
  private isReady = false;
  private shownAsOf: Instant | undefined;
  /** The newest archived answer that is not later than the window's as-of. */
  private kept: KeptAnswer | undefined;
  /** When the archive begins, if that is later. */
  private archiveBeginsMs: number | undefined;
  private isArchivedWanted = false;
  private failures = 0;

  constructor(
    private readonly options: LatestTabOptions,
    private readonly content: LatestContent<From>,
  ) {
    const { place, panel, services, context } = options;
    const { webview } = panel;
    this.disposables.add(webview.onDidReceiveMessage((message) => void this.receive(message)));
    this.disposables.add(
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.isReady = false;
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

  get identity(): PageIdentity {
    const { place } = this.options;
    return {
      service: this.service,
      isSample: place.connectionId === sampleConnection,
      signal: (place.of === "signals" ? place.signal : undefined) ?? null,
      otherAsOf: this.otherAsOf,
      archived: this.kept ? { atMs: this.kept.fetchedAtMs, isShown: this.isArchivedWanted } : null,
      archiveBeginsMs: this.archiveBeginsMs ?? null,
    };
  }

  /** The window's as-of, as text; null for latest. */
  private get otherAsOf(): string | null {
    const { instant } = this.options.services.gate;
    return instant === undefined ? null : asOfText(instant);
  }

  /** Whether there is a page that receives messages. */
  get hasPage(): boolean {
    return this.isReady;
  }

  /** The signal of the current load, which aborts when another one begins. */
  get loadSignal(): AbortSignal {
    return this.loading.signal;
  }

  /** The attempt that failure messages name. */
  private get attempt(): string {
    return vscode.l10n.t("Could not open {0}", latestTitle(this.options.place));
  }

  async connected(): Promise<ConnectedService> {
    const { services, place } = this.options;
    return services.get(place.connectionId);
  }

  post(message: OwnToPage | CommonToPage<Answer>): void {
    void this.options.panel.webview.postMessage(message);
  }

  show(answer: Answer): void {
    this.isBehind = answer.staleBecause !== null;
    this.post({ type: "show", identity: this.identity, answer });
  }

  async report(error: unknown): Promise<void> {
    const { reporter, place } = this.options;
    const { connectionId } = place;
    await reporter.report(error, { attempt: this.attempt, connectionId });
  }

  /** Acts on a message of the kinds that every page sends. */
  async act(message: CommonMessage): Promise<void> {
    switch (message.type) {
      case "ready":
        this.isReady = true;
        this.post({ type: "wait", identity: this.identity });
        return this.load({});
      case "do":
        return this.perform(message.action);
      case "copyText":
        return copyText(message.text, this, this.options.reporter);
      case "save":
        return this.save(message.form, message.text);
      case "failed":
        this.noteFailure(message.message);
    }
  }

  private async save(form: ExportForm, text: string): Promise<void> {
    const { place, reporter } = this.options;
    const title = latestTitle(place);
    try {
      const question = vscode.l10n.t("Save {0} As", title);
      const location = await askLocation(question, fileName(place, form), {
        [fileTypes[form]]: [form],
      });
      if (location === undefined) return;
      await writeLocation(location, new TextEncoder().encode(text));
      const saved = location.path.slice(location.path.lastIndexOf("/") + 1);
      void reportSavedFile(vscode.l10n.t("Saved {0}", plainLine(saved)), location);
    } catch (error) {
      await reporter.report(error, { attempt: vscode.l10n.t("Could not save {0}", title) });
    }
  }

  private html(): string {
    const { place, bundleFolder } = this.options;
    return pageHtml({
      ...pageFiles(bundleFolder, this.content.page),
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
    this.shownAsOf = this.options.services.gate.instant;
    const { services, place } = this.options;
    try {
      const service = await services.get(place.connectionId);
      signal.throwIfAborted();
      const { connection, archive } = service;
      // Answers are archived from now on, also those that the side bar fetches.
      void archive.begin();
      this.service =
        connection.kind === "sample" ? vscode.l10n.t("Sample data") : serviceName(connection);
      const kept = await this.archivedAnswers(service);
      signal.throwIfAborted();
      this.kept = kept.before;
      this.archiveBeginsMs = kept.before === undefined ? kept.first?.fetchedAtMs : undefined;
      const archived = this.isArchivedWanted ? this.kept : undefined;
      await this.content.load(service, { ...options, signal, archived });
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /**
   * The first archived answer, and the newest that is not later than the window's as-of. None while that is latest, and
   * for changes, which compare two answers.
   */
  private async archivedAnswers({ archive }: ConnectedService): Promise<{
    readonly first?: KeptAnswer | undefined;
    readonly before?: KeptAnswer | undefined;
  }> {
    const { services, place } = this.options;
    const { instant } = services.gate;
    if (instant === undefined || place.of === "changes") return {};
    const boundMs = msOfInstant(instant);
    const all = await archive.list(place.of);
    return { first: all[0], before: all.findLast(({ fetchedAtMs }) => fetchedAtMs <= boundMs) };
  }

  private fail(error: unknown): void {
    if (isCancellation(error)) return;
    this.isBehind = true;
    this.isArchivedWanted = false;
    this.content.forget();
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
    if (this.options.services.gate.instant === this.shownAsOf) return;
    this.isArchivedWanted = false;
    if (this.hasPage) void this.load({});
  }

  private async receive(value: unknown): Promise<void> {
    const message = parsedAs(this.content.messages, value);
    if (message === undefined) {
      this.noteFailure("a message was malformed or too large");
      return;
    }
    try {
      await this.content.act(message);
    } catch (error) {
      await this.report(error);
    }
  }

  private async perform(action: LatestAction): Promise<void> {
    switch (action) {
      case "refresh":
        return this.load({ isRefresh: true });
      case "showArchived":
      case "showNewest":
        this.isArchivedWanted = action === "showArchived";
        return this.load({});
      case "openCsv":
      case "openJson": {
        if (this.isArchivedWanted) {
          this.reportNewestOnly();
          return;
        }
        const form = action === "openCsv" ? "csv" : "json";
        const text = this.content.textUri(form);
        if (text === undefined) return;
        const uri = vscode.Uri.parse(text, true);
        return vscode.commands.executeCommand("vscode.open", uri, { preview: false });
      }
      case "setAsOf":
      case "showLog":
        return vscode.commands.executeCommand(commandId(action));
      case "diagnose":
        return this.runForService("diagnoseConnection");
      case "enterKey":
        return this.runForService("enterApiKey");
    }
  }

  /** A text document can show only the newest answer. */
  private reportNewestOnly(): void {
    const words = vscode.l10n.t(
      "Only the latest values can be opened as text. Save the table instead.",
    );
    this.post({ type: "told", words });
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

/** Why there is nothing newer, as a text; null unless an answer is stale. */
export function staleReasonText({ staleBecause }: StaleReason): string | null {
  return staleBecause === undefined ? null : failureText(staleBecause);
}

/** Yields the answer of a request, and then the refreshed one if a refresh is under way. */
export async function* answersOf<T extends FetchState>(
  asked: Promise<Available<T>>,
): AsyncGenerator<{ readonly listing: T; readonly isLast: boolean }> {
  const { value, refreshed } = await asked;
  yield { listing: value, isLast: refreshed === undefined };
  if (refreshed !== undefined) yield { listing: await refreshed, isLast: true };
}

const fileTypes: Readonly<Record<ExportForm, string>> = {
  csv: "CSV",
  tsv: "TSV",
  md: "Markdown",
  json: "JSON",
};

/** An ASCII name that marks samples: `SAMPLE_INFL-v2_latest_20261120.csv`, `forecasts_latest_20261120.csv`. */
function fileName(place: LatestPlace, form: ExportForm): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const signal = place.of === "signals" ? place.signal : undefined;
  const subject =
    signal && `${signal.code.replace(/[^\w.]/g, "-").slice(0, 60)}-v${signal.version}`;
  const sample = place.connectionId === sampleConnection ? ["SAMPLE"] : [];
  return `${[...sample, subject ?? place.of, "latest", day].join("_")}.${form}`;
}
