import * as vscode from "vscode";
import { DecodeError } from "../../data/errors";
import { AsOfNotHonouredError } from "../../service/errors";
import { type DocumentPlace, isPanelPlace, type SeriesPlace } from "../../shared/documentPlace";
import { placeTitle } from "../../shared/place";
import { DocumentTooLargeError } from "../../store/documentTooLargeError";
import { commandId } from "../commandNames";
import { type ConnectedService } from "../connection/connectedServices";
import { isCancellation } from "../cancellation";
import { type Disposable, DisposableStore } from "../disposables";
import { type FailureContext, type FailureReporter, type Offer } from "../report/failureReporter";
import { targetUri } from "../target";
import { type DocumentTabs } from "./documentTabs";

interface Failure {
  readonly uri: vscode.Uri;
  readonly place: DocumentPlace;
  readonly error: unknown;
  readonly atMs: number;
  isTold: boolean;
}

/** So much later than the failure a tab is opened by itself, and its own reading tells. */
const lateMs = 2_000;

/** What documents need of the services behind connections. */
export interface DocumentServices {
  get(
    connectionId: string,
  ): Promise<Pick<ConnectedService, "client" | "series" | "panels" | "hasKeyWorked">>;
  readonly onDidReset: vscode.Event<string>;
}

export interface DocumentFailuresOptions {
  readonly services: DocumentServices;
  readonly tabs: DocumentTabs;
  readonly reporter: Pick<FailureReporter, "report">;
}

/**
 * Tells of documents that could not be read, when a person opened them: the editor shows a tab that has failed, but not why.
 * What others read in the background fails in silence.
 */
export class DocumentFailures implements Disposable {
  private readonly disposables = new DisposableStore();
  /** By URI, until the document was read or its tabs were closed. */
  private readonly failures = new Map<string, Failure>();

  constructor(private readonly options: DocumentFailuresOptions) {
    const { tabs } = options;
    this.disposables.add(tabs.onDidOpen((uri) => this.tellOpened(uri)));
    this.disposables.add(tabs.onDidClose((uri) => this.clear(uri)));
  }

  /** A document was not read. */
  add(uri: vscode.Uri, place: DocumentPlace, error: unknown): void {
    this.forgetUnopened();
    const failure = { uri, place, error, atMs: Date.now(), isTold: false };
    this.failures.set(uri.toString(), failure);
    if (this.options.tabs.has(uri)) this.tell(failure);
  }

  /** A document was read; whether it had failed before. */
  clear(uri: vscode.Uri): boolean {
    return this.failures.delete(uri.toString());
  }

  /** Why a document could not be read; undefined when it has not failed. */
  async of(uri: vscode.Uri): Promise<{ error: unknown; context: FailureContext } | undefined> {
    const failure = this.failures.get(uri.toString());
    if (failure === undefined) return undefined;
    const { place, error } = failure;
    return { error, context: await this.contextOf(error, place, this.attemptOf(failure)) };
  }

  /** Reads a document again and shows it. */
  async retry(uri: vscode.Uri): Promise<void> {
    await this.options.tabs.show(uri);
  }

  /** Tells of a failure of a document, whatever was attempted; never rejects. */
  async report(
    error: unknown,
    place: DocumentPlace,
    context: Pick<FailureContext, "attempt" | "retry">,
  ): Promise<void> {
    await this.options.reporter.report(error, await this.contextOf(error, place, context));
  }

  /** Shows the failed documents of a connection again that a person is looking at. */
  async reopen(connectionId: string): Promise<void> {
    const failed = [...this.failures.values()].filter(
      ({ place }) => place.connection === connectionId,
    );
    // A tab that cannot be shown again says so itself, and keeps none of the others from it.
    await Promise.allSettled(failed.map(({ uri }) => this.options.tabs.reopen(uri)));
  }

  dispose(): void {
    this.disposables.dispose();
    this.failures.clear();
  }

  /** A failure can come sooner than the news of the tab it is for. */
  private tellOpened(uri: vscode.Uri): void {
    const failure = this.failures.get(uri.toString());
    if (failure === undefined || Date.now() - failure.atMs > lateMs) return;
    if (failure.isTold) this.showPage(failure);
    else this.tell(failure);
  }

  private tell(failure: Failure): void {
    failure.isTold = true;
    const { place, error } = failure;
    void this.report(error, place, this.attemptOf(failure));
    this.showPage(failure);
  }

  private showPage({ uri, error }: Failure): void {
    if (isCancellation(error)) return;
    const hasFailed = (): boolean => this.failures.has(uri.toString());
    // The editor hears of the failure first, and shows an error of its own. A tab that is gone meanwhile needs no page.
    setImmediate(() => void Promise.allSettled([this.options.tabs.showFailed(uri, hasFailed)]));
  }

  private attemptOf({ uri, place }: Failure): Pick<FailureContext, "attempt" | "retry"> {
    const attempt = vscode.l10n.t("Could not open {0}", placeTitle(place));
    return { attempt, retry: () => this.retry(uri) };
  }

  private async contextOf(
    error: unknown,
    place: DocumentPlace,
    context: Pick<FailureContext, "attempt" | "retry">,
  ): Promise<FailureContext> {
    const connectionId = place.connection;
    const service = await this.options.services.get(connectionId).catch(() => undefined);
    const hasKeyWorked = service?.hasKeyWorked === true;
    const offers = offersFor(error, place);
    return {
      connectionId,
      hasKeyWorked,
      ...context,
      ...(offers === undefined ? {} : { offers }),
    };
  }

  /** What others have read in vain, and no tab has shown since, is of no interest any more. */
  private forgetUnopened(): void {
    for (const [key, { uri, atMs }] of this.failures) {
      if (Date.now() - atMs > lateMs && !this.options.tabs.has(uri)) this.failures.delete(key);
    }
  }
}

/** Where nothing can be shown that was asked for, the answer can still be looked at elsewhere. */
function offersFor(error: unknown, place: DocumentPlace): Offer[] | undefined {
  if (error instanceof DocumentTooLargeError) return tooLargeOffers(error, place);
  const isUnusable = error instanceof DecodeError || error instanceof AsOfNotHonouredError;
  // A panel is made of many answers.
  return isUnusable && !isPanelPlace(place) ? [saveResponseOffer(place)] : undefined;
}

function saveResponseOffer({ connection: connectionId, reference, form }: SeriesPlace): Offer {
  const uri = targetUri({ connectionId, reference }, form);
  return {
    title: vscode.l10n.t("Save Response…"),
    run: () => vscode.commands.executeCommand(commandId("saveResponse"), uri),
  };
}

/** A part of the data in a document of its own, and the whole as a file. */
function tooLargeOffers(
  { newest }: DocumentTooLargeError,
  { connection: connectionId, reference, form, slice }: DocumentPlace,
): Offer[] {
  const whole = targetUri({ connectionId, reference }, form, slice);
  const saveAs = {
    title: vscode.l10n.t("Save As…"),
    run: () => vscode.commands.executeCommand(commandId("saveAs"), whole),
  };
  const csv = targetUri({ connectionId, reference }, "csv", slice);
  // The same takes a third of the room there.
  const openCsv = {
    title: vscode.l10n.t("Open as CSV"),
    run: () => vscode.commands.executeCommand("vscode.open", csv),
  };
  const others = form === "json" ? [openCsv, saveAs] : [saveAs];
  if (newest === undefined) return others;
  const preview = targetUri({ connectionId, reference }, form, { ...slice, ...newest });
  const openPreview = {
    title: vscode.l10n.t("Open Preview"),
    run: () => vscode.commands.executeCommand("vscode.open", preview),
  };
  return [openPreview, ...others];
}
