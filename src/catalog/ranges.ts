/** The editor's trees become slow, and eventually fail, with many siblings (UI-02). */
export const maxChildren = 2_000;

/** A range of siblings, in order. */
export interface RangeNode<N> {
  readonly kind: "range";
  readonly id: string;
  readonly parent: N | RangeNode<N> | undefined;
  /** The labels of its first and its last row. */
  readonly first: string;
  readonly last: string;
  /** The number of rows in it. */
  readonly count: number;
  /** Creates its rows, which do not exist before the range is expanded. */
  readonly children: () => readonly (N | RangeNode<N>)[];
}

/**
 * The rows of a node: one per item or, if there are more than {@link maxChildren}, nested ranges of them.
 *
 * @param id - Of the node; the id of a range is derived from it and the range's start.
 * @param toNode - Makes the row of an item. Its id must not depend on its parent, which may be a range.
 */
export function inRanges<T extends { readonly label: string }, N>(
  items: readonly T[],
  { id, parent }: { readonly id: string; readonly parent: N | RangeNode<N> | undefined },
  toNode: (item: T, parent: N | RangeNode<N> | undefined) => N,
): readonly (N | RangeNode<N>)[] {
  if (items.length <= maxChildren) return items.map((item) => toNode(item, parent));
  const size = sizeOfRanges(items.length);
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => {
    const own = items.slice(index * size, (index + 1) * size);
    const range: RangeNode<N> = {
      kind: "range",
      // No path segment contains a number sign, so no other row has this id.
      id: `${id}/#${index * size}+${size}`,
      parent,
      first: own[0]?.label ?? "",
      last: own.at(-1)?.label ?? "",
      count: own.length,
      children: () => inRanges(own, { id, parent: range }, toNode),
    };
    return range;
  });
}

/** The smallest power of {@link maxChildren} with which that many ranges suffice. */
function sizeOfRanges(count: number): number {
  let size = maxChildren;
  while (count > size * maxChildren) size *= maxChildren;
  return size;
}
