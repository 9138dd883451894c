import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { scheme } from "../../shared/place";
import { type Disposable, DisposableStore } from "../disposables";
import { escapedHtml } from "../escapedHtml";
import { type FailurePage, type FailureReporter, type Offer } from "../report/failureReporter";
import { type DocumentFailures } from "./documentFailures";

/** The editor's name for the page of a failed document; the manifest contributes it. */
const viewType = "macroSignals.failed";
/** Runs what a button of such a page offers. Only the pages know it. */
const offerCommand = "macroSignals.runFailedOffer";

/**
 * Says in place of a text why it could not be read, and what may help: the editor's own page for a failed file has fixed
 * words. The page runs no script; its buttons are links to one command.
 */
export class FailedPages implements vscode.CustomReadonlyEditorProvider, Disposable {
  private readonly disposables = new DisposableStore();
  /** By the page that shows them. */
  private readonly offers = new Map<string, readonly Offer[]>();

  constructor(
    private readonly failures: DocumentFailures,
    private readonly reporter: FailureReporter,
  ) {
    this.disposables.add(
      vscode.window.registerCustomEditorProvider(viewType, this, {
        supportsMultipleEditorsPerDocument: true,
      }),
    );
    this.disposables.add(
      vscode.commands.registerCommand(offerCommand, (page: unknown, at: unknown) =>
        this.run(this.offers.get(String(page))?.[Number(at)]),
      ),
    );
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(
    { uri }: vscode.CustomDocument,
    { webview, onDidDispose }: vscode.WebviewPanel,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const failed = uri.with({ scheme });
    const failure = await this.failures.of(failed);
    if (token.isCancellationRequested) return;
    if (failure === undefined) {
      // After a reload nothing is known of the failure, and it may have passed.
      await this.failures.retry(failed);
      return;
    }
    const page = this.reporter.pageOf(failure.error, failure.context);
    const id = randomUUID();
    onDidDispose(() => this.offers.delete(id));
    this.offers.set(id, page.offers);
    webview.options = { enableCommandUris: [offerCommand], localResourceRoots: [] };
    webview.html = htmlOf(id, uri, page);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async run(offer: Offer | undefined): Promise<void> {
    try {
      await offer?.run();
    } catch (error) {
      await this.reporter.report(error, { attempt: offer?.title ?? "" });
    }
  }
}

function htmlOf(id: string, uri: vscode.Uri, { message, offers }: FailurePage): string {
  const title = escapedHtml(
    vscode.l10n.t("{0} could not be opened", path.posix.basename(uri.path)),
  );
  const buttons = offers.map((offer, at) => {
    const argument = encodeURIComponent(JSON.stringify([id, at]));
    return `<a href="command:${offerCommand}?${argument}">${escapedHtml(offer.title)}</a>`;
  });
  const nonce = randomUUID();
  return `<!DOCTYPE html>
<html lang="${escapedHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>${title}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapedHtml(message)}</p>
<nav>${buttons.join("\n")}</nav>
</main>
</body>
</html>
`;
}

const style = `
html, body { height: 100%; }
body { margin: 0; padding: 0; display: flex; align-items: center; justify-content: center; }
main {
  max-width: 40rem; margin: 16px; padding: 16px 20px;
  border: 1px solid var(--vscode-contrastBorder, transparent);
  border-left: 3px solid var(--vscode-editorError-foreground);
  background: var(--vscode-editorWidget-background);
  color: var(--vscode-editorWidget-foreground);
}
h1 { margin: 0 0 4px; font-size: inherit; font-weight: 600; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
nav { display: flex; flex-wrap: wrap; gap: 8px; }
a {
  padding: 4px 11px; border-radius: 2px; text-decoration: none;
  border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
  background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground);
}
a:hover { background: var(--vscode-button-secondaryHoverBackground); color: var(--vscode-button-secondaryForeground); }
a:first-child { background: var(--vscode-button-background); color: var(--vscode-button-foreground); }
a:first-child:hover { background: var(--vscode-button-hoverBackground); color: var(--vscode-button-foreground); }
a:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
`;
