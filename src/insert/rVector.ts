import { bracketed, filledLines } from "./bracketed";
import { textLiteral } from "./literals";

/** Arguments of `c()` itself. */
const ownArguments: ReadonlySet<string> = new Set(["recursive", "use.names"]);

/** Texts as a vector, an argument or value behind `before` on its line. */
export function rVector(texts: readonly string[], before: string): string {
  return vectorOf(
    texts.map((text) => textLiteral("r", text)),
    before,
  );
}

/**
 * Texts by their names. A name beside its text must be one that R can write in any locale and does not take for an argument
 * of its own; undefined where one is not.
 */
export function rNamedVector(
  entries: readonly (readonly [name: string, text: string])[],
  before: string,
): string | undefined {
  return entries.every(([name]) => isWritable(name)) ? rPairs(entries, before) : undefined;
}

/** Texts by their names, whatever these are; a text whose name R can write stands beside it. */
export function rPairs(
  entries: readonly (readonly [name: string, text: string])[],
  before: string,
): string {
  const items = entries.map(([name, text]) => {
    const value = textLiteral("r", text);
    if (isWritable(name)) return `${argumentName(name)} = ${value}`;
    return `stats::setNames(${value}, ${textLiteral("r", name)})`;
  });
  return vectorOf(items, before);
}

function vectorOf(items: readonly string[], before: string): string {
  const layout = { before: before.length, indent: "  ", lastComma: false };
  const line = bracketed(["c(", ")"], items, layout);
  return line.includes("\n") ? `c(\n${filledLines(items, "    ").slice(0, -1)}\n  )` : line;
}

function isWritable(name: string): boolean {
  return /^[ -~]+$/.test(name) && !ownArguments.has(name);
}

function argumentName(text: string): string {
  return /^[A-Za-z][A-Za-z0-9._]*$/.test(text) ? text : textLiteral("r", text);
}
