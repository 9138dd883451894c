import { type TreeColumns } from "../../protocol";
import { type Gap, gapOf } from "../../../../../shared/series/sums";

/** A node of a forecast's tree. */
export interface TreeNode {
  /** The kinds from the root down to it: equal for the same node of another tree. */
  readonly path: string;
  /** The last part of the path, unique among its siblings. */
  readonly name: string;
  /** The service's name. */
  readonly kind: string;
  /** 0 for the root. */
  readonly depth: number;
  /** A decimal fraction, like the adjustment; NaN for no value. */
  readonly forecast: number;
  readonly exposureAdjustment: number;
  readonly drivers: readonly TreeNode[];
  /** Null when there are no drivers, when they add up to the forecast, and when a value is missing. */
  readonly gap: Gap | null;
}

interface MadeNode extends Omit<TreeNode, "drivers" | "gap"> {
  readonly drivers: MadeNode[];
  gap: Gap | null;
}

/** The root of a tree; undefined for an empty tree. */
export function treeOf({
  kinds,
  parents,
  forecasts,
  exposureAdjustments,
}: TreeColumns): TreeNode | undefined {
  const nodes: MadeNode[] = [];
  const twins = new TwinCounts();
  for (const [at, kind] of kinds.entries()) {
    const above = nodes[parents[at] ?? -1];
    const name = twins.nameOf(above, kind);
    const node: MadeNode = {
      // JSON text contains no line breaks.
      path: above === undefined ? name : `${above.path}\n${name}`,
      name,
      kind,
      depth: above === undefined ? 0 : above.depth + 1,
      forecast: forecasts[at] ?? Number.NaN,
      exposureAdjustment: exposureAdjustments[at] ?? Number.NaN,
      drivers: [],
      gap: null,
    };
    above?.drivers.push(node);
    nodes.push(node);
  }
  for (const node of nodes) node.gap = gapOf(node);
  return nodes[0];
}

/** Numbers drivers of the same kind. */
class TwinCounts {
  private readonly counts = new Map<MadeNode | undefined, Map<string, number>>();

  nameOf(above: MadeNode | undefined, kind: string): string {
    const counts = this.counts.get(above) ?? new Map<string, number>();
    const same = counts.get(kind) ?? 0;
    this.counts.set(above, counts.set(kind, same + 1));
    return JSON.stringify(same === 0 ? [kind] : [kind, same]);
  }
}
