import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { plainMessage } from "../../shared/plainText";
import { type PinPlace } from "../../shared/pins";
import { connectionOfService } from "../../connect/connectionOfService";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { mayOpenTabs } from "../../editor/tabs/openInTabs";
import { rowForm } from "../browse/rowForm";
import { openTargets } from "../documents/openSelected";
import { openOpenables, type Opening } from "../links/openOpenables";
import { valueOf } from "./commentedPins";
import { type PinnedNode, type PinRow, pinsIn } from "./pinRows";
import { pinSetting, pinsSetting } from "./pinSetting";

export type PinOpening = ConnectionDependencies & Opening;

/**
 * Opens what rows stand for: all series as one chart, each other thing in its tab, and the setting at an entry that cannot
 * be read.
 */
export async function openPins(parts: PinOpening, rows: readonly PinnedNode[]): Promise<void> {
  const [only, ...others] = rows;
  if (only === undefined) return;
  if (others.length === 0 && only.kind === "unreadable") return showInSetting(only.entry);
  if (others.length === 0 && only.kind === "pin") return openPin(parts, only);
  await openTogether(parts, pinsIn(rows));
}

/** Shows an unknown service's connection flow, with its base URL filled in. */
export async function connectPin(parts: PinOpening, row: PinnedNode | undefined): Promise<void> {
  if (row?.kind !== "pin") return;
  const { service } = row.entry.pinned;
  if (service === undefined || connectionOfService(service, parts.connections) !== undefined)
    return;
  const { runConnectFlow } = await import("../../connect/connectFlow");
  await runConnectFlow(parts, false, service);
}

async function openPin(
  parts: PinOpening,
  row: PinRow,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const { pinned } = row.entry;
  if (pinned.service === undefined) {
    if (row.file !== undefined) {
      await vscode.commands.executeCommand("vscode.open", row.file, options);
      return;
    }
    const message = vscode.l10n.t("{0} is not in this workspace.", pinned.openable.path);
    void vscode.window.showInformationMessage(plainMessage(message));
    return;
  }
  const { connection, target } = row;
  if (connection === undefined) return connectPin(parts, row);
  const { openable } = pinned;
  const bounded =
    openable.kind === "reference" && target !== undefined
      ? { ...openable, reference: target.reference }
      : openable;
  await openOpenables(parts, connection.id, [bounded]);
}

async function openTogether(parts: PinOpening, pins: readonly PinRow[]): Promise<void> {
  const targets = pins.flatMap(({ target }) => target ?? []);
  const others = pins.filter(
    ({ target, connection, file }) =>
      target === undefined && (connection !== undefined || file !== undefined),
  );
  const without = pins.length - targets.length - others.length;
  if (!(await mayOpenTabs(others.length))) return;
  if (targets.length > 0) await openTargets(rowForm(), targets);
  for (const row of others) await openPin(parts, row, { preview: false });
  if (without > 0) {
    const message = vscode.l10n.t(
      "{0} of {1} pins have no connection, or are in another workspace.",
      without,
      pins.length,
    );
    void vscode.window.showInformationMessage(message);
  }
}

/** Opens the user's settings, and selects the entry there. */
async function showInSetting({ at, entry }: PinPlace): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.openApplicationSettingsJson", {
    revealSetting: { key: pinSetting },
  });
  const editor = vscode.window.activeTextEditor;
  const root = editor && parseTree(editor.document.getText(), [], { allowTrailingComma: true });
  if (editor === undefined || root === undefined) return;
  const inPins = at.length === 1 ? at : [at[0], "pins", at[1]];
  const isList = Array.isArray(pinsSetting());
  const node = findNodeAtLocation(root, [pinSetting, ...(isList ? inPins : [])]);
  if (node === undefined || !isDeepStrictEqual(valueOf(node), entry)) return;
  const [start, end] = [node.offset, node.offset + node.length];
  const { document } = editor;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
