import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { ReadableNames } from "../../catalog/readableNames";
import { type LatestSignal } from "../../service/parseLatestSignals";
import { type ListedSignal } from "../../service/parseSignals";
import { asOfText } from "../../shared/instant";
import { type LatestPlace, latestTitle, latestUri } from "../../shared/latest/latestPlace";
import {
  type FromLatest,
  type LatestAction,
  type LatestIdentity,
  type ToLatest,
} from "../../shared/latest/latestProtocol";
import { sampleConnection } from "../../shared/place";
import { plainLine } from "../../shared/plainText";
import { type CacheOptions } from "../../store/readThrough";
import { isCancellation } from "../cancellation";
import { commandId } from "../commandNames";
import { type ConnectedService, type ConnectedServices } from "../connection/connectedServices";
import { type ContextState } from "../connection/context";
import { serviceName } from "../connection/serviceName";
import { type Disposable, DisposableStore } from "../disposables";
import { pageHtml } from "../pageHtml";
import { type FailureReporter } from "../report/failureReporter";
import { takeRecords } from "./latestAnswer";
import { LatestFiles } from "./latestFiles";
import { runForVariants } from "./latestCommands";
import { parseFromLatest } from "./parseFromLatest";

/** What the heat maps of a window share. */
export interface LatestParts {
  readonly services: {
    get(connectionId: string): Promise<Pick<ConnectedService, "connection" | "catalog">>;
    readonly onDidReset: ConnectedServices["onDidReset"];
  };
  readonly context: Pick<ContextState, "current" | "onDidChange">;
  readonly reporter: Pick<FailureReporter, "report" | "inPlace">;
  /** Folder of the bundles. */
  readonly bundleFolder: string;
  readonly log: Pick<vscode.LogOutputChannel, "warn" | "error">;
}

/** The tab of a heat map, as the editor gives it. */
export type LatestPanel = Pick<vscode.WebviewPanel, "webview" | "visible">;

export interface LatestEditorOptions extends LatestParts {
  readonly place: LatestPlace;
  readonly panel: LatestPanel;
}

/** A page that goes on failing fills no log. */
const maxFailures = 20;

/** The latest signals in a tab: its page, what the service told, and what a person asks for there. */
export class LatestEditor implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly names = new ReadableNames(vscode.env.language);
  private readonly files: LatestFiles;
  private generation = 0;
  /** Of the answer that the page shows, in the order of its columns. */
  private records: readonly LatestSignal[] = [];
  private loading = new AbortController();
  private service = "";
  /** Whether what is shown is out of date, or a failure stands there. */
  private isBehind = false;
  private hasPage = false;
  private shownAsOf: string | null = null;
  private failures = 0;

  constructor(private readonly options: LatestEditorOptions) {
    const { place, panel, services, context, reporter } = options;
    const report = (words: string): void => this.post({ type: "told", words });
    this.files = new LatestFiles({ place, reporter, report });
    const { webview } = panel;
    this.disposables.add(webview.onDidReceiveMessage((message) => void this.receive(message)));
    this.disposables.add(
      services.onDidReset((id) => {
        if (id === place.connectionId && this.isInView) void this.load({});
      }),
    );
    this.disposables.add(context.onDidChange(() => this.followContext()));
    this.disposables.add({ dispose: () => this.loading.abort() });
    const bundles = vscode.Uri.file(options.bundleFolder);
    webview.options = { enableScripts: true, localResourceRoots: [bundles] };
    webview.html = this.html(bundles);
  }

  /** The service answers again. */
  async retryOutage(connectionId: string): Promise<void> {
    const isOwn = connectionId === this.options.place.connectionId;
    if (isOwn && this.isBehind && this.isInView) await this.load({});
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private html(bundles: vscode.Uri): string {
    const { place, panel } = this.options;
    const { webview } = panel;
    const fileUri = (name: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(bundles, name)).toString();
    return pageHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString("base64url"),
      script: fileUri("latest.js"),
      bodyAttribute: "",
      style: fileUri("latest.css"),
      language: vscode.env.language,
      title: latestTitle(place),
      words: vscode.l10n.bundle ?? {},
    });
  }

  /** A page that is hidden asks again once it is shown. */
  private get isInView(): boolean {
    return this.hasPage && this.options.panel.visible;
  }

  private get identity(): LatestIdentity {
    const { place, context } = this.options;
    const asOf = context.current?.asOf ?? "latest";
    this.shownAsOf = asOf === "latest" ? null : asOfText(asOf);
    return {
      service: this.service,
      isSample: place.connectionId === sampleConnection,
      signal: place.signal ?? null,
      otherAsOf: this.shownAsOf,
    };
  }

  /** The newest load is the one that counts. */
  private async load(options: CacheOptions): Promise<void> {
    this.loading.abort();
    const loading = new AbortController();
    this.loading = loading;
    const { signal } = loading;
    const { services, place } = this.options;
    try {
      const { connection, catalog } = await services.get(place.connectionId);
      this.service =
        connection.kind === "sample" ? vscode.l10n.t("Sample data") : serviceName(connection);
      const asked = { ...options, signal };
      const listed = signalsOf(catalog, asked);
      if (options.isRefresh === true) {
        await this.show(await catalog.latestSignals(asked), await listed, signal);
        return;
      }
      const { value, refreshed } = await catalog.availableLatestSignals(asked);
      await this.show(value, await listed, signal);
      if (refreshed !== undefined) await this.show(await refreshed, await listed, signal);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  private async show(
    listing: Parameters<typeof takeRecords>[0],
    listed: readonly ListedSignal[],
    signal: AbortSignal,
  ): Promise<void> {
    const { names } = this;
    const subject = this.options.place.signal;
    const generation = this.generation + 1;
    const taken = await takeRecords(listing, { generation, subject, listed, names, signal });
    signal.throwIfAborted();
    this.generation = generation;
    this.records = taken.records;
    this.isBehind = taken.answer.staleBecause !== null;
    this.post({ type: "show", identity: this.identity, answer: taken.answer });
  }

  private fail(error: unknown): void {
    if (isCancellation(error)) return;
    this.isBehind = true;
    this.records = [];
    const { place, reporter } = this.options;
    const attempt = vscode.l10n.t("Could not open {0}", latestTitle(place));
    const failure = reporter.inPlace(error, { attempt, connectionId: place.connectionId });
    this.post({ type: "fail", identity: this.identity, failure });
  }

  private followContext(): void {
    const asOf = this.options.context.current?.asOf ?? "latest";
    const words = asOf === "latest" ? null : asOfText(asOf);
    if (this.isInView && words !== this.shownAsOf) void this.load({});
  }

  private post(message: ToLatest): void {
    void this.options.panel.webview.postMessage(message);
  }

  /** Whatever does not keep to the protocol is dropped. */
  private async receive(value: unknown): Promise<void> {
    const message = parseFromLatest(value);
    if (message === undefined) {
      this.noteFailure("a message was malformed or too large");
      return;
    }
    try {
      await this.act(message);
    } catch (error) {
      const { place, reporter } = this.options;
      const { connectionId } = place;
      const attempt = vscode.l10n.t("Could not open {0}", latestTitle(place));
      await reporter.report(error, { attempt, connectionId });
    }
  }

  private async act(message: FromLatest): Promise<void> {
    switch (message.type) {
      case "ready":
        this.hasPage = true;
        this.post({ type: "wait", identity: this.identity });
        return this.load({});
      case "do":
        return this.perform(message.action);
      case "run":
        return this.run(message);
      case "copyText":
        return this.files.copyText(message.text);
      case "save":
        return this.files.save(message.form, message.text);
      case "failed":
        this.noteFailure(message.message);
    }
  }

  private async perform(action: LatestAction): Promise<void> {
    const { place } = this.options;
    switch (action) {
      case "refresh":
        return this.load({ isRefresh: true });
      case "openCsv":
      case "openJson": {
        const form = action === "openCsv" ? "csv" : "json";
        const uri = vscode.Uri.parse(latestUri({ ...place, form }), true);
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

  /** Nobody asks for anything of an answer that the page no longer shows. */
  private async run(message: Extract<FromLatest, { type: "run" }>): Promise<void> {
    if (message.generation !== this.generation) return;
    const { services, context, place } = this.options;
    const { connectionId } = place;
    const versioned = [...message.records].flatMap((at, index) => {
      const record = this.records[at];
      return record === undefined ? [] : [{ record, version: message.versions[index] ?? 0 }];
    });
    const { catalog } = await services.get(connectionId);
    const { dataKind = "SNAP", asOf = "latest" } = context.current ?? {};
    await runForVariants(message.command, versioned, { connectionId, catalog, dataKind, asOf });
  }

  private noteFailure(message: string): void {
    this.failures += 1;
    if (this.failures > maxFailures) return;
    this.options.log.error(`a page of latest signals failed: ${plainLine(message)}`);
  }
}

/** The names of signals; none where they cannot be had: the values stand beside codes then. */
async function signalsOf(
  catalog: ConnectedService["catalog"],
  { signal }: CacheOptions,
): Promise<readonly ListedSignal[]> {
  try {
    const { value } = await catalog.availableSignals(signal === undefined ? {} : { signal });
    return value.items;
  } catch {
    // Whatever is wrong with the service, its values say.
    return [];
  }
}
