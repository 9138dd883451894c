/** The terms of a filter, separated by commas and normalised by {@link plainText}; empty for an empty filter. */
export function filterTerms(filter: string): readonly string[] {
  return filter
    .split(",")
    .map(plainText)
    .filter((term) => term !== "");
}

/** Whether a text contains one of the terms; without terms, every text passes. */
export function passesFilter(terms: readonly string[], text: string): boolean {
  const plain = plainText(text);
  return terms.length === 0 || terms.some((term) => plain.includes(term));
}

/** The text without case and accents, for comparison. */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
