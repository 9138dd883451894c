import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import { DecodeError } from "../../data/errors";
import { AsOfNotHonouredError, isUnreachable } from "../../service/errors";
import { type DocumentPlace, isPanelPlace, type SeriesPlace } from "../../shared/documentPlace";
import { placeTitle } from "../../shared/place";
import { DocumentTooLargeError } from "../../store/documentTooLargeError";
import { isCancellation } from "../../editor/cancellation";
import { commandId } from "../../editor/commandNames";
import { type Services } from "../../connect/connectedServices";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { withCachedText } from "../../editor/report/cachedMessages";
import {
  type FailureContext,
  type Reporter,
  type Offer,
} from "../../editor/report/failureReporter";
import { targetUri } from "../../editor/tabs/target";
import { type DocumentTabs } from "../../editor/tabs/documentTabs";
import { LaterThanAsOfError } from "../../store/asOfGate";
import { asOfText } from "../../editor/text/dateText";

interface Failure {
  readonly uri: vscode.Uri;
  readonly place: DocumentPlace;
  readonly error: unknown;
  readonly atMs: number;
  isTold: boolean;
  /** Whether to retry: once its page comes to the front, or after the current retry. */
  isDue: boolean;
}

/** A tab that opens this long after the failure reads the document itself, and that read reports. */
const lateMs = 2_000;

export interface DocumentFailuresOptions {
  readonly services: Services;
  readonly tabs: DocumentTabs;
  readonly reporter: Reporter;
  /** Reads a failed document again, then shows it in place of its page. Rejects with the reason. */
  readonly reread: (uri: vscode.Uri) => Promise<void>;
}

/** The failure of a document, as its page shows it. */
export interface ReportedFailure {
  readonly error: unknown;
  readonly context: FailureContext;
  readonly isRetrying: boolean;
  /** The cached data to offer instead; absent where nothing is cached. */
  readonly cached?: { readonly offer: Offer; readonly messageWith: (message: string) => string };
}

/**
 * Reports documents that a person opened and that could not be read, by a page in place of the failed tab: the editor
 * does not show the reason. Background reads fail silently.
 */
export class DocumentFailures implements Disposable {
  private readonly disposables = new DisposableStore();
  /** By URI, until the document is read or its tabs are closed. */
  private readonly failures = new Map<string, Failure>();
  /** URIs of documents that are being read again. */
  private readonly retrying = new Set<string>();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  /** Fires with a document whose failure has changed. */
  readonly onDidChange = this.didChange.event;

  constructor(private readonly options: DocumentFailuresOptions) {
    const { tabs } = options;
    this.disposables.add(tabs.onDidOpen((uri) => this.reportOpened(uri)));
    this.disposables.add(tabs.onDidClose((uri) => this.clear(uri)));
  }

  /** Notes that reading a document failed. */
  add(uri: vscode.Uri, place: DocumentPlace, error: unknown): void {
    this.forgetUnopened();
    const failure = { uri, place, error, atMs: Date.now(), isTold: false, isDue: false };
    this.failures.set(uri.toString(), failure);
    this.didChange.fire(uri);
    if (this.options.tabs.has(uri)) void this.reportOnce(failure);
  }

  /** Notes that a document was read; returns whether it had failed before. */
  clear(uri: vscode.Uri): boolean {
    return this.failures.delete(uri.toString());
  }

  /** Why a document could not be read; undefined when it has not failed. */
  async of(uri: vscode.Uri): Promise<ReportedFailure | undefined> {
    const failure = this.failures.get(uri.toString());
    if (failure === undefined) return undefined;
    const { place, error } = failure;
    const context = contextOf(error, place, this.attemptOf(failure));
    const cached = await this.cachedFor(error, place);
    // It failed again meanwhile, for another reason.
    if (this.failures.get(uri.toString()) !== failure) return this.of(uri);
    const isRetrying = this.retrying.has(uri.toString());
    return { error, context, isRetrying, ...(cached && { cached }) };
  }

  /** Whether a page replaces the tab of a failed document. */
  hasPage(uri: vscode.Uri): boolean {
    return this.failures.has(uri.toString()) && this.options.tabs.hasPage(uri);
  }

  /** Reads a document again and shows it. Its page stays until there is a text, and shows a new failure. */
  async retry(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const failure = this.failures.get(key);
    if (failure === undefined || !this.hasPage(uri)) {
      await this.options.tabs.show(uri);
      return;
    }
    if (this.retrying.has(key)) return;
    this.retrying.add(key);
    failure.isDue = false;
    this.didChange.fire(uri);
    const [reading] = await Promise.allSettled([this.options.reread(uri)]);
    this.retrying.delete(key);
    if (reading.status === "fulfilled") return;
    // The address or the key has changed meanwhile, or the service is back.
    if (this.failures.get(key)?.isDue === true) return this.retry(uri);
    if (isCancellation(reading.reason)) this.didChange.fire(uri);
    else this.add(uri, failure.place, reading.reason);
  }

  /** Retries a due failure when its page comes to the front. */
  async retryDue(uri: vscode.Uri): Promise<void> {
    const failure = this.failures.get(uri.toString());
    if (failure === undefined || failure.isDue) await this.retry(uri);
  }

  /** Reports the failure of an action on a document; never rejects. */
  async report(error: unknown, place: DocumentPlace, context: FailureContext): Promise<void> {
    await this.options.reporter.report(error, contextOf(error, place, context));
  }

  /** Rereads a connection's failed documents: those in view now, the others once they come to the front. */
  async reopen(
    connectionId: string,
    isConcerned: (error: unknown) => boolean = () => true,
  ): Promise<void> {
    const failed = [...this.failures.values()].filter(
      ({ place, error }) => place.connectionId === connectionId && isConcerned(error),
    );
    // A tab that cannot be reopened reports that itself, and must not stop the others.
    await Promise.allSettled(failed.map((failure) => this.reopenOne(failure)));
  }

  /** Rereads the documents that failed because of an outage, now that the service answers again. */
  async retryOutages(connectionId: string): Promise<void> {
    await this.reopen(connectionId, isUnreachable);
  }

  /** Rereads the documents that were refused as later than the window's as-of, which has changed. */
  async retryRefused(): Promise<void> {
    const refused = [...this.failures.values()].filter(
      ({ error }) => error instanceof LaterThanAsOfError,
    );
    await Promise.allSettled(refused.map((failure) => this.reopenOne(failure)));
  }

  dispose(): void {
    this.disposables.dispose();
    this.failures.clear();
  }

  /** A failure can precede the event of the tab that it is for. */
  private reportOpened(uri: vscode.Uri): void {
    const failure = this.failures.get(uri.toString());
    if (failure === undefined || Date.now() - failure.atMs > lateMs) return;
    void this.reportOnce(failure);
  }

  /** Shows the page; where no page can replace the tab, as in a pinned tab or a comparison, shows a message. */
  private async reportOnce(failure: Failure): Promise<void> {
    const { uri, place, error } = failure;
    if (isCancellation(error)) return;
    const hasFailed = (): boolean => this.failures.has(uri.toString());
    // The editor shows its own error first. A tab closed in the meantime needs no page.
    await nextTurn();
    await Promise.allSettled([this.options.tabs.showFailed(uri, hasFailed)]);
    const isKnown = failure.isTold || this.failures.get(uri.toString()) !== failure;
    if (isKnown || !this.options.tabs.hasOwnError(uri)) return;
    failure.isTold = true;
    await this.report(error, place, this.attemptOf(failure));
  }

  private async reopenOne(failure: Failure): Promise<void> {
    const { tabs } = this.options;
    const { uri } = failure;
    failure.isDue = true;
    if (this.retrying.has(uri.toString())) return;
    if (tabs.hasPageInFront(uri)) await this.retry(uri);
    else await tabs.reopen(uri);
  }

  private attemptOf({ uri, place }: Failure): FailureContext {
    const attempt = vscode.l10n.t("Could not open {0}", placeTitle(place));
    return { attempt, retry: () => this.retry(uri) };
  }

  /** The nearest cached vintage of the same series, to offer instead. */
  private async cachedFor(
    error: unknown,
    place: DocumentPlace,
  ): Promise<ReportedFailure["cached"]> {
    if (isPanelPlace(place) || place.reference.family === "forecast") return undefined;
    const { connectionId, reference, form, slice } = place;
    try {
      const { series } = await this.options.services.get(connectionId);
      const kept = await series.nearestCached(reference, isUnreachable(error));
      if (kept === undefined) return undefined;
      const uri = targetUri({ connectionId, reference: kept.reference }, form, slice);
      const title = vscode.l10n.t("Open What Is Cached");
      const run = (): unknown => vscode.commands.executeCommand("vscode.open", uri);
      return { offer: { title, run }, messageWith: (message) => withCachedText(message, kept) };
    } catch {
      // The document's own failure is the one to report.
      return undefined;
    }
  }

  /** Drops failures of background reads that no tab has shown since. */
  private forgetUnopened(): void {
    for (const [key, { uri, atMs }] of this.failures) {
      if (Date.now() - atMs > lateMs && !this.options.tabs.has(uri)) this.failures.delete(key);
    }
  }
}

function contextOf(error: unknown, place: DocumentPlace, context: FailureContext): FailureContext {
  const offers = offersFor(error, place);
  return { connectionId: place.connectionId, ...context, ...(offers && { offers }) };
}

/** Where the answer is unusable, offers to save it as received. */
function offersFor(error: unknown, place: DocumentPlace): Offer[] | undefined {
  if (error instanceof DocumentTooLargeError) return tooLargeOffers(error, place);
  if (error instanceof LaterThanAsOfError) return [reopenOffer(error, place)];
  const isUnusable = error instanceof DecodeError || error instanceof AsOfNotHonouredError;
  // A panel consists of many answers.
  return isUnusable && !isPanelPlace(place) ? [saveResponseOffer(place)] : undefined;
}

function reopenOffer({ bound }: LaterThanAsOfError, place: DocumentPlace): Offer {
  const { connectionId, reference, form, slice } = place;
  const uri = targetUri({ connectionId, reference }, form, slice);
  return {
    title: vscode.l10n.t("Reopen As of {0}", asOfText(bound)),
    run: () => vscode.commands.executeCommand(commandId("reopenAsOf"), uri),
  };
}

function saveResponseOffer({ connectionId, reference, form }: SeriesPlace): Offer {
  const uri = targetUri({ connectionId, reference }, form);
  return {
    title: vscode.l10n.t("Save Raw Response…"),
    run: () => vscode.commands.executeCommand(commandId("saveResponse"), uri),
  };
}

/** Offers for a document that is too large: a part of the data, or the whole as a file. */
function tooLargeOffers(
  { newest }: DocumentTooLargeError,
  { connectionId, reference, form, slice }: DocumentPlace,
): Offer[] {
  const whole = targetUri({ connectionId, reference }, form, slice);
  const saveAs = {
    title: vscode.l10n.t("Save As…"),
    run: () => vscode.commands.executeCommand(commandId("saveAs"), whole),
  };
  const csv = targetUri({ connectionId, reference }, "csv", slice);
  // As CSV it takes a third of the space.
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
