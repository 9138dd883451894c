/**
 * What a tag kind and a field of a latest record are compared by: `country_iso` is `country`, `sector_name` is `sector`.
 * A kind that is nothing but the ending keeps it.
 */
export function tagStem(kind: string): string {
  return kind.replace(/(?<=.)_(?:name|iso)$/, "");
}
