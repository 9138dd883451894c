import { foldLetters } from "../shared/foldLetters";
import { finish } from "../shared/finish";
import { maxChildren } from "./ranges";
import { compareTexts } from "../shared/compareTexts";
import { sortInSteps } from "../shared/sortInSteps";

/** Sorts labels as people expect in one language, with numbers in labels by value. */
export class LabelOrder {
  // Created on first use: the runtime loads a language's rules only then.
  private ownCollator: Intl.Collator | undefined;

  /** @param language - BCP 47; English if the runtime does not support it. */
  constructor(private readonly language: string) {}

  /**
   * The items by label, and by `compare` for equal labels. Lists so long that they are shown in ranges are sorted by
   * letters alone, which takes less than half the time.
   */
  sorted<T extends { readonly label: string }>(
    items: Iterable<T>,
    compare: (a: T, b: T) => number = () => 0,
  ): T[] {
    const list = [...items];
    if (list.length > maxChildren) return finish(sortedByLetters(list, compare));
    const collator = this.collator();
    return list.sort((a, b) => {
      const byLabel = collator.compare(a.label, b.label);
      return byLabel === 0 ? compare(a, b) : byLabel;
    });
  }

  /** Sorts like {@link sorted}, but may pause. */
  *sortedInSteps<T extends { readonly label: string }>(
    items: readonly T[],
    compare: (a: T, b: T) => number,
  ): Generator<void, T[]> {
    return items.length > maxChildren
      ? yield* sortedByLetters(items, compare)
      : this.sorted(items, compare);
  }

  private collator(): Intl.Collator {
    const locales = collatedLocales(this.language);
    return (this.ownCollator ??= new Intl.Collator(locales, { numeric: true }));
  }
}

function* sortedByLetters<T extends { readonly label: string }>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[]> {
  const keyed: { readonly item: T; readonly key: string }[] = [];
  for (const item of items) {
    yield;
    keyed.push({ item, key: foldLetters(item.label) });
  }
  const sorted = yield* sortInSteps(keyed, (a, b) => {
    const byLetters = compareTexts(a.key, b.key);
    return byLetters === 0 ? compare(a.item, b.item) : byLetters;
  });
  return sorted.map(({ item }) => item);
}

function collatedLocales(language: string): string[] {
  try {
    return [...Intl.Collator.supportedLocalesOf(language), "en"];
  } catch {
    // Not a language tag: the editor passes on whatever its user configured.
    return ["en"];
  }
}
