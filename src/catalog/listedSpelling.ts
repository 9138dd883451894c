import { type Tag } from "../service/parseTags";
import { type TagValues } from "../shared/reference";

/**
 * Tags as the service lists them: paths hold them in Unicode's composed form (NFC), while a service may compare the bytes of
 * another. What is not listed stays as it is.
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

/** Whether a text can be written in one way only. */
export function hasOneSpelling(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}

/** Whether two texts are one, whatever Unicode form each is in: references are in NFC, what a service lists may not be. */
export function isSpeltAlike(one: string, other: string): boolean {
  return one === other || one.normalize("NFC") === other.normalize("NFC");
}
