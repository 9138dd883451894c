import { type TagValues } from "../shared/reference";
import { nameOf, valueNameOf } from "./wireRecord";

/** The most tags of a record or an attribution; a request with more would exceed a request line. */
export const maxRecordTags = 32;

/**
 * The tags of one variant, or why they are invalid: without an invalid tag it would be a different variant. Fields with
 * null or an empty text are not tags of it.
 */
export function recordTagsOf(fields: readonly [string, unknown][]): TagValues | string {
  const applying = fields.filter(([, value]) => value !== null && value !== "");
  if (applying.length > maxRecordTags) return `has more than ${maxRecordTags} tags`;
  const tags = applying.map(([kind, value]) => [nameOf(kind), valueNameOf(value)]);
  return tags.every((tag): tag is [string, string] => !tag.includes(undefined))
    ? Object.fromEntries(tags)
    : "has a tag that cannot be used";
}
