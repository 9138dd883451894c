import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { type ReadableNames } from "../../catalog/readableNames";
import { type SignalsNode } from "../../catalog/signalsNode";
import { plainLine } from "../../shared/plainText";
import { commandId } from "../../editor/commandNames";
import { targetUri } from "../../editor/tabs/target";
import { type RowFailure } from "./rowFailure";
import { rowForm } from "./rowForm";
import { rowText } from "./rowText";
import { type RowValue } from "./rowValue";
import { tagStem } from "../../shared/tagKind";

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const longestLabel = 200;

/** The row that replaces all others when they could not be listed. */
export interface FailureNode {
  readonly kind: "failure";
  readonly id: string;
  readonly parent: undefined;
}

/** The tree item of a row. */
export function rowItem(
  node: SignalsNode | ForecastsNode,
  names: ReadableNames,
  isOpened: boolean,
  value?: RowValue,
): vscode.TreeItem {
  const words = rowText(node, names);
  const item = new vscode.TreeItem(
    plainLine(words.label, longestLabel),
    leaves.has(node.kind) ? None : isOpened ? Expanded : Collapsed,
  );
  item.id = node.id;
  item.description = plainLine(words.description, longestLabel);
  item.tooltip = words.tooltip.map((line) => plainLine(line)).join("\n");
  item.accessibilityInformation = { label: plainLine(words.accessible) };
  item.iconPath = rowIcon(node);
  if (value !== undefined) addValue(item, value);
  // It is resolved on demand.
  if (node.kind === "signal") delete item.tooltip;
  // Rows not loaded yet have the same action as failed ones.
  item.contextValue = node.kind === "notLoaded" ? `${node.kind}.failed` : node.kind;
  if (node.kind === "variant" || node.kind === "forecast") {
    item.resourceUri = targetUri(node.target, rowForm());
    item.command = {
      command: "vscode.open",
      title: vscode.l10n.t("Open"),
      arguments: [item.resourceUri],
    };
  }
  return item;
}

/** The value comes first: the editor truncates the end of a description. The tooltip is resolved on demand. */
function addValue(item: vscode.TreeItem, { text, spoken, icon }: RowValue): void {
  const parts = [text, item.description].filter((part) => part !== "");
  item.description = parts.join("\u2002");
  item.accessibilityInformation = { label: `${item.accessibilityInformation?.label}, ${spoken}` };
  if (icon !== undefined) item.iconPath = icon;
  delete item.tooltip;
}

/** The tooltip of a row with a value, plain text. */
export function valueTooltip(
  node: SignalsNode | ForecastsNode,
  names: ReadableNames,
  { tooltip }: RowValue,
  further: readonly string[],
): string {
  const lines = [...rowText(node, names).tooltip, ...tooltip, ...further];
  return lines.map((line) => plainLine(line)).join("\n");
}

/** The tree item of a row whose children could not be loaded: it stays, with the reason and a retry. */
export function failedRowItem(
  node: SignalsNode | ForecastsNode,
  names: ReadableNames,
  failure: RowFailure,
): vscode.TreeItem {
  const item = rowItem(node, names, false);
  item.collapsibleState = None;
  return markFailed(item, node, failure);
}

/** The tree item of the row that replaces all others. */
export function failureItem(node: FailureNode, failure: RowFailure | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(vscode.l10n.t("Failed"), None);
  item.id = node.id;
  item.accessibilityInformation = { label: vscode.l10n.t("The list could not be loaded") };
  // Without a failure it is being retried and about to be replaced.
  return failure === undefined ? item : markFailed(item, node, failure);
}

/** Adds the failure; a click runs the action that helps. */
function markFailed(
  item: vscode.TreeItem,
  node: SignalsNode | ForecastsNode | FailureNode,
  failure: RowFailure,
): vscode.TreeItem {
  const { isLocked, wantsKey } = failure;
  item.contextValue = `${node.kind}.${isLocked ? "locked" : wantsKey ? "key.failed" : "failed"}`;
  item.command = wantsKey
    ? { command: commandId("enterApiKey"), title: vscode.l10n.t("Enter API Key") }
    : { command: commandId("retryNode"), title: vscode.l10n.t("Retry"), arguments: [node] };
  return markRefused(item, failure);
}

/** Marks the row of a series that could not be read; a click still opens it, which retries. */
export function markRefused(
  item: vscode.TreeItem,
  { words, isLocked }: RowFailure,
): vscode.TreeItem {
  item.description = words;
  item.tooltip = words;
  const label = item.accessibilityInformation?.label ?? "";
  item.accessibilityInformation = { label: `${label}, ${words}` };
  item.iconPath = isLocked
    ? new vscode.ThemeIcon("lock")
    : new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  return item;
}

const leaves: ReadonlySet<string> = new Set<(SignalsNode | ForecastsNode)["kind"]>([
  "variant",
  "variantReserved",
  "forecast",
  "empty",
  "more",
]);

/** Icons that distinguish kinds of rows. */
function rowIcon(node: SignalsNode | ForecastsNode): vscode.ThemeIcon {
  return new vscode.ThemeIcon(iconName(node));
}

function iconName(node: SignalsNode | ForecastsNode): string {
  switch (node.kind) {
    case "tagKind":
      return "tag";
    case "tagValue":
    case "variantGroup":
    case "marketGroup":
      return valueIcon(node.tagKind);
    case "signal":
      return "pulse";
    case "address":
      return "list-tree";
    case "variant":
    case "forecast":
      return "graph-line";
    case "variantReserved":
      return "circle-slash";
    case "notLoaded":
      return "cloud";
    case "otherMarkets":
      return "folder";
    case "market":
      return "briefcase";
    case "horizon":
      return "calendar";
    case "range":
    case "more":
      return "ellipsis";
    case "empty":
      return "info";
  }
}

/** An icon for tag kinds with a familiar one, else a generic icon. */
function valueIcon(tagKind: string): string {
  switch (tagStem(tagKind)) {
    case "country":
    case "region":
      return "globe";
    case "sector":
      return "organization";
    case "commodity":
      return "package";
    case "investment_category":
      return "library";
    default:
      return "symbol-enum-member";
  }
}
