import { hasTag, isSpeltAlike } from "./listedSpelling";
import { type ListedSignal } from "../service/parseSignals";
import { type SignalRef, type TagValues } from "../shared/reference";
import { type RangeNode } from "./ranges";
import { type VariantSpace } from "./variantSpace";

/** What every row has. Ids are unique in the whole tree, and stable for the same thing. */
interface Row {
  readonly id: string;
  readonly parent: SignalsNode | undefined;
}

export interface RowTexts {
  readonly label: string;
  /** Codes and values as the service writes them; empty if the label is the same. */
  readonly description: string;
  /** Whether the signal's code has a higher version. */
  readonly isSuperseded?: boolean;
}

interface LabelledRow extends Row, RowTexts {}

/** A signal as its row shows it. */
export interface ShownSignal extends RowTexts {
  readonly signal: ListedSignal;
  /** The tag values that its variants below the row have. */
  readonly chosen: TagValues;
}

/** A dimension, for example all countries. */
export interface TagKindNode extends LabelledRow {
  readonly kind: "tagKind";
  readonly tagKind: string;
}

/** A value of a dimension, for any signals. */
export interface TagValueNode extends LabelledRow {
  readonly kind: "tagValue";
  readonly tagKind: string;
  readonly value: string;
}

/** One version of a signal; below a tag value, only its variants with that value. */
export interface SignalNode extends Row, ShownSignal {
  readonly kind: "signal";
}

/** One of several ways to address a signal's variants, for example by country and sector. */
export interface AddressNode extends LabelledRow {
  readonly kind: "address";
  readonly signal: ListedSignal;
  readonly tagKinds: readonly string[];
  readonly space: VariantSpace;
}

/** The variants of one signal that share a value and need values of further dimensions. */
export interface VariantGroupNode extends LabelledRow {
  readonly kind: "variantGroup";
  readonly signal: ListedSignal;
  readonly tagKind: string;
  readonly space: VariantSpace;
}

interface VariantRow extends LabelledRow {
  readonly signal: ListedSignal;
  readonly tags: TagValues;
}

/** A series that can be opened. */
export interface VariantNode extends VariantRow {
  readonly kind: "variant";
  readonly target: { readonly connectionId: string; readonly reference: SignalRef };
}

/** A variant that cannot be requested: one of its tag kinds has the name of another parameter. */
export interface ReservedVariantNode extends VariantRow {
  readonly kind: "variantReserved";
  readonly reservedKind: string;
}

/** Signals whose tags are not known yet, so that they are under no tag. */
export interface NotLoadedNode extends Row {
  readonly kind: "notLoaded";
  readonly signals: readonly ListedSignal[];
}

/** A placeholder for an empty list. */
interface EmptySignalsNode extends Row {
  readonly kind: "empty";
  readonly of: "signals" | "variants";
}

/** Says that there are more rows than are shown (LIST-04). */
export interface MoreNode extends Row {
  readonly kind: "more";
  /** The number of rows that are not shown. */
  readonly count: number;
}

export type SignalsNode =
  | TagKindNode
  | TagValueNode
  | SignalNode
  | AddressNode
  | VariantGroupNode
  | VariantNode
  | ReservedVariantNode
  | NotLoadedNode
  | EmptySignalsNode
  | MoreNode
  | RangeNode<SignalsNode>;

/** Whether this is the row of a variant, or one that may contain it, whatever the kind and as-of of its reference. */
export function leadsToVariant(node: SignalsNode, { code, version, tags }: SignalRef): boolean {
  const isOwn = (signal: ListedSignal): boolean =>
    isSpeltAlike(signal.code, code) && signal.version === version;
  const has = (kind: string, value: string): boolean => hasTag(tags, kind, value);
  const hasAll = (chosen: TagValues): boolean =>
    Object.entries(chosen).every(([kind, value]) => has(kind, value));
  const isKind = (kind: string): boolean =>
    Object.keys(tags).some((own) => isSpeltAlike(kind, own));
  switch (node.kind) {
    case "tagKind":
      return isKind(node.tagKind);
    case "tagValue":
      return has(node.tagKind, node.value);
    case "signal":
      return isOwn(node.signal) && hasAll(node.chosen);
    case "address":
      return isOwn(node.signal) && node.tagKinds.every(isKind);
    case "variantGroup":
      return isOwn(node.signal) && hasAll(node.space.chosen);
    case "variant":
    case "variantReserved":
      return isOwn(node.signal) && hasAll(node.tags) && sizeOf(node.tags) === sizeOf(tags);
    case "range":
      return true;
    case "notLoaded":
    case "empty":
    case "more":
      return false;
  }
}

function sizeOf(tags: TagValues): number {
  return Object.keys(tags).length;
}
