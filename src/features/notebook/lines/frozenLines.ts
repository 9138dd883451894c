import path from "node:path";
import * as vscode from "vscode";
import { lockEnding, specEnding } from "../../../dataset/spec";
import { plainMessage } from "../../../shared/plainText";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { commandId } from "../../../editor/commandNames";
import { folderOfTarget } from "../insertTarget";
import { notebookOf } from "../notebookOf";
import { type LineInDocument } from "./lineCode";

/**
 * The file of the dataset that a line names, if that has a lock: then the values of the line's code are frozen.
 * Undefined for any other line, and for one of a dataset that is gone.
 */
export async function lockedDatasetOf(
  document: vscode.TextDocument,
  line: ReferenceLine | undefined,
): Promise<vscode.Uri | undefined> {
  const dataset = line?.dataset;
  const { uri, isUntitled: isUnsaved } = notebookOf(document) ?? document;
  const folder = folderOfTarget({ uri, isUnsaved });
  if (folder === undefined || dataset === undefined) return undefined;
  const stem = dataset.slice(0, -specEnding.length);
  try {
    await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, `${stem}${lockEnding}`));
    return vscode.Uri.joinPath(folder, dataset);
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}

/** The file name of a dataset. */
function datasetFileName({ path: place }: vscode.Uri): string {
  return path.posix.basename(place);
}

/** Whether a line may be refreshed; asks first if its values are those of a dataset. */
export async function mayLeaveDataset({ document, line }: LineInDocument): Promise<boolean> {
  const dataset = await lockedDatasetOf(document, line);
  if (dataset === undefined) return true;
  const { t } = vscode.l10n;
  const words = t("This code reads the dataset {0}.", datasetFileName(dataset));
  const detail = t(
    "Refreshing writes the newest data to another file, and the line will no longer name the dataset. To update the dataset itself, fetch it.",
  );
  const refresh = t("Refresh Anyway");
  const options = { modal: true, detail };
  return (
    (await vscode.window.showWarningMessage(plainMessage(words), options, refresh)) === refresh
  );
}

/** The lines whose values are not those of a dataset; reports how many others there are. */
export async function withoutFrozen(
  places: readonly LineInDocument[],
): Promise<readonly LineInDocument[]> {
  const datasets = await Promise.all(
    places.map(({ document, line }) => lockedDatasetOf(document, line)),
  );
  const live = places.filter((_, at) => datasets[at] === undefined);
  const [dataset] = datasets.flatMap((each) => each ?? []);
  if (dataset !== undefined) void reportFrozen(dataset, places.length - live.length);
  return live;
}

async function reportFrozen(dataset: vscode.Uri, count: number): Promise<void> {
  const { t } = vscode.l10n;
  const name = datasetFileName(dataset);
  const words =
    count === 1
      ? t("1 line was not refreshed because its code reads the dataset {0}.", name)
      : t(
          "{0} lines were not refreshed because their code reads a dataset, for example {1}.",
          count,
          name,
        );
  const open = t("Open Dataset…");
  const show = vscode.window.showInformationMessage;
  if ((await show(plainMessage(words), open)) !== open) return;
  await vscode.commands.executeCommand(commandId("openDataset"), dataset);
}
