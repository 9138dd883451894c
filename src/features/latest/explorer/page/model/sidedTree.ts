import { type TreeNode } from "./tree";

/** A node of the tree of one forecast, or the corresponding nodes in the trees of two. */
export interface SidedNode {
  readonly path: string;
  readonly kind: string;
  readonly depth: number;
  /** One for each forecast; undefined when its tree lacks the node. */
  readonly sides: readonly (TreeNode | undefined)[];
  /** The drivers of all sides: the first side's in its order, then those of the second side only. */
  readonly drivers: readonly SidedNode[];
}

interface MadeNode extends SidedNode {
  readonly drivers: MadeNode[];
}

/**
 * The tree of one forecast, or the union of two by the paths of their nodes; the roots always correspond. Uses no
 * recursion, so that deep trees cannot overflow the call stack.
 */
export function sidedTree(roots: readonly TreeNode[]): SidedNode {
  const root = madeNode(roots);
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { sides } = next;
    const byName = sides.map((side) => new Map(side?.drivers.map((each) => [each.name, each])));
    const names = new Set(byName.flatMap((drivers) => [...drivers.keys()]));
    for (const name of names) {
      const driver = madeNode(byName.map((drivers) => drivers.get(name)));
      next.drivers.push(driver);
      pending.push(driver);
    }
  }
  return root;
}

function madeNode(sides: readonly (TreeNode | undefined)[]): MadeNode {
  const { path, kind, depth } = sides.find((side) => side !== undefined) ?? noNode;
  return { path, kind, depth, sides, drivers: [] };
}

const noNode = { path: "", kind: "", depth: 0 };

/** Whether it compares two forecasts. */
export function isPaired({ sides }: SidedNode): boolean {
  return sides.length > 1;
}

/** A decimal fraction; NaN when that side lacks the node or its value. */
export function forecastOf({ sides }: SidedNode, side: number): number {
  return sides[side]?.forecast ?? Number.NaN;
}

/** A decimal fraction, second side minus first; NaN when either lacks the node or its value. */
export function nodeDifference(node: SidedNode): number {
  return forecastOf(node, 1) - forecastOf(node, 0);
}

/** All nodes in preorder. */
export function* nodesOf(root: SidedNode): Generator<SidedNode> {
  const pending = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    // A stack: pushed in reverse, siblings keep their order.
    for (const driver of next.drivers.toReversed()) pending.push(driver);
  }
}

/** The nodes from the root to the one at a path; empty when there is none. */
export function pathTo(root: SidedNode, path: string): readonly SidedNode[] {
  const above = new Map<SidedNode, SidedNode>();
  for (const node of nodesOf(root)) {
    if (node.path === path) return ancestorsOf(node, above);
    for (const driver of node.drivers) above.set(driver, node);
  }
  return [];
}

function ancestorsOf(
  node: SidedNode,
  above: ReadonlyMap<SidedNode, SidedNode>,
): readonly SidedNode[] {
  const way: SidedNode[] = [];
  for (let next: SidedNode | undefined = node; next !== undefined; next = above.get(next)) {
    way.push(next);
  }
  return way.reverse();
}
