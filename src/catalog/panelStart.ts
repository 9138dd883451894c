import { type ListedSignal } from "../service/parseSignals";
import { type AsOf } from "../shared/instant";
import { isReservedTagKind } from "../shared/reservedTagKinds";
import { type DataKind, type TagValues } from "../shared/reference";
import { isNameable } from "../shared/segment";
import { type SignalsNode } from "./signalsNode";
import { type VariantSpace } from "./variantSpace";

/** What is known about a panel before it is requested. */
export interface PanelStart {
  /** If absent, any signal with variants that have the chosen values. */
  readonly signal?: ListedSignal;
  /** Fixed values. */
  readonly chosen: TagValues;
  /** The other tag kinds that address the variants, if there are several ways. */
  readonly address?: readonly string[];
}

/** A panel that a row or command leads to, and what new references inherit there. */
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
  /** The number of rows that stand for no panel. */
  readonly without: number;
}

/** A tag kind whose values a panel covers, and the values that are fixed for it. */
export interface TagAxis {
  readonly tagKind: string;
  readonly others: readonly string[];
  /** The variants that exactly these address. */
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

/** The ways to address several variants that can be requested, each with at least one open tag kind. */
export function openAddresses(space: VariantSpace): readonly (readonly string[])[] {
  const isSendable = (kind: string): boolean => !isReservedTagKind(kind) && isNameable(kind);
  if (!Object.keys(space.chosen).every(isSendable)) return [];
  return space.addresses.filter((address) => address.length > 0 && address.every(isSendable));
}

/** Every tag kind whose values a panel may cover, in the order of the definition. */
export function tagAxes(space: VariantSpace): readonly TagAxis[] {
  return openAddresses(space).flatMap((address) => {
    const own = space.at(address);
    return address.map((tagKind) => ({
      tagKind,
      others: address.filter((kind) => kind !== tagKind),
      space: own,
    }));
  });
}
