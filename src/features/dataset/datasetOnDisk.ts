import path from "node:path";
import * as vscode from "vscode";
import { DatasetPathError } from "../../dataset/errors";
import { type DatasetLock, parseDatasetLock, specDigest } from "../../dataset/lock";
import { parseDatasetSpec } from "../../dataset/parseSpec";
import { type DatasetPlace } from "../../dataset/source";
import { type DatasetSpec, lockEnding, specEnding } from "../../dataset/spec";
import { type DatasetFault } from "../../dataset/specReading";
import { plainLabel } from "../../shared/plainText";
import { fileErrorCode } from "../../editor/files/replacedFile";
import { type Choice, pickOne } from "../../editor/prompt/pickOne";
import { tabUris } from "../../editor/tabs/tabUris";
import { isReallyWithin } from "../notebook/realFolder";

/** More datasets in one workspace are found faster by opening one. */
const maxFound = 200;

/** A dataset in a file, read. */
export interface DatasetInFile extends DatasetPlace {
  readonly uri: vscode.Uri;
  readonly spec: DatasetSpec;
}

/** The text of a dataset has faults; the editor shows all of them. */
export class DatasetFaultsError extends Error {
  override readonly name = "DatasetFaultsError";

  constructor(
    readonly uri: vscode.Uri,
    readonly faults: readonly DatasetFault[],
  ) {
    const { t } = vscode.l10n;
    super(faults.length === 1 ? t("it has 1 problem") : t("it has {0} problems", faults.length));
  }
}

/** A command needs a lock, and there is none yet. */
export class NoLockError extends Error {
  override readonly name = "NoLockError";

  constructor() {
    super(vscode.l10n.t("it has no lock yet; fetch it first"));
  }
}

/** The file of the dataset of a spec or a lock; undefined for any other file. */
export function specFileOf(uri: vscode.Uri): vscode.Uri | undefined {
  if (uri.path.endsWith(specEnding)) return uri;
  if (!uri.path.endsWith(lockEnding)) return undefined;
  return uri.with({ path: uri.path.slice(0, -lockEnding.length) + specEnding });
}

export function lockFileOf(spec: vscode.Uri): vscode.Uri {
  return spec.with({ path: spec.path.slice(0, -specEnding.length) + lockEnding });
}

/** The name of a dataset: that of its file without the ending. */
export function datasetName(spec: vscode.Uri): string {
  return path.posix.basename(spec.path).slice(0, -specEnding.length);
}

/**
 * The dataset that a command is for: that of its argument, else of the active editor; else the person picks one of the
 * workspace. Undefined when they pick none, and when there is none, which is reported.
 */
export async function chosenDataset(argument: unknown): Promise<vscode.Uri | undefined> {
  if (argument instanceof vscode.Uri && specFileOf(argument) !== undefined) {
    return specFileOf(argument);
  }
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const shown = activeTab && tabUris(activeTab)[0];
  const active = shown?.scheme === "file" ? specFileOf(shown) : undefined;
  return active ?? pickDataset();
}

async function pickDataset(): Promise<vscode.Uri | undefined> {
  const { t } = vscode.l10n;
  const found = await vscode.workspace.findFiles(`**/*${specEnding}`, undefined, maxFound);
  const [only, ...others] = found;
  if (only === undefined) {
    const words = t(
      "This workspace has no dataset. Select rows and use New Dataset… to create one.",
    );
    void vscode.window.showInformationMessage(words);
    return undefined;
  }
  if (others.length === 0) return only;
  const rows = found
    .map((uri): Choice<vscode.Uri> => {
      const description = plainLabel(vscode.workspace.asRelativePath(uri));
      return { value: uri, label: plainLabel(datasetName(uri)), description };
    })
    .toSorted((one, other) => one.label.localeCompare(other.label));
  const answer = await pickOne({ title: t("Dataset"), placeholder: t("Choose a dataset"), rows });
  return answer.kind === "given" ? answer.value : undefined;
}

/**
 * Reads a dataset; saves it first if it has changes, so that the lock is of what is on disk.
 *
 * @throws {@link DatasetFaultsError}; {@link DatasetPathError} if the file is really outside its workspace folder; and
 * as the file system does.
 */
export async function readDataset(uri: vscode.Uri): Promise<DatasetInFile> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (folder !== undefined && !(await isReallyWithin(uri, folder.uri))) {
    throw new DatasetPathError(path.posix.basename(uri.path));
  }
  // An open document may not have what was written a moment ago.
  const isChanged = (each: vscode.TextDocument): boolean =>
    each.isDirty && each.uri.toString() === uri.toString();
  const changed = vscode.workspace.textDocuments.find(isChanged);
  const bytes = changed === undefined ? await vscode.workspace.fs.readFile(uri) : undefined;
  const text = bytes === undefined ? changed?.getText() : new TextDecoder().decode(bytes);
  const parsed = parseDatasetSpec(text ?? "");
  if ("faults" in parsed) throw new DatasetFaultsError(uri, parsed.faults);
  if (changed !== undefined) await changed.save();
  const { spec } = parsed;
  return { uri, root: path.dirname(uri.fsPath), name: datasetName(uri), spec };
}

/** The lock beside a dataset; undefined if there is none. @throws as `parseDatasetLock` and the file system do */
export async function lockBeside(spec: vscode.Uri): Promise<DatasetLock | undefined> {
  try {
    const bytes = await vscode.workspace.fs.readFile(lockFileOf(spec));
    return parseDatasetLock(new TextDecoder().decode(bytes));
  } catch (error) {
    if (fileErrorCode(error) === "FileNotFound") return undefined;
    throw error;
  }
}

/** Whether a lock is of another text of the dataset. */
export function isOfOtherSpec(lock: DatasetLock, spec: DatasetSpec): boolean {
  return lock.spec !== specDigest(spec);
}
