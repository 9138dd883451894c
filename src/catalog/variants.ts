import { type Tag, type TagDimension } from "../service/parseTags";
import { isReservedTagKind } from "../shared/reservedTagKinds";
import { type TagValues } from "../shared/reference";

/**
 * The variants that tags address: a tag without sub-tags, each of its values alone; a tag with sub-tags, each combination
 * of one of its values with one value of each sub-tag. A combination that is listed from several sides comes once.
 *
 * Generated one by one, because a definition can claim more combinations than memory holds.
 */
export function* variantsOf(tags: readonly Tag[]): Generator<TagValues> {
  const addresses = tags.map(dimensionsOf);
  // Most definitions list each of their many variants once: then none is looked up.
  const seen = mayRepeat(addresses) ? new Set<string>() : undefined;
  for (const dimensions of addresses) {
    for (const variant of combinationsOf(dimensions)) {
      const key = seen && variantKey(variant);
      if (key !== undefined && seen?.has(key) === true) continue;
      if (key !== undefined) seen?.add(key);
      yield variant;
    }
  }
}

/** Whether two tags have the same kinds, or one a value twice. */
function mayRepeat(addresses: readonly (readonly TagDimension[])[]): boolean {
  const keys = addresses.map((dimensions) =>
    JSON.stringify(dimensions.map(({ kind }) => kind).sort()),
  );
  const hasTwice = ({ values }: TagDimension): boolean => new Set(values).size < values.length;
  return new Set(keys).size < keys.length || addresses.flat().some(hasTwice);
}

/** One text for a variant, whatever the order of its kinds. */
export function variantKey(tags: TagValues): string {
  return JSON.stringify(Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** A tag kind of the variant that bears the name of another parameter, so that the variant cannot be asked for. */
export function reservedKindOf(tags: TagValues): string | undefined {
  return Object.keys(tags).find(isReservedTagKind);
}

/** The tag's own dimension and those of its sub-tags; a kind that stands there twice counts once. */
export function dimensionsOf(tag: Tag): readonly TagDimension[] {
  const byKind = new Map<string, TagDimension>();
  for (const dimension of [tag, ...tag.subTags]) {
    if (!byKind.has(dimension.kind)) byKind.set(dimension.kind, dimension);
  }
  return [...byKind.values()];
}

/** `Object.fromEntries` defines own properties, so that a kind named `__proto__` stays a kind. */
function* combinationsOf(
  dimensions: readonly TagDimension[],
  chosen: readonly (readonly [string, string])[] = [],
): Generator<TagValues> {
  const [first, ...rest] = dimensions;
  if (first === undefined) {
    yield Object.fromEntries(chosen);
    return;
  }
  for (const value of first.values) yield* combinationsOf(rest, [...chosen, [first.kind, value]]);
}
