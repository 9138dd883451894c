import * as vscode from "vscode";
import { plainMessage } from "../../shared/plainText";
import { commandId } from "../commandNames";
import { type Disposable, DisposableStore } from "../disposables";
import { failureText } from "./failureText";
import { momentText } from "../text/dateText";
import { seriesTitle } from "../tabs/documentTitle";
import { activeDocuments } from "../tabs/documentTabs";
import { DocumentsContext } from "../tabs/documentsContext";
import { reportNoDocument } from "../tabs/openSeries";
import { type StaleSeries, type Staleness } from "./staleSeries";
import { shownTargetsOf } from "../tabs/target";

/** Context key of the manifest's warning: `resource in macroSignals.staleDocuments`. */
const contextKey = "macroSignals.staleDocuments";

/**
 * A warning in the title of each editor that shows a stale series or panel: the colour of its name alone is not enough.
 */
export class StaleTitle implements Disposable {
  private readonly disposables = new DisposableStore();

  constructor(private readonly stale: StaleSeries) {
    const context = new DocumentsContext(contextKey, (uri) => this.isStale(uri));
    this.disposables.add(context);
    this.disposables.add(stale.onDidChange(() => context.update()));
  }

  /** Explains since when a document is stale and why, and offers to refresh it; by default the active document. */
  async explain(argument: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : activeDocuments().at(-1);
    const targets = shownTargetsOf(uri);
    const target = targets.find((each) => this.stale.of(each) !== undefined) ?? targets[0];
    if (uri === undefined || target === undefined) {
      await reportNoDocument();
      return;
    }
    const staleness = this.stale.of(target);
    const title = seriesTitle(target);
    if (staleness === undefined) {
      const words = vscode.l10n.t("{0} is up to date.", title);
      await vscode.window.showInformationMessage(plainMessage(words));
      return;
    }
    const refresh = vscode.l10n.t("Refresh");
    const words = vscode.l10n.t(
      "{0} is out of date. It was fetched {1} and could not be refreshed since: {2}",
      title,
      momentText(staleness.fetchedAtMs),
      failureText(staleness.because),
    );
    const chosen = await vscode.window.showWarningMessage(plainMessage(words), refresh);
    if (chosen !== refresh) return;
    await vscode.commands.executeCommand(commandId("refreshDocument"), uri);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private isStale(uri: vscode.Uri): boolean {
    return shownTargetsOf(uri).some((target) => this.stale.of(target) !== undefined);
  }
}

/** `Out of date: fetched 20 Nov 2026 18:03 UTC, and could not be refreshed since: …` */
export function stalenessText({ fetchedAtMs, because }: Staleness): string {
  const fetched = momentText(fetchedAtMs);
  return vscode.l10n.t(
    "Out of date: fetched {0}, and could not be refreshed since: {1}",
    fetched,
    failureText(because),
  );
}
