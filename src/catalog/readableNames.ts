import { tagStem } from "./tagStem";

/** What a tag kind is called: `country_iso` is Country, `investment_style_name` is Investment style. */
export function readableTagKind(kind: string): string {
  const words = tagStem(kind).replaceAll("_", " ").trim();
  return words === "" ? kind : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Writes tag values for people, in one language: countries and currencies by their names in CLDR (`Intl.DisplayNames`),
 * all others, and codes that CLDR does not know, as the service does.
 */
export class ReadableNames {
  private readonly countries: Intl.DisplayNames;
  private readonly currencies: Intl.DisplayNames;

  /** @param language - BCP 47; English where the runtime does not know it. */
  constructor(language: string) {
    const locales = supportedLocales(language);
    this.countries = new Intl.DisplayNames(locales, { type: "region", fallback: "none" });
    this.currencies = new Intl.DisplayNames(locales, { type: "currency", fallback: "none" });
  }

  tagValue(kind: string, value: string): string {
    switch (tagStem(kind)) {
      case "country":
        return nameOf(this.countries, /^[A-Z]{2}$/, value);
      case "currency":
        return this.currency(value);
      default:
        return value;
    }
  }

  currency(iso: string): string {
    return nameOf(this.currencies, /^[A-Z]{3}$/, iso);
  }
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
