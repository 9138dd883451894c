/**
 * The part of a name by which tag kinds and fields of latest records are matched: `country_iso` is `country`,
 * `sector_name` is `sector`. A name that consists of the suffix alone keeps it.
 */
export function tagStem(kind: string): string {
  return kind.replace(/(?<=.)_(?:name|iso)$/, "");
}

/** The label of a tag kind: `country_iso` is Country, `investment_style_name` is Investment style. */
export function readableTagKind(kind: string): string {
  const words = singularTagKind(kind);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A combination of tag kinds in words; the description tells those with one label apart. */
export interface LabelledKinds {
  readonly kinds: readonly string[];
  readonly label: string;
  readonly description: string;
}

/**
 * Combinations of tag kinds as people read them, `Country × Sector`. Those with one label, such as `country_iso` and
 * `country_name`, have the service's names as descriptions.
 */
export function labelledKinds(
  combinations: readonly (readonly string[])[],
): readonly LabelledKinds[] {
  const labels = combinations.map((kinds) => kinds.map(readableTagKind).join(" × "));
  return combinations.map((kinds, at) => {
    const label = labels[at] ?? "";
    const isShared = labels.indexOf(label) !== labels.lastIndexOf(label);
    return { kinds, label, description: isShared ? kinds.join(" × ") : "" };
  });
}

/** The plural label of a tag kind by English rules: `country_iso` is countries, `asset_class` is asset classes. */
export function pluralTagKind(kind: string): string {
  const words = singularTagKind(kind);
  if (/[^aeiou]y$/i.test(words)) return `${words.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(words) ? `${words}es` : `${words}s`;
}

/** A tag kind within a sentence: `country_iso` is country. */
export function singularTagKind(kind: string): string {
  const words = tagStem(kind).replaceAll("_", " ").trim();
  return words === "" ? kind : words;
}
