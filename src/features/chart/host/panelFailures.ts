import * as vscode from "vscode";
import { type Panel } from "../../../store/panel";
import { commandId } from "../../../editor/commandNames";
import { type Reporter } from "../../../editor/report/failureReporter";
import { waitingRetry } from "../../../editor/report/waitingRetry";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { SomeFailedError } from "../../../editor/report/failedSeries";
import { panelTargetOf } from "../../../editor/tabs/target";

/** Names the failed variants of a document's panel in one message; the others are shown. */
export async function reportPanelFailures(
  reporter: Reporter,
  uri: vscode.Uri,
  { variants, missing, failed }: Panel,
  retry: () => unknown,
): Promise<void> {
  const target = panelTargetOf(uri);
  if (target === undefined) return;
  const { connectionId } = target;
  const all = failed.map(({ reference, error }) => ({
    target: { connectionId, reference: { ...reference, asOf: target.reference.asOf } },
    error,
  }));
  const errors = failed.map(({ error }) => error);
  await reporter.report(
    new SomeFailedError(all, variants.length + missing.length + failed.length),
    {
      attempt: vscode.l10n.t("Fetching {0}", seriesTitle(target)),
      connectionId,
      offers: [
        { title: vscode.l10n.t("Retry"), run: waitingRetry(errors, retry) },
        {
          title: vscode.l10n.t("Show Coverage"),
          run: () => vscode.commands.executeCommand(commandId("showCoverage"), uri),
        },
      ],
    },
  );
}
