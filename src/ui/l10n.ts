import { formatCount } from "../shared/series/numberText";

/** Translations by the English text, as the editor's own bundle has them. */
export type Words = Readonly<Record<string, string>>;

let translations: Words = {};
let language = "en";

/**
 * Sets the translations and the language; a text without a translation stays English.
 *
 * @param spoken - The language, in BCP 47.
 */
export function useText(words: Words, spoken = "en"): void {
  translations = words;
  language = languageOf(spoken);
}

/** The editor's language, in BCP 47. */
export function pageLanguage(): string {
  return language;
}

/** The canonical form of the configured language; English when it is no language. */
function languageOf(text: string): string {
  try {
    return Intl.getCanonicalLocales(text)[0] ?? "en";
  } catch {
    return "en";
  }
}

/**
 * The text in the editor's language, `{0}`, `{1}`, … replaced by the arguments; numbers, which are counts, have
 * separators.
 */
export function t(message: string, ...values: readonly (string | number)[]): string {
  const text = Object.hasOwn(translations, message) ? translations[message] : undefined;
  return (text ?? message).replace(/\{(\d+)\}/g, (place, index: string) =>
    argumentText(values[Number(index)] ?? place),
  );
}

function argumentText(value: string | number): string {
  return typeof value === "number" ? formatCount(value) : value;
}
