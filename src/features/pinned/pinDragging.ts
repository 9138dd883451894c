import * as vscode from "vscode";
import { parsedJson } from "../../shared/jsonText";
import { isPinPlace, pinLine, type PinPlace, withMoved, withPins } from "../../shared/pins";
import { commandId } from "../../editor/commandNames";
import { type Connections } from "../../connect/connections";
import {
  droppedRows,
  droppedTargets,
  droppedText,
  rowDragging,
  uriListMime,
} from "../browse/dragRows";
import { linkedOfTarget } from "../links/linked";
import { editPins, pinsMime } from "./pinSetting";
import { pinnedOf, pinnedOfUri } from "./pinnedOf";
import { type PinnedNode, pinsIn } from "./pinRows";

/** Makes pins draggable: by their places among themselves, and elsewhere as other rows of series. */
export async function dragPins(
  rows: readonly PinnedNode[],
  dataTransfer: vscode.DataTransfer,
  token: vscode.CancellationToken,
): Promise<void> {
  const places = rows.map(({ entry: { at, entry } }) => ({ at, entry }));
  dataTransfer.set(pinsMime, new vscode.DataTransferItem(JSON.stringify(places)));
  await rowDragging.handleDrag?.(pinsIn(rows), dataTransfer, token);
}

/**
 * Moves pins into a folder or to the place of another row, and pins what was dragged from elsewhere: rows of other views,
 * documents and files of charts.
 *
 * @param goal - Undefined below all rows.
 */
export async function dropOnPins(
  goal: PinnedNode | undefined,
  dataTransfer: vscode.DataTransfer,
  connections: Connections,
): Promise<void> {
  const moved = placesIn((await droppedText(dataTransfer, pinsMime)) ?? "[]");
  if (moved.length > 0) {
    await editPins((setting) => withMoved(setting, moved, goal?.entry));
    return;
  }
  const folder = (goal?.kind === "folder" ? goal : goal?.parent)?.entry;
  const rows = await droppedRows(dataTransfer);
  if (rows.length > 0) {
    await vscode.commands.executeCommand(commandId("pin"), rows[0], rows, folder);
    return;
  }
  const lines = await droppedLines(dataTransfer, connections);
  if (lines.length > 0) await editPins((setting) => withPins(setting, lines, folder));
}

async function droppedLines(
  dataTransfer: vscode.DataTransfer,
  connections: Connections,
): Promise<readonly string[]> {
  const targets = await droppedTargets(dataTransfer);
  const uris = (await droppedText(dataTransfer, uriListMime)) ?? "";
  const pinned =
    targets.length > 0
      ? targets.flatMap((target) => pinnedOf(linkedOfTarget(target), connections) ?? [])
      : uris.split(/\r?\n/).flatMap((uri) => pinnedOfUri(uri, connections));
  return pinned.map(pinLine);
}

/** The places in dragged data. Any extension may have dragged anything; what is not in the setting is not found there. */
function placesIn(text: string): readonly PinPlace[] {
  const places = parsedJson(text);
  return Array.isArray(places) ? places.filter(isPinPlace) : [];
}
