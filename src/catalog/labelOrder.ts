import { maxChildren } from "./ranges";

/** The order in which people look for labels, in one language; numbers in labels by their value. */
export class LabelOrder {
  // Made at first use: the runtime loads the rules of a language only then.
  private ownCollator: Intl.Collator | undefined;

  /** @param language - BCP 47; English where the runtime does not know it. */
  constructor(private readonly language: string) {}

  /**
   * The items by label, and by `compare` where labels are equal. Lists that only ranges can show are ordered by the
   * letters alone, which takes less than half the time.
   */
  sorted<T extends { readonly label: string }>(
    items: Iterable<T>,
    compare: (a: T, b: T) => number = () => 0,
  ): T[] {
    const list = [...items];
    if (list.length > maxChildren) return sortedByLetters(list, compare);
    const collator = this.collator();
    return list.sort((a, b) => {
      const byLabel = collator.compare(a.label, b.label);
      return byLabel === 0 ? compare(a, b) : byLabel;
    });
  }

  private collator(): Intl.Collator {
    const locales = collatedLocales(this.language);
    return (this.ownCollator ??= new Intl.Collator(locales, { numeric: true }));
  }
}

function sortedByLetters<T extends { readonly label: string }>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): T[] {
  const keyed = items.map((item) => ({ item, key: lettersOf(item.label) }));
  keyed.sort((a, b) => {
    const byLetters = compareTexts(a.key, b.key);
    return byLetters === 0 ? compare(a.item, b.item) : byLetters;
  });
  return keyed.map(({ item }) => item);
}

/** Without case and accents. */
function lettersOf(label: string): string {
  return label
    .normalize("NFD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase();
}

/** By UTF-16 code unit. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function collatedLocales(language: string): string[] {
  try {
    return [...Intl.Collator.supportedLocalesOf(language), "en"];
  } catch {
    // Not a language tag at all: the editor passes on what its user configured.
    return ["en"];
  }
}
