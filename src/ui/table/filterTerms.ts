import { foldLetters } from "../../shared/foldLetters";

/** Splits a filter at commas into terms, folded for comparison; none for an empty filter. */
export function filterTerms(filter: string): readonly string[] {
  return filter
    .split(",")
    .map((term) => foldLetters(term).trim())
    .filter((term) => term !== "");
}

/** Whether a text contains one of the terms; without terms, every text passes. */
export function passesFilter(terms: readonly string[], text: string): boolean {
  const plain = foldLetters(text);
  return terms.length === 0 || terms.some((term) => plain.includes(term));
}
