/**
 * Widths of Helvetica's characters in thousandths of their size; other characters are as wide as its digits. Source:
 * Adobe's metrics.
 */
const widths: readonly (readonly [characters: string, width: number])[] = [
  ["'", 191],
  ["ijl", 222],
  ["|", 260],
  [" .,:;!/\\[]ftI·", 278],
  ["()-r", 333],
  ["*", 389],
  ["ckszvxyJ", 500],
  ["+−=<>~", 584],
  ["ZTF", 611],
  ["ABEKPSVXY&", 667],
  ["CDHNRUw", 722],
  ["GOQ", 778],
  ["mM", 833],
  ["%", 889],
  ["W…", 1000],
];
const digitWidth = 556;
const widthOfCharacter = new Map(
  widths.flatMap(([characters, width]) => Array.from(characters, (each) => [each, width])),
);

/** Estimates the width of a text in pixels, a little more than in most sans-serif fonts. */
export function textWidth(text: string, sizePx: number, isBold = false): number {
  let width = 0;
  for (const character of text) {
    // From Hangul on, characters are about as wide as high.
    const otherWidth = character >= "\u1100" ? 1000 : digitWidth;
    width += widthOfCharacter.get(character) ?? otherWidth;
  }
  return (width / 1000) * sizePx * (isBold ? 1.1 : 1.03);
}

/** The text, or as much of it as fits the width, with `…` for the rest. */
export function cutToWidth(text: string, widthPx: number, sizePx: number, isBold = false): string {
  if (textWidth(text, sizePx, isBold) <= widthPx) return text;
  const characters = Array.from(text);
  const fits = (count: number): boolean =>
    textWidth(`${characters.slice(0, count).join("")}…`, sizePx, isBold) <= widthPx;
  while (characters.length > 0 && !fits(characters.length)) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}
