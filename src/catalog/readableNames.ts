import { plainLine } from "../shared/plainText";
import { type PanelRef, type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { LabelOrder } from "./labelOrder";

const longestVariant = 120;

/**
 * Writes tag values for people, in one language: countries and currencies by their names in CLDR (`Intl.DisplayNames`),
 * all others, and codes that CLDR does not know, as the service does.
 */
export class ReadableNames {
  // Made at first use: the runtime loads the names of a language only then.
  private countryNames: Intl.DisplayNames | undefined;
  private currencyNames: Intl.DisplayNames | undefined;

  private readonly order: LabelOrder;

  /** @param language - BCP 47; English where the runtime does not know it. */
  constructor(private readonly language: string) {
    this.order = new LabelOrder(language);
  }

  tagValue(kind: string, value: string): string {
    switch (tagStem(kind)) {
      case "country":
        return nameOf(this.countries(), /^[A-Z]{2}$/, value);
      case "currency":
        return this.currency(value);
      default:
        return value;
    }
  }

  currency(iso: string): string {
    return nameOf(this.currencies(), /^[A-Z]{3}$/, iso);
  }

  /** What tells a variant of a panel from the others: its values of the tag kinds of which the panel has several. */
  variant(panel: PanelRef, tags: TagValues): string {
    const varying = Object.entries(tags).filter(([kind]) => {
      const set = panel.tags[kind];
      return set === "*" || (set?.length ?? 0) > 1;
    });
    const words = varying.map(([kind, value]) => this.tagValue(kind, value));
    return plainLine(words.join(" · "), longestVariant);
  }

  /** By their names, numbers in names by their value; those of one name stay as they are. */
  sorted<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
    const labelled = items.map((item) => ({ label: nameOf(item), item }));
    return this.order.sorted(labelled).map(({ item }) => item);
  }

  private countries(): Intl.DisplayNames {
    return (this.countryNames ??= namesOf(this.language, "region"));
  }

  private currencies(): Intl.DisplayNames {
    return (this.currencyNames ??= namesOf(this.language, "currency"));
  }
}

function namesOf(language: string, type: Intl.DisplayNamesType): Intl.DisplayNames {
  return new Intl.DisplayNames(supportedLocales(language), { type, fallback: "none" });
}

/** `Intl.DisplayNames` throws for texts that are not written like a code, so those are left alone. */
function nameOf(names: Intl.DisplayNames, code: RegExp, value: string): string {
  return code.test(value) ? (names.of(value) ?? value) : value;
}

function supportedLocales(language: string): string[] {
  try {
    return [...Intl.DisplayNames.supportedLocalesOf(language), "en"];
  } catch {
    // Not a language tag at all: the editor passes on what its user configured.
    return ["en"];
  }
}
