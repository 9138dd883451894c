/** At most `length` characters of a text, on one line, with `…` where it was cut; never splits a surrogate pair. */
export function cutText(text: string, length: number): string {
  // Reads twice the length, so that collapsed blanks do not shorten the result; never all of a huge text.
  const line = text
    .slice(0, length * 2)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (text.length <= length * 2 && line.length <= length) return line;
  return `${line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
