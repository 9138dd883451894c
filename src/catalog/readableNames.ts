import { tagStem } from "../shared/tagKind";

/**
 * Writes tag values for people, in one language: countries and currencies by their names in CLDR (`Intl.DisplayNames`),
 * all others, and codes that CLDR does not know, as the service does.
 */
export class ReadableNames {
  // Made at first use: the runtime loads the names of a language only then.
  private countryNames: Intl.DisplayNames | undefined;
  private currencyNames: Intl.DisplayNames | undefined;

  /** @param language - BCP 47; English where the runtime does not know it. */
  constructor(private readonly language: string) {}

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
