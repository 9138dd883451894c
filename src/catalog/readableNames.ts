import { plainLine } from "../shared/plainText";
import { isVarying, type PanelRef, type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { LabelOrder } from "./labelOrder";

const longestVariant = 120;

/**
 * Writes tag values for people in one language: countries and currencies by their CLDR names (`Intl.DisplayNames`); all
 * others, and codes unknown to CLDR, as the service does.
 */
export class ReadableNames {
  // Created on first use: the runtime loads a language's names only then.
  private countryNames: Intl.DisplayNames | undefined;
  private shortCountryNames: Intl.DisplayNames | undefined;
  private currencyNames: Intl.DisplayNames | undefined;

  private readonly order: LabelOrder;

  /** @param language - BCP 47; English if the runtime does not support it. */
  constructor(private readonly language: string) {
    this.order = new LabelOrder(language);
  }

  /** @param style - Short for narrow places: `UK`, `Hong Kong`; the same where there is no shorter name. */
  tagValue(kind: string, value: string, style: "long" | "short" = "long"): string {
    switch (tagStem(kind)) {
      case "country":
        return nameOf(this.countries(style), /^[A-Z]{2}$/, value);
      case "currency":
        return this.currency(value);
      default:
        return value;
    }
  }

  currency(iso: string): string {
    return nameOf(this.currencies(), /^[A-Z]{3}$/, iso);
  }

  /** What distinguishes a variant of a panel: its values for the tag kinds of which the panel has several. */
  variant(panel: PanelRef, tags: TagValues, style: "long" | "short" = "long"): string {
    const varying = Object.entries(tags).filter(([kind]) => {
      const set = panel.tags[kind];
      return set !== undefined && isVarying(set);
    });
    const words = varying.map(([kind, value]) => this.tagValue(kind, value, style));
    return plainLine(words.join(" · "), longestVariant);
  }

  /** Sorted by name, with numbers in names by value; stable for equal names. */
  sorted<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
    const labelled = items.map((item) => ({ label: nameOf(item), item }));
    return this.order.sorted(labelled).map(({ item }) => item);
  }

  private countries(style: "long" | "short"): Intl.DisplayNames {
    return style === "long"
      ? (this.countryNames ??= namesOf(this.language, "region"))
      : (this.shortCountryNames ??= namesOf(this.language, "region", "short"));
  }

  private currencies(): Intl.DisplayNames {
    return (this.currencyNames ??= namesOf(this.language, "currency"));
  }
}

function namesOf(
  language: string,
  type: Intl.DisplayNamesType,
  style: "long" | "short" = "long",
): Intl.DisplayNames {
  return new Intl.DisplayNames(supportedLocales(language), { type, style, fallback: "none" });
}

/** `Intl.DisplayNames` throws for texts that do not look like a code, so those are returned unchanged. */
function nameOf(names: Intl.DisplayNames, code: RegExp, value: string): string {
  return code.test(value) ? (names.of(value) ?? value) : value;
}

function supportedLocales(language: string): string[] {
  try {
    return [...Intl.DisplayNames.supportedLocalesOf(language), "en"];
  } catch {
    // Not a language tag: the editor passes on whatever its user configured.
    return ["en"];
  }
}
