import { type ListedSignal } from "../service/parseSignals";
import { type AsOf } from "../shared/instant";
import { isReservedTagKind } from "../shared/reservedTagKinds";
import { type DataKind, type TagValues } from "../shared/reference";
import { isNameable } from "../shared/segment";
import { type SignalsNode } from "./signalsNode";
import { type VariantSpace } from "./variantSpace";

/** What is known of a panel before it is asked for. */
export interface PanelStart {
  /** Any signal with variants that have the chosen values, unless it is given. */
  readonly signal?: ListedSignal;
  /** Values that are held. */
  readonly chosen: TagValues;
  /** The other tag kinds that address the variants, where there is more than one way. */
  readonly address?: readonly string[];
}

/** A panel that something leads to, and what new references inherit there. */
export interface PanelSubject extends PanelStart {
  readonly connectionId: string;
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

/** A panel of one signal. */
export interface RowPanel extends PanelSubject {
  readonly signal: ListedSignal;
}

/** The panels of selected rows. */
export interface SelectedPanels {
  readonly subjects: readonly PanelSubject[];
  /** How many of the rows stand for none. */
  readonly without: number;
}

/** A tag kind whose values a panel has, and those that are to be held for it. */
export interface Axis {
  readonly tagKind: string;
  readonly others: readonly string[];
  /** The variants that are addressed by just these. */
  readonly space: VariantSpace;
}

/** The panel that a row stands for: all variants below it. Undefined for rows that stand for none. */
export function panelStartOf(node: SignalsNode): PanelStart | undefined {
  switch (node.kind) {
    case "signal":
      return { signal: node.signal, chosen: node.chosen };
    case "address":
      return { signal: node.signal, chosen: node.space.chosen, address: node.tagKinds };
    case "variantGroup": {
      const [address = []] = node.space.addresses;
      return { signal: node.signal, chosen: node.space.chosen, address };
    }
    case "tagValue":
      return { chosen: Object.fromEntries([[node.tagKind, node.value]]) };
    case "tagKind":
    case "variant":
    case "variantReserved":
    case "notLoaded":
    case "empty":
    case "more":
    case "range":
      return undefined;
  }
}

/** The variants that a start leaves open. */
export function openSpace(whole: VariantSpace, { chosen, address }: PanelStart): VariantSpace {
  const space = Object.entries(chosen).reduce(
    (narrowed, [kind, value]) => narrowed.with(kind, value),
    whole,
  );
  return address === undefined ? space : space.at(address);
}

/** The ways of addressing several variants that can be asked for, each with at least one open tag kind. */
export function openAddresses(space: VariantSpace): readonly (readonly string[])[] {
  const isSendable = (kind: string): boolean => !isReservedTagKind(kind) && isNameable(kind);
  if (!Object.keys(space.chosen).every(isSendable)) return [];
  return space.addresses.filter((address) => address.length > 0 && address.every(isSendable));
}

/** Every tag kind that a panel may have the values of, in the order of the definition. */
export function axesOf(space: VariantSpace): readonly Axis[] {
  return openAddresses(space).flatMap((address) =>
    address.map((tagKind) => ({
      tagKind,
      others: address.filter((kind) => kind !== tagKind),
      space: space.at(address),
    })),
  );
}
