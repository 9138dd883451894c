import * as vscode from "vscode";
import { plainLabel } from "../../../shared/plainText";
import { formatCount } from "../../../shared/series/numberText";
import { withDelayedProgress } from "../../../editor/progress";
import { type Reporter } from "../../../editor/report/failureReporter";
import { workspaceFiles } from "./workspaceFiles";

interface FileRow extends vscode.QuickPickItem {
  readonly location: vscode.Uri;
}

/**
 * Lists the data files that nothing in the workspace mentions, and moves those that the person picks to the trash.
 * Failures are reported.
 */
export async function tidyDataFolder(reporter: Reporter): Promise<void> {
  const attempt = vscode.l10n.t("Could not tidy the data folders");
  try {
    const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
    if (roots.length === 0) {
      report(vscode.l10n.t("Open the folder with the notebooks first."));
      return;
    }
    const title = vscode.l10n.t("Tidying the data folders");
    const found = await withDelayedProgress(title, (signal) => workspaceFiles(roots, signal));
    const unnamed = found.dataFiles.filter(({ path }) => !found.named.has(nameOf(path)));
    if (unnamed.length === 0) {
      report(
        found.dataFiles.length === 0
          ? vscode.l10n.t("There are no data files in the workspace.")
          : vscode.l10n.t("All data files are used by a notebook or script."),
      );
      return;
    }
    const chosen = await chosenFiles(unnamed, found.isComplete);
    if (chosen.length > 0) await moveToTrash(chosen, mayDelete);
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
    // Files that were not searched may mention any of them.
    picked: isComplete,
  }));
  const chosen = await vscode.window.showQuickPick(rows, {
    title: vscode.l10n.t("Tidy Data Folder"),
    placeHolder: isComplete
      ? vscode.l10n.t("No notebook or script uses these files. Move them to the trash?")
      : vscode.l10n.t("Part of the workspace could not be read. No file that was read uses these."),
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return (chosen ?? []).map(({ location }) => location);
}

/**
 * Moves files to the trash. Where there is no trash, as on most remote computers, asks before deleting them for good.
 *
 * @throws what the file system does.
 */
export async function moveToTrash(
  files: readonly vscode.Uri[],
  mayDeleteForGood: (count: number) => Promise<boolean>,
): Promise<void> {
  const left: vscode.Uri[] = [];
  for (const file of files) {
    try {
      await vscode.workspace.fs.delete(file, { useTrash: true });
    } catch {
      // If deleting it fails too, that error is reported.
      left.push(file);
    }
  }
  const moved = files.length - left.length;
  if (moved > 0) report(vscode.l10n.t("Data files moved to the trash: {0}", formatCount(moved)));
  if (left.length === 0 || !(await mayDeleteForGood(left.length))) return;
  for (const file of left) await vscode.workspace.fs.delete(file);
  report(vscode.l10n.t("Data files deleted: {0}", formatCount(left.length)));
}

async function mayDelete(count: number): Promise<boolean> {
  const title = vscode.l10n.t("Delete Permanently");
  const words = vscode.l10n.t(
    "There is no trash here. Data files to delete permanently: {0}",
    formatCount(count),
  );
  return (await vscode.window.showWarningMessage(words, title)) === title;
}

function report(words: string): void {
  void vscode.window.showInformationMessage(words);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
