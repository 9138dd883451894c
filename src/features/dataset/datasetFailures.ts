import * as vscode from "vscode";
import {
  DatasetBusyError,
  DatasetLockError,
  DatasetPathError,
  DatasetServiceError,
  LockMismatchError,
} from "../../dataset/errors";
import { plainLine } from "../../shared/plainText";
import { commandId } from "../../editor/commandNames";
import {
  type FailureContext,
  type Offer,
  type Reporter,
} from "../../editor/report/failureReporter";
import { faultRange } from "./datasetText";
import { DatasetFaultsError, NoLockError } from "./datasetOnDisk";

/** Reports a failure of a dataset once, with the one action that helps. */
export async function reportDatasetFailure(
  reporter: Reporter,
  error: unknown,
  dataset: vscode.Uri | undefined,
  context: FailureContext,
): Promise<void> {
  const offer = offerFor(error, dataset);
  const words = textOf(error);
  const failure = words === undefined ? error : new Error(words, { cause: error });
  await reporter.report(failure, offer === undefined ? context : { ...context, offers: [offer] });
}

function offerFor(error: unknown, dataset: vscode.Uri | undefined): Offer | undefined {
  const { t } = vscode.l10n;
  if (error instanceof DatasetFaultsError) {
    return { title: t("Show Problems"), run: () => showFaults(error) };
  }
  if (error instanceof DatasetServiceError) {
    const run = (): unknown => vscode.commands.executeCommand(commandId("connectService"));
    return { title: t("Connect to a Service…"), run };
  }
  const isOfOther = error instanceof LockMismatchError && error.lines[0] === "spec";
  if (error instanceof NoLockError || (isOfOther && dataset !== undefined)) {
    const run = (): unknown => vscode.commands.executeCommand(commandId("fetchDataset"), dataset);
    return { title: t("Fetch"), run };
  }
  if (error instanceof LockMismatchError && dataset !== undefined) {
    const run = (): unknown =>
      vscode.commands.executeCommand(commandId("reportDatasetDrift"), dataset);
    return { title: t("Report Drift"), run };
  }
  return undefined;
}

/** The words for errors of the engine, whose own are English; undefined for others. */
function textOf(error: unknown): string | undefined {
  const { t } = vscode.l10n;
  if (error instanceof DatasetBusyError)
    return t("it is already being fetched; try again when that has finished");
  if (error instanceof DatasetPathError) {
    return t(
      "{0} is outside the dataset’s folder, or is reached through a link",
      plainLine(error.path, 100),
    );
  }
  if (error instanceof DatasetServiceError) {
    return t("there is no connection to {0}", plainLine(error.service, 200));
  }
  if (error instanceof DatasetLockError) {
    return t("line {0} of its lock is not valid; fetch it again", error.line);
  }
  if (error instanceof LockMismatchError) {
    const [first = ""] = error.lines;
    return first === "spec"
      ? t("it has changed since its lock was written")
      : t(
          "{0} entries do not match the lock, the first is {1}",
          error.lines.length,
          plainLine(first, 200),
        );
  }
  return undefined;
}

async function showFaults({ uri, faults: [first] }: DatasetFaultsError): Promise<void> {
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  if (first !== undefined) {
    const { start } = faultRange(editor.document, first);
    editor.selection = new vscode.Selection(start, start);
    editor.revealRange(new vscode.Range(start, start));
  }
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}
