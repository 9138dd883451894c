import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { type ReadableNames } from "../../catalog/readableNames";
import { codeWithVersion } from "../../catalog/signalRows";
import {
  type ReservedVariantNode,
  type SignalsNode,
  type VariantNode,
} from "../../catalog/signalsNode";
import { asOfText } from "../../editor/text/dateText";
import { readableTagKind } from "../../shared/tagKind";
import { rowsText, signalsText } from "../../editor/text/countedText";

/** The texts of a row; texts of the service are not yet cleaned for display. */
export interface RowLabels {
  readonly label: string;
  readonly description: string;
  /** For screen readers: the kind of row, then what identifies it. */
  readonly accessible: string;
  /** Plain text lines. */
  readonly tooltip: readonly string[];
}

type LabelledNode = Extract<SignalsNode | ForecastsNode, { readonly label: string }>;

/** The texts of a row whose loading did not fail. */
export function rowText(node: SignalsNode | ForecastsNode, names: ReadableNames): RowLabels {
  return "label" in node ? labelledText(node, names) : ownText(node);
}

/** The texts of rows that stand for nothing of the service. */
function ownText(node: Exclude<SignalsNode | ForecastsNode, LabelledNode>): RowLabels {
  switch (node.kind) {
    case "range": {
      const label = `${node.first} … ${node.last}`;
      const description = rowsText(node.count);
      return words(label, description, vscode.l10n.t("Range {0}, {1}", label, description));
    }
    case "notLoaded": {
      const label = vscode.l10n.t("Not Loaded");
      const description = signalsText(node.signals.length);
      const accessible = vscode.l10n.t("{0}, {1}: tags not known", label, description);
      return { ...words(label, description, accessible), tooltip: [accessible] };
    }
    case "otherMarkets":
      return words(vscode.l10n.t("Other Markets"), "", vscode.l10n.t("Markets without tags"));
    case "more": {
      const label = vscode.l10n.t("{0} more; search to find them", node.count);
      return words(label, "", label);
    }
    case "empty":
      return words(emptyText(node.of), "", emptyText(node.of));
  }
}

function words(label: string, description: string, accessible: string): RowLabels {
  const tooltip = [description === "" ? label : `${label} · ${description}`];
  return { label, description, accessible, tooltip };
}

function emptyText(of: "signals" | "variants" | "markets" | "horizons"): string {
  switch (of) {
    case "signals":
      return vscode.l10n.t("The service lists no signals");
    case "variants":
      return vscode.l10n.t("The service lists no variants of this signal");
    case "markets":
      return vscode.l10n.t("The service lists no markets");
    case "horizons":
      return vscode.l10n.t("The latest forecasts have no horizon for this market");
  }
}

function labelledText(node: LabelledNode, names: ReadableNames): RowLabels {
  const { label } = node;
  const description = descriptionOf(node);
  const row = description === "" ? label : `${label}, ${description}`;
  const accessible = accessibleText(node, row, names);
  if (node.kind === "variantReserved") {
    const reason = vscode.l10n.t(
      "cannot be requested: the tag kind {0} has the name of another parameter",
      node.reservedKind,
    );
    const tooltip = [...variantLines(node, names), reason];
    return { label, description: reason, accessible: `${accessible}, ${reason}`, tooltip };
  }
  if (node.kind === "variant") {
    const { dataKind, asOf } = node.target.reference;
    const tooltip = [
      ...variantLines(node, names),
      vscode.l10n.t("{0}, as of {1}", dataKind, asOfText(asOf)),
    ];
    return { label, description, accessible, tooltip };
  }
  if (node.kind === "forecast") {
    const { currency, horizon, market } = node.target.reference;
    const tooltip = [`${node.market.name} · ${market}`, `${horizon} · ${label} · ${currency}`];
    return { label, description, accessible, tooltip };
  }
  return words(label, description, accessible);
}

/** Marks a version of a signal that has a successor. */
function descriptionOf(node: LabelledNode): string {
  const { description } = node;
  return "isSuperseded" in node && node.isSuperseded
    ? vscode.l10n.t("{0} · superseded", description)
    : description;
}

function accessibleText(node: LabelledNode, row: string, names: ReadableNames): string {
  switch (node.kind) {
    case "tagKind":
      return vscode.l10n.t("Tag kind {0}", row);
    case "tagValue":
    case "variantGroup":
      return vscode.l10n.t("{0} {1}", readableTagKind(node.tagKind), row);
    case "signal":
      return vscode.l10n.t("Signal {0}", row);
    case "address":
      return vscode.l10n.t("Variants by {0}", row);
    case "variant":
    case "variantReserved":
      return vscode.l10n.t("Variant {0} of {1}", row, ownerOf(node, names));
    case "marketGroup":
      return vscode.l10n.t("Markets, {0} {1}", readableTagKind(node.tagKind), row);
    case "market":
      return vscode.l10n.t("Market {0}", row);
    case "horizon":
      return vscode.l10n.t("Horizon {0}", row);
    case "forecast":
      return vscode.l10n.t("Forecast {0} of {1}", row, node.market.name);
  }
}

/** What the label omits: the signal; or, below a tag value, where the label is the signal's name, its tags. */
function ownerOf(
  { label, signal, tags }: VariantNode | ReservedVariantNode,
  names: ReadableNames,
): string {
  const { name, version } = signal;
  if (label !== name && label !== `${name} v${version}`) return name;
  return Object.entries(tags)
    .map(([kind, value]) => names.tagValue(kind, value))
    .join(", ");
}

function variantLines(
  { signal, tags }: VariantNode | ReservedVariantNode,
  names: ReadableNames,
): string[] {
  const lines = Object.entries(tags).map(([kind, value]) => {
    const readable = names.tagValue(kind, value);
    const text = readable === value ? value : `${readable} (${value})`;
    return `${readableTagKind(kind)}: ${text}`;
  });
  return [`${signal.name} · ${codeWithVersion(signal)}`, ...lines];
}
