import { LabelOrder } from "../../src/catalog/labelOrder";
import { ReadableNames } from "../../src/catalog/readableNames";
import { SignalRows, type SignalRowsOptions } from "../../src/catalog/signalRows";
import { type SignalsNode } from "../../src/catalog/signalsNode";
import { TagRows } from "../../src/catalog/tagRows";
import { type SignalDefinition } from "../../src/service/parseDefinition";

export const rowsInEnglish: SignalRowsOptions = {
  connectionId: "acme",
  dataKind: "FIT",
  asOf: "latest",
  names: new ReadableNames("en"),
  order: new LabelOrder("en"),
};

export const signalRows = new SignalRows(rowsInEnglish);
export const tagRows = new TagRows(signalRows, rowsInEnglish);

/** The rows under a row, as a tree shows them when all definitions are loaded. */
export function rowsUnder(
  node: SignalsNode,
  definitions: readonly SignalDefinition[],
): readonly SignalsNode[] {
  switch (node.kind) {
    case "tagKind":
      return tagRows.inTagKind(node, definitions);
    case "tagValue":
      return tagRows.inTagValue(node, definitions);
    case "notLoaded":
      return tagRows.inNotLoaded(node);
    case "signal": {
      const { code, version } = node.signal;
      const own = definitions.find((each) => each.code === code && each.version === version);
      return own === undefined ? [] : signalRows.inSignal(node, own);
    }
    case "address":
      return signalRows.inAddress(node);
    case "variantGroup":
      return signalRows.inGroup(node);
    case "range":
      return node.children();
    case "variant":
    case "variantReserved":
    case "empty":
    case "more":
      return [];
  }
}

/** Rows with everything below them. */
export function allRows(
  rows: readonly SignalsNode[],
  definitions: readonly SignalDefinition[],
): SignalsNode[] {
  return rows.flatMap((row) => [row, ...allRows(rowsUnder(row, definitions), definitions)]);
}

/** `label | description`, and the kind of what it is. */
export function textOf(row: SignalsNode): string {
  if (!("label" in row)) return row.kind;
  return `${row.kind}: ${row.label}${row.description === "" ? "" : ` | ${row.description}`}`;
}
