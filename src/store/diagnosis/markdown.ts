import { plainLine } from "../../shared/plainText";

/**
 * Untrusted text as a code span: one line, in which nothing is a link, an image, HTML or emphasis (SEC-13).
 *
 * A span ends at the first run of as many backticks as it began with (CommonMark 0.31 §6.1), so it begins with more
 * than its longest run.
 *
 * @param longest - In characters; `…` marks a cut.
 */
export function codeSpan(text: string, longest = 500): string {
  const line = plainLine(text, longest).replace(/\s+/g, " ");
  if (line === "") return "–";
  const runs = line.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map(({ length }) => length)));
  // A backtick at an end would lengthen the fence; the blanks around it are not part of the span.
  const pad = /^`|`$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Several code spans, separated by commas. */
export function codeSpans(texts: readonly string[], max = 20): string {
  const shown = texts.slice(0, max).map((text) => codeSpan(text, 100));
  return (texts.length > max ? [...shown, "…"] : shown).join(", ");
}
