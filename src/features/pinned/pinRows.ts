import * as vscode from "vscode";
import { type Openable, type OpenableChart } from "../../shared/openable";
import { type Target } from "../../shared/place";
import {
  parsePins,
  type Pin,
  type PinEntry,
  type PinFolder,
  pinLine,
  type UnreadablePin,
} from "../../shared/pins";
import { type Connection } from "../../connect/connection";
import { connectionOfService, type KnownConnections } from "../../connect/connectionOfService";
import { type AsOfGate } from "../../store/asOfGate";
import { boundOpenable } from "../links/openOpenables";

interface RowBase {
  readonly id: string;
  readonly parent?: FolderRow;
}

/** A pin, with the connection of its service if there is one. */
export interface PinRow extends RowBase {
  readonly kind: "pin";
  readonly entry: Pin;
  readonly connection?: Connection;
  /** The series or panel as this window opens it, also for commands of rows of series. */
  readonly target?: Target;
  /** The file of a saved chart, if this workspace has it. */
  readonly file?: vscode.Uri;
}

export interface UnreadableRow extends RowBase {
  readonly kind: "unreadable";
  readonly entry: UnreadablePin;
}

export interface FolderRow extends RowBase {
  readonly kind: "folder";
  readonly entry: PinFolder;
  readonly rows: readonly (PinRow | UnreadableRow)[];
}

export type PinnedNode = PinRow | UnreadableRow | FolderRow;

/** The pins among rows and in folders, each once: a folder may be selected with what is in it. */
export function pinsIn(rows: readonly PinnedNode[]): readonly PinRow[] {
  const all = new Set(rows.flatMap((row) => (row.kind === "folder" ? row.rows : [row])));
  return [...all].filter((row) => row.kind === "pin");
}

/** The connections and the as-of that rows depend on besides the setting. */
export interface PinSurroundings {
  readonly connections: KnownConnections;
  /** The window's as-of. */
  readonly gate: AsOfGate;
  /** The folders of the workspace. */
  readonly folders: readonly vscode.WorkspaceFolder[];
}

/** The rows of the setting. Their ids stay while others come and go, so that folders stay open. */
export async function pinRows(
  setting: unknown,
  surroundings: PinSurroundings,
): Promise<readonly PinnedNode[]> {
  const idOf = uniqueIds("");
  return Promise.all(
    parsePins(setting).map(async (entry) => {
      if (entry.type !== "folder") return leafRow(entry, idOf("pin", textOf(entry)), surroundings);
      const id = idOf("folder", entry.name);
      const below = uniqueIds(id);
      const rows: (PinRow | UnreadableRow)[] = [];
      const folder: FolderRow = { kind: "folder", id, entry, rows };
      const all = entry.pins.map((each) =>
        leafRow(each, below("pin", textOf(each)), surroundings, folder),
      );
      rows.push(...(await Promise.all(all)));
      return folder;
    }),
  );
}

async function leafRow(
  entry: Pin | UnreadablePin,
  id: string,
  { connections, gate, folders }: PinSurroundings,
  parent?: FolderRow,
): Promise<PinRow | UnreadableRow> {
  const base = { id, ...(parent && { parent }) };
  if (entry.type === "unreadable") return { kind: "unreadable", ...base, entry };
  const { openable, service } = entry.pinned;
  if (service === undefined) {
    const file = await chartFile(openable, folders);
    return { kind: "pin", ...base, entry, ...(file && { file }) };
  }
  const connection = connectionOfService(service, connections);
  if (connection === undefined) return { kind: "pin", ...base, entry };
  const bounded = boundOpenable(openable, gate);
  const { id: connectionId } = connection;
  return {
    ...{ kind: "pin", ...base, entry, connection },
    ...(bounded.kind === "reference" && { target: { connectionId, reference: bounded.reference } }),
  };
}

/**
 * The file of a saved chart; undefined if the workspace has none. Where that has several folders, the path begins with the
 * name of one; a pin of a workspace of that folder alone has no such beginning, and the first folder with the file counts.
 */
async function chartFile(
  { path }: OpenableChart,
  folders: readonly vscode.WorkspaceFolder[],
): Promise<vscode.Uri | undefined> {
  const [first = "", ...others] = path.split("/");
  const named = folders.filter(({ name }) => name === first && others.length > 0);
  const candidates = [
    ...named.map(({ uri }) => vscode.Uri.joinPath(uri, ...others)),
    ...folders.map(({ uri }) => vscode.Uri.joinPath(uri, path)),
  ];
  for (const uri of candidates) {
    try {
      await vscode.workspace.fs.stat(uri);
      return uri;
    } catch {
      // It is in another folder, or in another workspace.
    }
  }
  return undefined;
}

function textOf(entry: PinEntry): string {
  return entry.type === "pin" ? pinLine(entry.pinned) : JSON.stringify(entry.entry);
}

/** Makes ids from texts, and numbers those of equal texts: the editor shows no rows when two have the same. */
function uniqueIds(parentId: string): (kind: string, text: string) => string {
  const counts = new Map<string, number>();
  return (kind, text) => {
    const key = JSON.stringify([parentId, kind, text]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return JSON.stringify([parentId, kind, text, count]);
  };
}

/** The name of the icon of a pin. */
export function pinIcon(openable: Openable): string {
  switch (openable.kind) {
    case "reference":
      return openable.reference.family === "panel" ? "layout" : "graph-line";
    case "profile":
      return "globe";
    case "page":
      return { latest: "symbol-color", explorer: "type-hierarchy", changes: "history" }[
        openable.page
      ];
    case "savedChart":
      return "graph";
  }
}
