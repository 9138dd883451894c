import { type TagValues } from "../shared/reference";
import { nameOf, valueNameOf } from "./wireRecord";

/** Of a record or an attribution: no request line could hold more. */
export const maxRecordTags = 32;

/**
 * The tags of one variant, or why they are invalid: with fewer of them it would be a different variant. Null and empty
 * texts do not apply to it.
 */
export function recordTagsOf(fields: readonly [string, unknown][]): TagValues | string {
  const applying = fields.filter(([, value]) => value !== null && value !== "");
  if (applying.length > maxRecordTags) return `has more than ${maxRecordTags} tags`;
  const tags = applying.map(([kind, value]) => [nameOf(kind), valueNameOf(value)]);
  return tags.every((tag): tag is [string, string] => !tag.includes(undefined))
    ? Object.fromEntries(tags)
    : "has a tag that cannot be used";
}
