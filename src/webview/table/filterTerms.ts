/** The parts of a filter, between commas, as {@link plainText} has them; none for an empty one. */
export function filterTerms(filter: string): readonly string[] {
  return filter
    .split(",")
    .map(plainText)
    .filter((term) => term !== "");
}

/** Whether a text holds one of the terms; where there are none every text passes. */
export function passesFilter(terms: readonly string[], text: string): boolean {
  const plain = plainText(text);
  return terms.length === 0 || terms.some((term) => plain.includes(term));
}

/** Compared without case and accents. */
export function plainText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
