import { type TreeNode } from "./tree";

/** A node of the tree of one forecast, or the same place in the trees of two. */
export interface SidedNode {
  readonly path: string;
  readonly kind: string;
  readonly depth: number;
  /** One for each forecast; undefined where it has no such node. */
  readonly sides: readonly (TreeNode | undefined)[];
  /** Of all sides: those of the first in its order, then those that only the second one has. */
  readonly drivers: readonly SidedNode[];
}

/** The tree of one forecast, or the union of two by the paths of their nodes; the roots are one place, however called. */
export function sidedTree(roots: readonly TreeNode[]): SidedNode {
  return sidedNode(roots);
}

function sidedNode(sides: readonly (TreeNode | undefined)[]): SidedNode {
  const { path, kind, depth } = sides.find((side) => side !== undefined) ?? noNode;
  const names = new Set(sides.flatMap((side) => side?.drivers.map(nameOf) ?? []));
  const drivers = Array.from(names, (name) =>
    sidedNode(sides.map((side) => side?.drivers.find((driver) => nameOf(driver) === name))),
  );
  return { path, kind, depth, sides, drivers };
}

const noNode = { path: "", kind: "", depth: 0 };

/** The last part of its path. */
function nameOf({ path }: TreeNode): string {
  return path.slice(path.lastIndexOf("\n") + 1);
}

/** Whether it is of two forecasts. */
export function isPaired({ sides }: SidedNode): boolean {
  return sides.length > 1;
}

/** A decimal fraction; NaN where that side has no such node or no value. */
export function forecastOf({ sides }: SidedNode, side: number): number {
  return sides[side]?.forecast ?? Number.NaN;
}

/** A decimal fraction, second side minus first; NaN where one has no such node or no value. */
export function differenceOf(node: SidedNode): number {
  return forecastOf(node, 1) - forecastOf(node, 0);
}

/** All nodes, each before its drivers. */
export function* nodesOf(root: SidedNode): Generator<SidedNode> {
  yield root;
  for (const driver of root.drivers) yield* nodesOf(driver);
}

export function nodeAt(root: SidedNode, path: string): SidedNode | undefined {
  for (const node of nodesOf(root)) if (node.path === path) return node;
  return undefined;
}

/** The nodes from the root to the one at a path; none where there is none. */
export function wayTo(root: SidedNode, path: string): readonly SidedNode[] {
  if (root.path === path) return [root];
  for (const driver of root.drivers) {
    const rest = wayTo(driver, path);
    if (rest.length > 0) return [root, ...rest];
  }
  return [];
}
