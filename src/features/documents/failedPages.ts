import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { scheme } from "../../shared/place";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type FailureButton, failurePageHtml } from "../../editor/page/failurePage";
import { type FailureReporter, type Offer } from "../../editor/report/failureReporter";
import { type DocumentFailures } from "./documentFailures";
import { failedViewType } from "../../editor/tabs/documentTabs";

/** Internal command that runs a button of such a page. */
const offerCommand = "macroSignals.runFailedOffer";

export interface FailedPagesOptions {
  readonly failures: DocumentFailures;
  readonly reporter: FailureReporter;
  /** Folder of the bundles. */
  readonly bundleFolder: string;
}

/** A page in a tab. */
interface Page {
  readonly id: string;
  readonly webview: vscode.Webview;
  /** The document's, not the page's. */
  readonly uri: vscode.Uri;
  /** The action that failed. */
  attempt: string;
  offers: readonly Offer[];
}

/**
 * Pages that explain why a document could not be read and what may help; the editor's own page for a failed file has a
 * fixed text. They look like a failed chart and run no script; their buttons are links to one command.
 */
export class FailedPages implements vscode.CustomReadonlyEditorProvider, Disposable {
  private readonly disposables = new DisposableStore();
  /** By page id. */
  private readonly pages = new Map<string, Page>();

  constructor(private readonly options: FailedPagesOptions) {
    this.disposables.add(
      vscode.window.registerCustomEditorProvider(failedViewType, this, {
        supportsMultipleEditorsPerDocument: true,
      }),
    );
    this.disposables.add(
      vscode.commands.registerCommand(offerCommand, (page: unknown, at: unknown) =>
        // Any extension may pass anything; nothing is thrown to it.
        typeof page === "string" && typeof at === "number"
          ? this.run(this.pages.get(page), at)
          : undefined,
      ),
    );
    this.disposables.add(options.failures.onDidChange((uri) => this.showAgain(uri)));
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(
    { uri }: vscode.CustomDocument,
    panel: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const { failures, bundleFolder } = this.options;
    const { webview } = panel;
    const page: Page = {
      id: randomUUID(),
      webview,
      uri: uri.with({ scheme }),
      attempt: "",
      offers: [],
    };
    let isVisible = true;
    panel.onDidDispose(() => this.pages.delete(page.id));
    panel.onDidChangeViewState(() => {
      const isBack = panel.visible && !isVisible;
      isVisible = panel.visible;
      if (isBack) void failures.retryDue(page.uri);
    });
    webview.options = {
      enableCommandUris: [offerCommand],
      localResourceRoots: [vscode.Uri.file(bundleFolder)],
    };
    this.pages.set(page.id, page);
    const isKnown = await this.show(page);
    // After a reload the failure is unknown and may have passed. The document's tab opens after this page.
    if (!isKnown && !token.isCancellationRequested) void failures.retry(page.uri);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private showAgain(uri: vscode.Uri): void {
    const text = uri.toString();
    for (const page of this.pages.values()) if (page.uri.toString() === text) void this.show(page);
  }

  /** False when the document has not failed. */
  private async show(page: Page): Promise<boolean> {
    const { failures, reporter, bundleFolder } = this.options;
    const failure = await failures.of(page.uri);
    if (failure === undefined) return false;
    if (!this.pages.has(page.id)) return true;
    const { message, offers } = reporter.pageOf(failure.error, failure.context);
    const { cached } = failure;
    page.attempt = failure.context.attempt;
    page.offers = cached === undefined ? offers : [...offers, cached.offer];
    page.webview.html = htmlOf(page, {
      bundleFolder,
      message: cached === undefined ? message : cached.messageWith(message),
      isRetrying: failure.isRetrying,
    });
    return true;
  }

  private async run(page: Page | undefined, at: number): Promise<void> {
    const offer = page?.offers[at];
    if (page !== undefined && offer !== undefined)
      await this.options.reporter.take(offer, page.attempt);
  }
}

interface PageLabels {
  readonly bundleFolder: string;
  readonly message: string;
  readonly isRetrying: boolean;
}

function htmlOf(page: Page, { bundleFolder, message, isRetrying }: PageLabels): string {
  const { webview, attempt: title } = page;
  const buttons = page.offers.map((offer, at) => buttonOf(page.id, offer, at, isRetrying));
  return failurePageHtml({ webview, bundleFolder, title, message, buttons, isBusy: isRetrying });
}

function buttonOf(
  id: string,
  { title, isRetry }: Offer,
  at: number,
  isRetrying: boolean,
): FailureButton {
  if (isRetrying) return { title: isRetry === true ? vscode.l10n.t("Retrying…") : title };
  return { title, command: { id: offerCommand, arguments: [id, at] } };
}
