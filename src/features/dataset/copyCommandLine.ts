import * as vscode from "vscode";
import { environmentKeyVariable } from "../../shared/environmentKeyVariable";
import { type Target } from "../../shared/place";
import { type CommandSubject, shellCommand } from "../../shared/shellCommand";
import { serviceNameOf } from "../../connect/connection";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { reportNoDocument } from "../../editor/tabs/openSeries";
import { showStatus } from "../../editor/report/showStatus";
import { tabUris } from "../../editor/tabs/tabUris";
import { readDataset, specFileOf } from "./datasetOnDisk";
import { reportDatasetFailure } from "./datasetFailures";
import { withinBound } from "./newDataset";

/**
 * Copies the command line that fetches a dataset, or some series and panels of one service as this window requests them.
 *
 * @param given - The file of a dataset, by default the active one; anything else means targets.
 * @param program - The path of the program.
 * @param targetsOf - Undefined when a question is left.
 */
export async function copyCommandLine(
  parts: ConnectionDependencies,
  given: unknown,
  program: string,
  targetsOf: () => Promise<readonly Target[] | undefined>,
): Promise<void> {
  const file = given ?? activeFile();
  const spec = file instanceof vscode.Uri ? specFileOf(file) : undefined;
  if (spec === undefined) {
    const targets = await targetsOf();
    if (targets !== undefined) await copyTargets(parts, targets, program);
    return;
  }
  try {
    const dataset = await readDataset(spec);
    await copy({ kind: "dataset", spec: spec.fsPath }, dataset.spec.service, program);
  } catch (error) {
    const attempt = vscode.l10n.t("Could not copy the command line");
    await reportDatasetFailure(parts.failures, error, spec, { attempt });
  }
}

function activeFile(): vscode.Uri | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab && tabUris(activeTab)[0];
}

async function copyTargets(
  { connections, services }: ConnectionDependencies,
  targets: readonly Target[],
  program: string,
): Promise<void> {
  const { t } = vscode.l10n;
  const [id, ...others] = new Set(targets.map(({ connectionId }) => connectionId));
  const connection = id === undefined ? undefined : connections.find(id);
  if (connection === undefined) return reportNoDocument();
  if (others.length > 0) {
    const words = t("These series come from several services. A command line can use only one.");
    void vscode.window.showInformationMessage(words);
    return;
  }
  const references = targets.map(({ reference }) => withinBound(reference, services.gate));
  await copy({ kind: "series", references }, serviceNameOf(connection), program);
}

async function copy(subject: CommandSubject, service: string, program: string): Promise<void> {
  const { t } = vscode.l10n;
  const shell = process.platform === "win32" ? "powershell" : "sh";
  const text = shellCommand(shell, subject, { program, service });
  if (text === undefined) {
    const words = t("A path contains control characters, which a terminal could run.");
    void vscode.window.showWarningMessage(words);
    return;
  }
  await vscode.env.clipboard.writeText(text);
  const copied = t("Copied the command line");
  const key = t("It reads the API key from {0}", environmentKeyVariable);
  showStatus(service === "sample" ? copied : `${copied}. ${key}`);
}
