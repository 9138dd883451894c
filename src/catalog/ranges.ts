/** The editor's trees slow down, and in the end fail, with many siblings (UI-02). */
export const maxChildren = 2_000;

/** Some of many siblings, in their order. */
export interface RangeNode<N> {
  readonly kind: "range";
  readonly id: string;
  readonly parent: N | RangeNode<N> | undefined;
  /** The labels of its first and its last row. */
  readonly first: string;
  readonly last: string;
  /** How many rows it stands for. */
  readonly count: number;
  /** Makes its rows: none exists before the range is opened. */
  readonly children: () => readonly (N | RangeNode<N>)[];
}

/**
 * The rows of a node: one for each item, or, when there are more than {@link maxChildren}, ranges of them, and ranges of
 * ranges where that is still too many.
 *
 * @param id - Of the node; a range's own names where it begins.
 * @param toNode - Makes the row of an item. Its id must not depend on the parent it gets, which may be a range.
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
      // No segment of a path holds a number sign, so that no other row has this id.
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

/** The smallest power of {@link maxChildren} that needs no more than as many ranges. */
function sizeOfRanges(count: number): number {
  let size = maxChildren;
  while (count > size * maxChildren) size *= maxChildren;
  return size;
}
