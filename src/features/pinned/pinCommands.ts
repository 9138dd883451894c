import * as vscode from "vscode";
import { plainLine, plainMessage } from "../../shared/plainText";
import {
  type Pinned,
  pinLine,
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

/** Pins what rows, a document, a page or the file of a saved chart show. */
export async function pinRowsOf(connections: Connections, source: LinkSource): Promise<void> {
  const [only, ...others] = source.rows;
  const isFile = only instanceof vscode.Uri && others.length === 0;
  const own = isFile ? pinnedOfUri(only, connections) : [];
  if (own.length > 0) return addPins(own);
  const linked = await linkedOfRows(source);
  await addPins(linked.flatMap((each) => pinnedOf(each, connections) ?? []));
}

/** Pins things at the end of the view; what is pinned already stays where it is. */
async function addPins(pinned: readonly Pinned[]): Promise<void> {
  const { t } = vscode.l10n;
  if (pinned.length === 0) return;
  let count = 0;
  await editPins((setting) => {
    const lines = pinned.map(pinLine);
    const edited = withPins(setting, lines);
    count = edited.length - withPins(setting, []).length;
    return edited;
  });
  if (count === 0) showStatus(t("Pinned already"));
  else showStatus(count === 1 ? t("Pinned") : t("Pinned {0} series and panels", count));
}

/** Removes rows from the setting; asks first where a folder has pins. */
export async function removePins(rows: readonly PinnedNode[]): Promise<void> {
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
    if (chosen !== remove) return;
  }
  await editPins((setting) =>
    withoutPins(
      setting,
      rows.map(({ entry }) => entry),
    ),
  );
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
