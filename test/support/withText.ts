import { type Locator } from "playwright-core";

/** Those of the elements whose text is this, blanks at its ends aside; a plain text would also find longer ones. */
export function withText(elements: Locator, text: string): Locator {
  return elements.filter({ hasText: new RegExp(`^\\s*${literal(text)}\\s*$`) });
}

/** Those of the elements whose text ends with these words. */
export function endingWith(elements: Locator, words: string): Locator {
  return elements.filter({ hasText: new RegExp(`(^|\\s)${literal(words)}\\s*$`) });
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
