import { ReadableNames } from "../catalog/readableNames";
import { foldLetters } from "../shared/foldLetters";
import { type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";

/** Tag values that variants must have, as callers write them. */
type TagFilter = readonly { readonly stem: string; readonly value: string }[];

const english = new ReadableNames("en");

export function namedTags(tags: TagValues): TagFilter {
  return Object.entries(tags).map(([kind, value]) => {
    return { stem: foldLetters(tagStem(kind)), value: foldLetters(value) };
  });
}

/** Whether a variant has all tag values, by the service's name or the readable one: `US`, `United States`. */
export function hasTags(tags: TagValues, filter: TagFilter): boolean {
  return filter.every(({ stem, value }) =>
    Object.entries(tags).some(([kind, own]) => {
      if (foldLetters(tagStem(kind)) !== stem) return false;
      return foldLetters(own) === value || foldLetters(english.tagValue(kind, own)) === value;
    }),
  );
}
