import * as vscode from "vscode";
import { formatCount } from "../../../shared/series/numberText";
import { plainLabel } from "../../../shared/plainText";
import { withDelayedProgress } from "../../progress";
import { type FailureReporter } from "../../report/failureReporter";
import { workspaceFiles } from "./workspaceFiles";

interface FileRow extends vscode.QuickPickItem {
  readonly location: vscode.Uri;
}

/**
 * Lists the data files that nothing in the workspace names, and moves those that the person chooses to the trash. Failures
 * are told.
 */
export async function tidyDataFolder(reporter: Pick<FailureReporter, "report">): Promise<void> {
  const attempt = vscode.l10n.t("Tidying the data folders");
  try {
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    if (roots.length === 0) {
      tell(vscode.l10n.t("Open the folder of the notebooks first."));
      return;
    }
    const found = await withDelayedProgress(attempt, (signal) => workspaceFiles(roots, signal));
    const unnamed = found.dataFiles.filter(({ path }) => !found.named.has(nameOf(path)));
    if (unnamed.length === 0) {
      const count = formatCount(found.dataFiles.length);
      tell(vscode.l10n.t("All {0} data files are named by a notebook or a script.", count));
      return;
    }
    const chosen = await chosenFiles(unnamed, found.isComplete);
    if (chosen.length > 0) await moveToTrash(chosen, attempt, reporter);
  } catch (error) {
    await reporter.report(error, { attempt });
  }
}

async function chosenFiles(
  files: readonly vscode.Uri[],
  isComplete: boolean,
): Promise<readonly vscode.Uri[]> {
  const rows = files.map((location): FileRow => ({
    location,
    label: plainLabel(nameOf(location.path)),
    description: plainLabel(vscode.workspace.asRelativePath(vscode.Uri.joinPath(location, ".."))),
    // What was not looked at may name any of them.
    picked: isComplete,
  }));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t("Tidy Data Folder"),
    placeHolder: isComplete
      ? vscode.l10n.t("No notebook or script names these files: move them to the trash")
      : vscode.l10n.t("Not all of the workspace could be read; none of what was names these files"),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return (chosen ?? []).map(({ location }) => location);
}

async function moveToTrash(
  files: readonly vscode.Uri[],
  attempt: string,
  reporter: Pick<FailureReporter, "report">,
): Promise<void> {
  const failed: { readonly location: vscode.Uri; readonly error: unknown }[] = [];
  for (const location of files) {
    try {
      await vscode.workspace.fs.delete(location, { useTrash: true });
    } catch (error) {
      failed.push({ location, error });
    }
  }
  const moved = files.length - failed.length;
  if (moved > 0) tell(vscode.l10n.t("Moved {0} data files to the trash.", formatCount(moved)));
  const [first] = failed;
  if (first === undefined) return;
  const title = vscode.l10n.t("Delete {0} Files", formatCount(failed.length));
  const run = (): Promise<void> => deleteForGood(failed.map(({ location }) => location));
  await reporter.report(first.error, { attempt, offers: [{ title, run }] });
}

/** Where there is no trash: only after the person has said so. */
async function deleteForGood(files: readonly vscode.Uri[]): Promise<void> {
  for (const location of files) await vscode.workspace.fs.delete(location);
  tell(vscode.l10n.t("Deleted {0} data files.", formatCount(files.length)));
}

function tell(words: string): void {
  void vscode.window.showInformationMessage(words);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
