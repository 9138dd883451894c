/** At most `length` characters of a text, in one line, `…` where it was cut; no surrogate pair is split. */
export function cutText(text: string, length: number): string {
  // Twice as much is looked at, so that runs of blanks do not leave less than there is; never the whole of a huge text.
  const line = text
    .slice(0, length * 2)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (text.length <= length * 2 && line.length <= length) return line;
  return `${line.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
