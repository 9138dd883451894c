import { type SignalDefinition } from "../service/parseDefinition";
import { type ListedSignal } from "../service/parseSignals";
import { encodeSegment } from "../shared/segment";
import { labelledKinds } from "../shared/tagKind";
import { compareTexts } from "../shared/compareTexts";
import { type LabelledValue, labelledValues } from "./labelledValues";
import { inRanges } from "./ranges";
import {
  compareSignals,
  textsAmong,
  moreNodes,
  signalNode,
  signalPath,
  type SignalRows,
  type SignalRowsOptions,
} from "./signalRows";
import {
  type NotLoadedNode,
  type SignalsNode,
  type TagKindNode,
  type TagValueNode,
} from "./signalsNode";
import { VariantSpace } from "./variantSpace";

/** For all signals together; sorting more would block the editor (LIST-04). */
const maxValuesShown = 200_000;

/** A signal below a tag value: the variant that the value alone addresses, or all that need further values. */
interface SignalAtValue {
  readonly label: string;
  readonly signal: SignalDefinition;
  readonly space: VariantSpace;
  readonly isVariant: boolean;
}

/**
 * The rows of the tree by tag: tag kind, tag value, then the variants with that value; variants with several tags are
 * below their signal.
 */
export class TagRows {
  constructor(
    private readonly rows: SignalRows,
    private readonly options: SignalRowsOptions,
  ) {}

  tagKinds(definitions: Iterable<SignalDefinition>): readonly SignalsNode[] {
    const kinds = new Set<string>();
    for (const { tags } of definitions) {
      for (const kind of VariantSpace.of(tags).addresses.flat()) kinds.add(kind);
    }
    const labelled = labelledKinds([...kinds].map((kind) => [kind])).map(
      ({ kinds: [kind = ""], label, description }) => ({ kind, label, description }),
    );
    const sorted = this.options.order.sorted(labelled, (a, b) => compareTexts(a.kind, b.kind));
    const id = this.id;
    return inRanges<(typeof labelled)[number], SignalsNode>(
      sorted,
      { id, parent: undefined },
      ({ label, description, kind }, parent) => ({
        kind: "tagKind",
        id: `${id}/${encodeSegment(kind)}`,
        parent,
        label,
        description,
        tagKind: kind,
      }),
    );
  }

  inTagKind(node: TagKindNode, definitions: Iterable<SignalDefinition>): readonly SignalsNode[] {
    const { tagKind, id } = node;
    const values = new Set<string>();
    for (const { tags } of definitions) {
      for (const value of VariantSpace.of(tags).values(tagKind)) values.add(value);
    }
    const labelled = labelledValues(tagKind, values, this.options, maxValuesShown);
    const rows = inRanges<LabelledValue, SignalsNode>(
      labelled,
      { id, parent: node },
      ({ label, value }, parent) => ({
        kind: "tagValue",
        id: `${id}/${encodeSegment(value)}`,
        parent,
        label,
        description: label === value ? "" : value,
        tagKind,
        value,
      }),
    );
    return [...rows, ...moreNodes(node, values.size - labelled.length)];
  }

  inTagValue(node: TagValueNode, definitions: Iterable<SignalDefinition>): readonly SignalsNode[] {
    const found: SignalAtValue[] = [];
    for (const signal of definitions) found.push(...atValue(signal, node));
    const textsOf = textsAmong(new Set(found.map(({ signal }) => signal)));
    const sorted = this.options.order.sorted(found, (a, b) => compareSignals(a.signal, b.signal));
    return inRanges<SignalAtValue, SignalsNode>(
      sorted,
      { id: node.id, parent: node },
      ({ signal, space, isVariant }, parent) => {
        const row = { signal, ...textsOf(signal) };
        const { chosen } = space;
        if (!isVariant) return signalNode({ ...row, chosen }, `${node.id}/below`, parent);
        const id = `${node.id}/${signalPath(signal)}`;
        return this.rows.variant({ ...row, id, parent, tags: chosen });
      },
    );
  }

  /** The group of the signals whose tags are not known yet. */
  notLoaded(signals: readonly ListedSignal[]): NotLoadedNode {
    return { kind: "notLoaded", id: `${this.rows.rootId}/not-loaded`, parent: undefined, signals };
  }

  inNotLoaded(node: NotLoadedNode): readonly SignalsNode[] {
    return this.rows.signals(node.signals, node, node.id);
  }

  private get id(): string {
    return `${this.rows.rootId}/by-tag`;
  }
}

function atValue(signal: SignalDefinition, { tagKind, value }: TagValueNode): SignalAtValue[] {
  const space = VariantSpace.of(signal.tags).with(tagKind, value);
  const { addresses } = space;
  const found = { label: signal.name, signal };
  const further = addresses.filter(({ length }) => length > 0);
  return [
    ...(further.length < addresses.length
      ? [{ ...found, space: space.at([]), isVariant: true }]
      : []),
    ...(further.length > 0 ? [{ ...found, space, isVariant: false }] : []),
  ];
}
