import { type Tag } from "../service/parseTags";
import { type TagValues } from "../shared/reference";

/**
 * Tags in the service's spelling: paths use Unicode's composed form (NFC), while a service may compare the bytes of
 * another form. Tags that are not listed are unchanged.
 */
export function listedSpelling(tags: TagValues, listed: readonly Tag[]): TagValues {
  const dimensions = listed.flatMap((tag) => [tag, ...tag.subTags]);
  return Object.fromEntries(
    Object.entries(tags).map(([kind, value]) => {
      const alike = dimensions.filter((each) => isSpeltAlike(each.kind, kind));
      for (const dimension of alike) {
        const own = dimension.values.find((each) => isSpeltAlike(each, value));
        if (own !== undefined) return [dimension.kind, own];
      }
      return [kind, value];
    }),
  );
}

/** Whether tags have a value of a kind, whatever its Unicode form. */
export function hasTag(tags: TagValues, kind: string, value: string): boolean {
  return Object.entries(tags).some(
    ([own, text]) => isSpeltAlike(own, kind) && isSpeltAlike(text, value),
  );
}

/** Whether a text has only one Unicode spelling. */
export function hasOneSpelling(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** Whether two texts are equal regardless of their Unicode form: references are in NFC, listings need not be. */
export function isSpeltAlike(one: string, other: string): boolean {
  return one === other || one.normalize("NFC") === other.normalize("NFC");
}
