import * as vscode from "vscode";
import { plainLine, plainMessage } from "../../shared/plainText";
import { chartEnding } from "../../shared/openable";
import { chartPlaceOfUri, chartTitle } from "../../shared/chartPlace";
import {
  isPinPlace,
  parsePins,
  type Pinned,
  pinLine,
  type PinPlace,
  withFolder,
  withName,
  withoutPins,
  withPins,
} from "../../shared/pins";
import { showStatus } from "../../editor/report/showStatus";
import { type Connections } from "../../connect/connections";
import { linkedOfRows, type LinkSource } from "../links/linked";
import { pinnedOf, pinnedOfUri } from "./pinnedOf";
import { editPins } from "./pinSetting";
import { type PinnedNode } from "./pinRows";

/**
 * Pins what rows, a document, a page or the file of a saved chart show.
 *
 * @param folder - The place of the folder that they go into; anything else means the end of the view.
 */
export async function pinRowsOf(
  connections: Connections,
  source: LinkSource,
  folder?: unknown,
): Promise<void> {
  const [only, ...others] = source.rows;
  const uri = only instanceof vscode.Uri && others.length === 0 ? only : undefined;
  const own = uri === undefined ? [] : pinnedOfUri(uri, connections);
  if (own.length === 0 && uri?.path.endsWith(chartEnding) === true) {
    const words = vscode.l10n.t("Only a chart that is saved in this workspace can be pinned.");
    void vscode.window.showInformationMessage(words);
    return;
  }
  const linked = own.length > 0 ? [] : await linkedOfRows(source);
  const all = [...own, ...linked.flatMap((each) => pinnedOf(each, connections) ?? [])];
  const chart = uri && chartPlaceOfUri(uri.toString());
  if (chart !== undefined && all.length > 1) return addChart(chartTitle(chart), all);
  await addPins(all, isPinPlace(folder) ? folder : undefined);
}

/** Pins the series of a chart as a folder with its name. */
async function addChart(name: string, pinned: readonly Pinned[]): Promise<void> {
  const { t } = vscode.l10n;
  const isAdded = await added((setting) => withFolder(setting, name, pinned.map(pinLine)));
  showStatus(isAdded > 0 ? t("Pinned the chart as a folder of its series") : t("Pinned already"));
}

/** Pins things at the end of a folder or of the view; what is pinned already stays where it is. */
async function addPins(pinned: readonly Pinned[], folder: PinPlace | undefined): Promise<void> {
  const { t } = vscode.l10n;
  if (pinned.length === 0) return;
  const count = await added((setting) => withPins(setting, pinned.map(pinLine), folder));
  if (count === 0) showStatus(t("Pinned already"));
  else showStatus(count === 1 ? t("Pinned") : t("Pinned {0} series and panels", count));
}

/** Edits the setting, and returns how many entries it has gained. */
async function added(edit: (setting: unknown) => readonly unknown[]): Promise<number> {
  let count = 0;
  await editPins((setting) => {
    const edited = edit(setting);
    count = countOf(edited) - countOf(setting);
    return edited;
  });
  return count;
}

/** Pins and folders. */
function countOf(setting: unknown): number {
  const counts = parsePins(setting).map((each) =>
    each.type === "folder" ? 1 + each.pins.length : 1,
  );
  return counts.reduce((sum, each) => sum + each, 0);
}

/** Removes rows from the setting; asks first where a folder has pins. Returns false if nothing was removed. */
export async function removePins(rows: readonly PinnedNode[]): Promise<boolean> {
  const { t } = vscode.l10n;
  const folders = rows.filter((row) => row.kind === "folder" && row.rows.length > 0);
  const [first] = folders;
  if (first?.kind === "folder") {
    const remove = t("Remove");
    const count = rows.reduce((sum, row) => sum + (row.kind === "folder" ? row.rows.length : 1), 0);
    const question =
      rows.length === 1
        ? t("Remove the folder {0} with its {1} pins?", plainLine(first.entry.name, 100), count)
        : t("Remove {0} pins and their folders?", count);
    const options = { modal: true };
    const chosen = await vscode.window.showWarningMessage(plainMessage(question), options, remove);
    if (chosen !== remove) return false;
  }
  await editPins((setting) =>
    withoutPins(
      setting,
      rows.map(({ entry }) => entry),
    ),
  );
  return true;
}

/** Asks for the name of a new folder at the end of the view. */
export async function newPinFolder(): Promise<void> {
  const { t } = vscode.l10n;
  const name = await askName({ title: t("New Folder"), prompt: t("Name of the folder") });
  if (name !== undefined && name !== "") await editPins((setting) => withFolder(setting, name));
}

/** Asks for another name of a folder or a pin; a pin with an empty name has the one of its series again. */
export async function renamePin(row: PinnedNode | undefined): Promise<void> {
  if (row === undefined || row.kind === "unreadable") return;
  const { t } = vscode.l10n;
  const { entry } = row;
  const isFolder = entry.type === "folder";
  const name = await askName({
    title: isFolder ? t("Rename Folder") : t("Rename Pin"),
    prompt: isFolder
      ? t("Name of the folder")
      : t("Name of the pin; empty for the one of what it opens"),
    value: entry.name ?? "",
  });
  if (name === undefined || (isFolder && name === "")) return;
  await editPins((setting) => withName(setting, entry, name));
}

async function askName(question: vscode.InputBoxOptions): Promise<string | undefined> {
  return (await vscode.window.showInputBox(question))?.trim();
}
