/** Translations by the English text, as the editor's own bundle has them. */
export type Words = Readonly<Record<string, string>>;

let translations: Words = {};

/** Words of the editor's language; what has none stays English. */
export function useText(words: Words): void {
  translations = words;
}

/** The text in the editor's language, `{0}`, `{1}`, … replaced by the arguments. */
export function t(message: string, ...values: readonly (string | number)[]): string {
  const text = Object.hasOwn(translations, message) ? translations[message] : undefined;
  return (text ?? message).replace(/\{(\d+)\}/g, (place, index: string) =>
    String(values[Number(index)] ?? place),
  );
}
