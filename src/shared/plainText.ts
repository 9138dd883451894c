/** Control characters, line breaks, and the marks that reverse or isolate text direction. */
const unprintable = /[\p{Control}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The first half of a pair whose second half was cut off. */
const halfPair = /[\ud800-\udbff]$/;

/**
 * Untrusted text as one line of at most `longest` characters: control characters become blanks, and `…` marks a cut.
 */
export function plainLine(text: string, longest = 500): string {
  // Twice as many characters as are shown, of two code units each: never all of a huge text.
  const read = text.slice(0, 4 * longest);
  const line = read.replace(unprintable, " ").trim();
  const characters = Array.from(line);
  if (read.length === text.length && characters.length <= longest) return line;
  return `${characters
    .slice(0, longest - 1)
    .join("")
    .replace(halfPair, "")}…`;
}

/** One line with a capital first letter, as a sentence of its own: `cannot reach …` becomes `Cannot reach …`. */
export function plainSentence(text: string): string {
  const line = plainLine(text);
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** One line for a notification, where `[text](target)` would become a link. */
export function plainMessage(text: string): string {
  return plainLine(text).replaceAll("](", "] (");
}

/** One line for a label that renders `$(name)` as an icon: quick picks and the status bar. */
export function plainLabel(text: string): string {
  return plainLine(text, 200).replaceAll("$(", "\\$(");
}
