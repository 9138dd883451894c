import { type Tag } from "../service/parseTags";
import { type TagValues } from "../shared/reference";
import { dimensionsOf, variantsOf } from "./variants";

/** Every combination of one value of each kind. */
type Box = ReadonlyMap<string, ReadonlySet<string>>;

/** Cached, since trees and pickers use the same definition repeatedly, and it may have a million values. */
const spaces = new WeakMap<readonly Tag[], VariantSpace>();

/**
 * The variants of a signal without enumerating them: a definition can claim more combinations than fit in memory, and a
 * tree shows one dimension at a time. Narrow it value by value, until no kind is open and the chosen values are a
 * variant.
 */
export class VariantSpace {
  /** The key of each box, computed once: panels compare all addresses with all boxes. */
  private readonly openKeys = new Map<Box, string>();

  private constructor(
    private readonly boxes: readonly Box[],
    /** The values that all of its variants share. */
    readonly chosen: TagValues,
  ) {}

  static of(tags: readonly Tag[]): VariantSpace {
    const known = spaces.get(tags);
    if (known !== undefined) return known;
    const boxes = tags.map(
      (tag): Box => new Map(dimensionsOf(tag).map(({ kind, values }) => [kind, new Set(values)])),
    );
    const isInhabited = (box: Box): boolean => [...box.values()].every(({ size }) => size > 0);
    const space = new VariantSpace(boxes.filter(isInhabited), {});
    spaces.set(tags, space);
    return space;
  }

  /** The open kinds, one list per way of addressing; an empty list stands for the chosen variant itself. */
  get addresses(): readonly (readonly string[])[] {
    const addresses = new Map<string, readonly string[]>();
    for (const box of this.boxes) {
      const key = this.openKey(box);
      if (!addresses.has(key)) addresses.set(key, this.openKinds(box));
    }
    return [...addresses.values()];
  }

  /** Only the variants that exactly these open kinds address. */
  at(address: readonly string[]): VariantSpace {
    const key = addressKey(address);
    const boxes = this.boxes.filter((box) => this.openKey(box) === key);
    return new VariantSpace(boxes, this.chosen);
  }

  /** Only the variants with this value. */
  with(kind: string, value: string): VariantSpace {
    const boxes = this.boxes.filter((box) => box.get(kind)?.has(value) === true);
    const chosen = Object.fromEntries([...Object.entries(this.chosen), [kind, value]]);
    return new VariantSpace(boxes, chosen);
  }

  /** The distinct values of its variants for a kind, in the order of the definition. */
  values(kind: string): readonly string[] {
    const values = new Set<string>();
    for (const box of this.boxes) for (const value of box.get(kind) ?? []) values.add(value);
    return [...values];
  }

  /**
   * The number of distinct variants.
   *
   * @param max - Counting stops here, however many a definition claims.
   */
  count(max: number): number {
    const boxes = this.boxes.map((box) =>
      this.openKinds(box).map((kind) => ({ kind, values: [...(box.get(kind) ?? [])] })),
    );
    const [only, ...others] = boxes;
    if (only !== undefined && others.length === 0) {
      return Math.min(
        max,
        only.reduce((product, { values }) => product * values.length, 1),
      );
    }
    const tags = boxes.flatMap(([first, ...subTags]) => (first ? [{ ...first, subTags }] : []));
    const variants = variantsOf(tags);
    let count = boxes.length > tags.length ? 1 : 0;
    while (count < max && variants.next().done !== true) count++;
    return count;
  }

  private openKey(box: Box): string {
    const key = this.openKeys.get(box) ?? addressKey(this.openKinds(box));
    this.openKeys.set(box, key);
    return key;
  }

  private openKinds(box: Box): readonly string[] {
    return [...box.keys()].filter((kind) => !Object.hasOwn(this.chosen, kind));
  }
}

function addressKey(kinds: readonly string[]): string {
  return JSON.stringify(kinds.toSorted());
}
