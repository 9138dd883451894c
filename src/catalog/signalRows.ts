import { type SignalDefinition } from "../service/parseDefinition";
import { type ListedSignal } from "../service/parseSignals";
import { type AsOf } from "../shared/instant";
import { type DataKind, signalRef } from "../shared/reference";
import { encodeSegment } from "../shared/segment";
import { labelledKinds, type LabelledKinds } from "../shared/tagKind";
import { compareTexts } from "../shared/compareTexts";
import { type LabelledValue, labelledValues, type ValueLabels } from "./labelledValues";
import { inRanges } from "./ranges";
import {
  type AddressNode,
  type MoreNode,
  type NotLoadedNode,
  type ReservedVariantNode,
  type SignalNode,
  type SignalsNode,
  type VariantGroupNode,
  type VariantNode,
  type RowTexts,
  type ShownSignal,
} from "./signalsNode";
import { reservedKindOf } from "./variants";
import { VariantSpace } from "./variantSpace";

/** How texts are written and sorted, and what references inherit. */
export interface SignalRowsOptions extends ValueLabels {
  readonly connectionId: string;
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

/** More rows are not useful; search finds the rest (LIST-04). */
const maxVariantsShown = 10_000;

/** The rows of the tree by signal: each signal, then its variants, nested by dimension if there are several. */
export class SignalRows {
  constructor(private readonly options: SignalRowsOptions) {}

  /** By name; several versions of a code with the highest first. */
  signals(
    signals: readonly ListedSignal[],
    parent?: NotLoadedNode,
    id = `${this.rootId}/by-signal`,
  ): readonly SignalsNode[] {
    const textsOf = textsAmong(signals);
    const labelled = signals.map((signal) => ({ label: signal.name, signal }));
    const sorted = this.options.order.sorted(labelled, (a, b) =>
      compareSignals(a.signal, b.signal),
    );
    return inRanges<(typeof labelled)[number], SignalsNode>(
      sorted,
      { id, parent },
      ({ signal }, place) => signalNode({ signal, ...textsOf(signal), chosen: {} }, id, place),
    );
  }

  /** The variants of a signal, or the ways and values that lead to them. */
  inSignal(node: SignalNode, definition: SignalDefinition): readonly SignalsNode[] {
    const whole = VariantSpace.of(definition.tags);
    const space = Object.entries(node.chosen).reduce(
      (narrowed, [kind, value]) => narrowed.with(kind, value),
      whole,
    );
    const addresses = space.addresses.filter(({ length }) => length > 0);
    const [only, ...others] = addresses;
    if (only === undefined) {
      return [{ kind: "empty", of: "variants", id: `${node.id}/#none`, parent: node }];
    }
    if (others.length === 0) return this.inSpace(node, space.at(only), only);
    return labelledKinds(addresses).map((words) => addressNode(node, space.at(words.kinds), words));
  }

  inAddress(node: AddressNode): readonly SignalsNode[] {
    return this.inSpace(node, node.space, node.tagKinds);
  }

  inGroup(node: VariantGroupNode): readonly SignalsNode[] {
    const [open = []] = node.space.addresses;
    return this.inSpace(node, node.space, open);
  }

  /** The row of one variant, with a label that suits its parent. */
  variant(row: Omit<VariantNode, "kind" | "target">): VariantNode | ReservedVariantNode {
    const reservedKind = reservedKindOf(row.tags);
    if (reservedKind !== undefined) return { ...row, kind: "variantReserved", reservedKind };
    const { connectionId, dataKind, asOf } = this.options;
    const { code, version } = row.signal;
    const reference = signalRef({ code, version, tags: row.tags, dataKind, asOf });
    return { ...row, kind: "variant", target: { connectionId, reference } };
  }

  get rootId(): string {
    return `signals/${this.options.connectionId}`;
  }

  /** One row for each value of the first open kind: a variant if that is the only kind, else a group. */
  private inSpace(
    parent: SignalNode | AddressNode | VariantGroupNode,
    space: VariantSpace,
    [kind, ...further]: readonly string[],
  ): readonly SignalsNode[] {
    if (kind === undefined) return [];
    const all = space.values(kind);
    const values = labelledValues(kind, all, this.options, maxVariantsShown);
    const { id, signal } = parent;
    const rows = inRanges<LabelledValue, SignalsNode>(
      values,
      { id, parent },
      ({ label, value }, place) => {
        const row = {
          id: `${id}/${encodeSegment(kind)}=${encodeSegment(value)}`,
          parent: place,
          label,
          description: label === value ? "" : value,
          signal,
        };
        const narrowed = space.with(kind, value);
        if (further.length === 0) return this.variant({ ...row, tags: narrowed.chosen });
        return { ...row, kind: "variantGroup", tagKind: kind, space: narrowed };
      },
    );
    return [...rows, ...moreNodes(parent, all.length - values.length)];
  }
}

/** A row with the number of further rows, if there are any. */
export function moreNodes(parent: SignalsNode, count: number): readonly MoreNode[] {
  return count > 0 ? [{ kind: "more", id: `${parent.id}/#more`, parent, count }] : [];
}

/** `INFL v2` */
export function codeWithVersion({ code, version }: ListedSignal): string {
  return `${code} v${version}`;
}

/** The code and version of a signal as the end of an id. */
export function signalPath({ code, version }: ListedSignal): string {
  return `${encodeSegment(code)}/${version}`;
}

/** By code, the highest version first. */
export function compareSignals(a: ListedSignal, b: ListedSignal): number {
  const byCode = compareTexts(a.code, b.code);
  return byCode === 0 ? b.version - a.version : byCode;
}

/**
 * The additional texts of a signal's row among the others. The versions of one code are distinguished in their labels,
 * because a description may be cut off.
 */
export function textsAmong(signals: Iterable<ListedSignal>): (signal: ListedSignal) => RowTexts {
  const newest = new Map<string, number>();
  const several = new Set<string>();
  for (const { code, version } of signals) {
    if (newest.has(code)) several.add(code);
    newest.set(code, Math.max(version, newest.get(code) ?? version));
  }
  return (signal) => {
    const { code, name, version } = signal;
    if (!several.has(code)) return { label: name, description: codeWithVersion(signal) };
    const isSuperseded = version < (newest.get(code) ?? version);
    return { label: `${name} v${version}`, description: code, isSuperseded };
  };
}

export function signalNode(
  row: ShownSignal,
  placeId: string,
  parent: SignalsNode | undefined,
): SignalNode {
  return { ...row, kind: "signal", id: `${placeId}/${signalPath(row.signal)}`, parent };
}

function addressNode(
  parent: SignalNode,
  space: VariantSpace,
  { kinds: tagKinds, label, description }: LabelledKinds,
): AddressNode {
  return {
    kind: "address",
    id: `${parent.id}/${tagKinds.map(encodeSegment).join("+")}`,
    parent,
    label,
    description,
    signal: parent.signal,
    tagKinds,
    space,
  };
}
