import { type Node } from "jsonc-parser";
import { type AsOfGrid, gridSteps, maxVintageRequests } from "../shared/asOfGrid";
import { type Instant } from "../shared/instant";
import {
  type DataKind,
  type PanelRef,
  type Reference,
  type SeriesRef,
  type SignalRef,
  type Vintage,
} from "../shared/reference";
import { referenceOfPath, referencePath } from "../shared/referencePath";
import {
  type DatasetOutput,
  type DatasetTable,
  canHaveLayout,
  datasetLayouts,
  usualLayout,
} from "./spec";
import { type SpecFields, type SpecReading } from "./specReading";

/** The fields that the tables of a spec inherit. */
export interface SpecDefaults extends Vintage {
  readonly output: DatasetOutput;
}

const tableKinds = ["series", "panel", "set", "vintages", "forecast"] as const;
/** As many series as the largest panel has. */
const maxMembers = 2_000;
/** As for reference lines. */
const maxPath = 4_000;
const tableFields = [...tableKinds, "asOfs", "layout"];

/** A table of a spec; undefined, with at least one fault, if it is wrong. */
export function parsedTable(
  reading: SpecReading,
  name: string,
  node: Node,
  defaults: SpecDefaults,
): DatasetTable | undefined {
  const fields = reading.fieldsOf(node, tableFields);
  if (fields === undefined) return undefined;
  const [kind, ...others] = tableKinds.filter((each) => fields.has(each));
  if (kind === undefined || others.length > 0) {
    reading.add(node, "table");
    return undefined;
  }
  const layoutNode = fields.get("layout")?.value;
  const layout =
    reading.choice(layoutNode, datasetLayouts, "layout") ??
    usualLayout(kind, defaults.output.layout);
  if (layoutNode !== undefined && !canHaveLayout(kind, layout)) {
    reading.add(layoutNode, "layout", reading.shown(layoutNode));
  }
  const asOfs = fields.get("asOfs");
  if (kind !== "vintages" && asOfs !== undefined) reading.add(asOfs.key, "unknown", "asOfs");
  const content = contentOf(reading, kind, node, fields, defaults);
  return content === undefined ? undefined : { name, layout, ...content };
}

type Content = DatasetTable extends infer T
  ? T extends DatasetTable
    ? Omit<T, "name" | "layout">
    : never
  : never;

function contentOf(
  reading: SpecReading,
  kind: (typeof tableKinds)[number],
  node: Node,
  fields: SpecFields,
  defaults: SpecDefaults,
): Content | undefined {
  const value = fields.get(kind)?.value;
  if (value === undefined) return undefined;
  const read = (each: Node): Reference | undefined => referenceAt(reading, each, defaults);
  switch (kind) {
    case "series":
    case "panel":
    case "forecast":
      return contentOfOne(reading, kind, value, read);
    case "set": {
      const members = membersOf(reading, kind, value, read).filter(isSeries);
      return members.length === 0 ? undefined : { kind, members };
    }
    case "vintages": {
      const readVintage = (each: Node): Reference | undefined =>
        vintageAt(reading, each, defaults.dataKind);
      const members = membersOf(reading, kind, value, readVintage).filter(isSignal);
      const asOfsNode = reading.needed(node, fields, "asOfs");
      const asOfs = asOfsNode && asOfsOf(reading, asOfsNode);
      return members.length === 0 || asOfs === undefined ? undefined : { kind, members, asOfs };
    }
  }
}

function contentOfOne(
  reading: SpecReading,
  kind: "series" | "panel" | "forecast",
  node: Node,
  read: (node: Node) => Reference | undefined,
): Content | undefined {
  const member = read(node);
  if (member === undefined) return undefined;
  if (kind === "series" && member.family === "signal") return { kind, member };
  if (kind === "panel" && member.family === "panel") return { kind, member };
  if (kind === "forecast" && member.family === "forecast") return { kind, member };
  reading.add(node, kind, reading.shown(node));
  return undefined;
}

/** The references of a list; those that a table of this kind cannot have, and repeated ones, are faults. */
function membersOf(
  reading: SpecReading,
  kind: "set" | "vintages",
  node: Node,
  read: (node: Node) => Reference | undefined,
): readonly Reference[] {
  const children = node.type === "array" ? (node.children ?? []) : [];
  if (children.length === 0 || children.length > maxMembers) {
    reading.add(node, kind);
    return [];
  }
  const isWanted = kind === "set" ? isSeries : isSignal;
  const known = new Set<string>();
  const members: Reference[] = [];
  for (const child of children) {
    const member = read(child);
    if (member === undefined) continue;
    const path = referencePath(member);
    if (!isWanted(member)) reading.add(child, kind, reading.shown(child));
    else if (known.has(path)) reading.add(child, "repeated", reading.shown(child));
    else members.push(member);
    known.add(path);
  }
  return members;
}

function isSeries(reference: Reference): reference is SeriesRef {
  return reference.family !== "panel";
}

function isSignal(reference: Reference): reference is SignalRef | PanelRef {
  return reference.family !== "forecast";
}

/** A reference with its own kind and as-of, or without both. */
function referenceAt(
  reading: SpecReading,
  node: Node,
  { dataKind, asOf }: Vintage,
): Reference | undefined {
  const text = reading.textOf(node);
  if (text === undefined) return undefined;
  const segments = text.split("/");
  const isShort = segments[0] === "signals" && segments.length === 4;
  return found(reading, node, isShort ? [text, dataKind, asOf].join("/") : text);
}

/** A reference without an as-of, with or without a kind. */
function vintageAt(reading: SpecReading, node: Node, dataKind: DataKind): Reference | undefined {
  const text = reading.textOf(node);
  if (text === undefined) return undefined;
  const { length } = text.split("/");
  if (length === 4 && !text.startsWith("forecasts/")) {
    return found(reading, node, `${text}/${dataKind}/latest`);
  }
  if (length < 6) return found(reading, node, length === 5 ? `${text}/latest` : text);
  reading.add(node, "vintages", reading.shown(node));
  return undefined;
}

function found(reading: SpecReading, node: Node, path: string): Reference | undefined {
  // A blank is canonical as itself; web addresses and other tools escape it.
  const canonical = path.replaceAll("%20", " ");
  const reference = path.length > maxPath ? undefined : referenceOfPath(canonical);
  if (reference === undefined) reading.add(node, "reference", reading.shown(node));
  return reference;
}

function asOfsOf(reading: SpecReading, node: Node): AsOfGrid | undefined {
  if (node.value === "productions") return "productions";
  if (node.type === "object") return gridOf(reading, node);
  const children = node.type === "array" ? (node.children ?? []) : [];
  if (children.length === 0 || children.length > maxVintageRequests) {
    reading.add(node, "as-ofs");
    return undefined;
  }
  const instants = children.map((child) => reading.instant(child));
  const known = new Set<Instant>();
  for (const [at, instant] of instants.entries()) {
    const child = children[at];
    if (instant === undefined || child === undefined) continue;
    if (known.has(instant)) reading.add(child, "repeated", reading.shown(child));
    known.add(instant);
  }
  return [...known].sort();
}

function gridOf(reading: SpecReading, node: Node): AsOfGrid | undefined {
  const fields = reading.fieldsOf(node, ["every", "from", "to"]);
  if (fields === undefined) return undefined;
  const every = reading.choice(reading.needed(node, fields, "every"), gridSteps, "every");
  const toNode = reading.needed(node, fields, "to");
  const from = reading.day(reading.needed(node, fields, "from"));
  const to = reading.day(toNode);
  if (every === undefined || from === undefined || to === undefined) return undefined;
  if (from > to && toNode !== undefined) reading.add(toNode, "as-ofs");
  return { every, from, to };
}
