import { type Locator } from "playwright-core";

/** Those of the elements whose text is this, blanks at its ends aside; a plain text would also find longer ones. */
export function withText(elements: Locator, text: string): Locator {
  const literal = text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return elements.filter({ hasText: new RegExp(`^\\s*${literal}\\s*$`) });
}
