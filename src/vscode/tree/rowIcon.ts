import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { type SignalsNode } from "../../catalog/signalsNode";
import { tagStem } from "../../shared/tagKind";

/** Icons of the editor that tell kinds of rows apart. */
export function rowIcon(node: SignalsNode | ForecastsNode): vscode.ThemeIcon {
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

/** A value of a dimension that people know by sight; any other is a value like all others. */
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
