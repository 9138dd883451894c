import * as vscode from "vscode";
import { type Openable } from "../../shared/openable";
import { plainLine } from "../../shared/plainText";
import { type PinProblem } from "../../shared/pins";
import { commandId } from "../../editor/commandNames";
import { asOfLabel } from "../../editor/text/seriesLabel";
import { targetUri } from "../../editor/tabs/target";
import { type Services } from "../../connect/connectedServices";
import { type Connection } from "../../connect/connection";
import { type Connections } from "../../connect/connections";
import { type Disposable } from "../../editor/disposables";
import { rowForm } from "../browse/rowForm";
import { type RowValue } from "../browse/rowValue";
import { connectionText } from "../browse/viewStatus";
import { unmarkedName } from "../chart/host/readableTitle";
import { openableName } from "../links/openOpenables";
import {
  pinIcon,
  type FolderRow,
  type PinnedNode,
  type PinRow,
  pinRows,
  pinsIn,
  type UnreadableRow,
} from "./pinRows";
import { markOffline, OfflineBadges, offlineStates, type OfflineStates } from "./offlineMarks";
import { PinValues, type ValueSources } from "./pinValues";

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
const longestLabel = 200;
const separator = "\u2002";

/** What rows of pins are made from. */
export type PinTreeSources = Omit<ValueSources, "onDidRead"> & {
  readonly connections: Connections;
};

/** The rows of the setting, with their items and newest values. */
export class PinTree implements Disposable {
  private readonly values: PinValues;
  readonly badges = new OfflineBadges();
  private offline: OfflineStates = new Map();
  /** The connections of the rows, by id. */
  private readonly shown = new Map<string, Connection>();

  /** @param onDidRead - Called when values have arrived. */
  constructor(
    private readonly sources: PinTreeSources,
    onDidRead: () => void,
  ) {
    this.values = new PinValues({ ...sources, onDidRead });
  }

  /** The connection of all pins of services, where it is one. */
  get connection(): Connection | undefined {
    const [connection, ...others] = this.shown.values();
    return others.length === 0 ? connection : undefined;
  }

  async rows(setting: unknown): Promise<readonly PinnedNode[]> {
    const { connections, services } = this.sources;
    const folders = vscode.workspace.workspaceFolders ?? [];
    const rows = await pinRows(setting, { connections, gate: services.gate, folders });
    this.offline = await offlineStates(rows, this.sources);
    this.badges.update(rows, this.offline);
    this.shown.clear();
    for (const { connection } of pinsIn(rows)) {
      if (connection !== undefined) this.shown.set(connection.id, connection);
    }
    return rows;
  }

  async item(row: PinnedNode): Promise<vscode.TreeItem> {
    const { services } = this.sources;
    const value = await this.valueOf(row);
    const item = await itemOf(row, { services, isOneService: this.shown.size === 1 }, value);
    item.id = row.id;
    markOffline(item, row, this.offline, value?.text);
    return item;
  }

  /** Forgets the values of a service whose address or key has changed. */
  forget(connectionId: string): void {
    this.values.forget(connectionId);
  }

  dispose(): void {
    this.badges.dispose();
    this.values.dispose();
  }

  private async valueOf(row: PinnedNode): Promise<RowValue | undefined> {
    if (row.kind !== "pin" || row.target === undefined) return undefined;
    const { connectionId, reference } = row.target;
    return reference.family === "panel" ? undefined : this.values.of({ connectionId, reference });
  }
}

interface Surroundings {
  readonly services: Services;
  /** Whether the title of the view states the service of all rows. */
  readonly isOneService: boolean;
}

/** The tree item of a row. Names are those of cached listings; nothing is requested. */
async function itemOf(
  row: PinnedNode,
  surroundings: Surroundings,
  value: RowValue | undefined,
): Promise<vscode.TreeItem> {
  switch (row.kind) {
    case "folder":
      return folderItem(row);
    case "unreadable":
      return unreadableItem(row);
    case "pin": {
      if (row.entry.pinned.service === undefined) return chartItem(row);
      return row.connection === undefined ? unknownItem(row) : knownItem(row, surroundings, value);
    }
  }
}

function folderItem({ entry, rows }: FolderRow): vscode.TreeItem {
  const item = new vscode.TreeItem(cleaned(entry.name), rows.length === 0 ? Expanded : Collapsed);
  item.iconPath = new vscode.ThemeIcon("folder");
  item.contextValue = "pinFolder";
  item.accessibilityInformation = { label: vscode.l10n.t("Folder {0}", cleaned(entry.name)) };
  return item;
}

/** Its click opens the setting at the entry. */
function unreadableItem(row: UnreadableRow): vscode.TreeItem {
  const { text, problem } = row.entry;
  const item = new vscode.TreeItem(cleaned(text), None);
  item.description = problemText(problem);
  item.tooltip = `${problemText(problem)}\n${plainLine(text)}`;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "pinUnreadable";
  item.command = openCommand(row);
  item.accessibilityInformation = { label: `${problemText(problem)}: ${cleaned(text)}` };
  return item;
}

function problemText(problem: PinProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "form":
      return t("This is neither a line, a named line nor a folder of lines");
    case "line":
      return t("This line cannot be read");
    case "service":
      return t("This line has no service, or one too many");
    case "folder":
      return t("A folder cannot be in another one");
    case "name":
      return t("The name is missing");
  }
}

/** A chart of another workspace is grey. */
function chartItem(row: PinRow): vscode.TreeItem {
  const { openable } = row.entry.pinned;
  const path = openable.kind === "savedChart" ? openable.path : "";
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.macrochart\.json$/, "");
  const item = new vscode.TreeItem(cleaned(row.entry.name ?? name), None);
  const isHere = row.file !== undefined;
  const elsewhere = vscode.l10n.t("Not in this workspace");
  item.description = isHere ? cleaned(path.split("/").slice(0, -1).join("/")) : elsewhere;
  item.tooltip = isHere ? plainLine(path) : `${plainLine(path)}\n${elsewhere}`;
  item.iconPath = icon("graph", isHere);
  item.contextValue = "pinChart";
  item.command = openCommand(row);
  item.accessibilityInformation = {
    label: [vscode.l10n.t("Saved chart {0}", cleaned(row.entry.name ?? name)), item.description]
      .filter((text) => text !== "")
      .join(", "),
  };
  return item;
}

/** A pin whose service has no connection. */
function unknownItem({ entry }: PinRow): vscode.TreeItem {
  const { openable, service = "" } = entry.pinned;
  const label = cleaned(entry.name ?? nameOf(openable));
  const item = new vscode.TreeItem(label, None);
  const words = vscode.l10n.t("No connection to {0}", cleaned(service));
  item.description = words;
  item.tooltip = `${label}\n${words}`;
  item.iconPath = icon(pinIcon(openable), false);
  item.contextValue = "pinUnknown";
  item.accessibilityInformation = { label: `${label}, ${words}` };
  return item;
}

async function knownItem(
  row: PinRow,
  { services, isOneService }: Surroundings,
  value: RowValue | undefined,
): Promise<vscode.TreeItem> {
  const { entry, target, connection } = row;
  const { openable } = entry.pinned;
  const own = target === undefined ? nameOf(openable) : await unmarkedName(target, services);
  const label = cleaned(entry.name ?? own);
  const item = new vscode.TreeItem(label, None);
  const serviceText = connection === undefined ? "" : connectionText({ connection });
  const details = [
    ...(isOneService ? [] : [serviceText]),
    ...vintageOf(row),
    ...(entry.name === undefined ? [] : [own]),
  ];
  // The value comes first: the editor cuts off the end.
  item.description = cleaned([...(value ? [value.text] : []), ...details].join(separator));
  const lines = [own, ...vintageOf(row), ...(value?.tooltip ?? []), serviceText];
  item.tooltip = lines.map((line) => plainLine(line)).join("\n");
  const spoken = [label, ...details, ...(value ? [value.spoken] : [])];
  item.accessibilityInformation = { label: plainLine(spoken.join(", ")) };
  item.iconPath = value?.icon ?? icon(pinIcon(openable), true);
  item.contextValue = contextOf(row);
  item.command = openCommand(row);
  if (target !== undefined && openable.kind === "reference" && openable.slice === undefined) {
    item.resourceUri = targetUri(target, rowForm());
    item.command = {
      command: "vscode.open",
      title: vscode.l10n.t("Open"),
      arguments: [item.resourceUri],
    };
  }
  return item;
}

/** Rows of series have the menus that they have in other views. */
function contextOf({ entry, target }: PinRow): string {
  const family = target?.reference.family;
  if (family === "signal") return "variant";
  if (family === "forecast") return "forecast";
  return family === "panel"
    ? "pinPanel"
    : entry.pinned.openable.kind === "page"
      ? "pinPage"
      : "pinProfile";
}

function vintageOf({ target }: PinRow): readonly string[] {
  if (target === undefined || target.reference.family === "forecast") return [];
  const { dataKind, asOf } = target.reference;
  return [asOf === "latest" ? dataKind : `${dataKind} · ${asOfLabel(asOf)}`];
}

function nameOf(openable: Openable): string {
  return openable.kind === "savedChart" ? openable.path : openableName(openable, false);
}

function icon(name: string, isHere: boolean): vscode.ThemeIcon {
  return isHere
    ? new vscode.ThemeIcon(name)
    : new vscode.ThemeIcon(name, new vscode.ThemeColor("disabledForeground"));
}

function openCommand(row: PinnedNode): vscode.Command {
  return { command: commandId("openPins"), title: vscode.l10n.t("Open"), arguments: [row] };
}

function cleaned(text: string): string {
  return plainLine(text, longestLabel);
}
