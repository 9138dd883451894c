import { type Tag, type TagDimension } from "../service/parseTags";
import { compareKeys } from "../shared/compareTexts";
import { isReservedTagKind } from "../shared/reservedTagKinds";
import { type TagValues } from "../shared/reference";

/**
 * The variants that tags address: each value of a tag without sub-tags; each combination of one value of a tag with one
 * value of each of its sub-tags. Combinations listed several times are yielded once.
 *
 * Generated one by one, because a definition can claim more combinations than fit in memory.
 */
export function* variantsOf(tags: readonly Tag[]): Generator<TagValues> {
  for (const variant of variantSteps(tags)) if (variant !== undefined) yield variant;
}

/** Generates {@link variantsOf}, and undefined for each repetition; a pair listed from both sides may cause millions. */
export function* variantSteps(tags: readonly Tag[]): Generator<TagValues | undefined> {
  // A dimension without values leaves no combinations, however many values the others have.
  const addresses = tags
    .map(dimensionsOf)
    .filter((dimensions) => dimensions.every(({ values }) => values.length > 0));
  // Most definitions list each of their many variants once: then duplicates need not be tracked.
  const seen = mayRepeat(addresses) ? new Set<string>() : undefined;
  for (const dimensions of addresses) {
    for (const variant of combinationsOf(dimensions)) {
      const key = seen && variantKey(variant);
      const isRepeated = key !== undefined && seen?.has(key) === true;
      if (key !== undefined) seen?.add(key);
      yield isRepeated ? undefined : variant;
    }
  }
}

/** Whether combinations may repeat: only between tags with the same kinds, since no dimension has a value twice. */
function mayRepeat(addresses: readonly (readonly TagDimension[])[]): boolean {
  const keys = addresses.map((dimensions) =>
    JSON.stringify(dimensions.map(({ kind }) => kind).sort()),
  );
  return new Set(keys).size < keys.length;
}

/** A key of a variant that does not depend on the order of its kinds. */
export function variantKey(tags: TagValues): string {
  return JSON.stringify(Object.entries(tags).sort(compareKeys));
}

/** A tag kind of the variant that has the name of another parameter, so that the variant cannot be requested. */
export function reservedKindOf(tags: TagValues): string | undefined {
  return Object.keys(tags).find(isReservedTagKind);
}

/** The tag's own dimension and those of its sub-tags; a repeated kind counts once. */
export function dimensionsOf(tag: Tag): readonly TagDimension[] {
  const byKind = new Map<string, TagDimension>();
  for (const dimension of [tag, ...tag.subTags]) {
    if (!byKind.has(dimension.kind)) byKind.set(dimension.kind, dimension);
  }
  return [...byKind.values()];
}

/** `Object.fromEntries` defines own properties, so a kind named `__proto__` stays a kind. */
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
