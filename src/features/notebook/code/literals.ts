/** Escapes that all languages share. */
export const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Replaces lone surrogates, which files and URLs cannot contain, with U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/**
 * A double-quoted string literal on one line.
 *
 * @param unprintable - Characters to escape, besides the quote and the backslash. R does not allow `\x` and `\u` in one
 * literal.
 */
export function quoted(text: string, unprintable: RegExp): string {
  const escaped = text
    .replace(/[\\"]/g, "\\$&")
    .replace(unprintable, (character) =>
      character === " " ? character : (shortEscapes.get(character) ?? codePointEscape(character)),
    );
  return `"${escaped}"`;
}

function codePointEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

/** As in the formatters of Python and R. */
export const longestLine = 88;

/**
 * Items in brackets: on one line if they fit after `before` characters, otherwise each on a line of its own, indented
 * one step further than the line with the opening bracket.
 */
export function bracketed(
  [open, close]: readonly [open: string, close: string],
  items: readonly string[],
  { before, indent, lastComma }: { before: number; indent: string; lastComma: boolean },
): string {
  const line = `${open}${items.join(", ")}${close}`;
  if (before + line.length + 1 <= longestLine && !line.includes("\n")) return line;
  const step = lastComma ? "    " : "  ";
  const rows = items.map((item) => `${indent}${step}${item}`).join(",\n");
  return `${open}\n${rows}${lastComma ? "," : ""}\n${indent}${close}`;
}

/** Items in as few lines as possible, each line with a trailing comma. */
export function filledLines(items: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = indent.slice(1);
  for (const item of items) {
    if (line.length + item.length + 2 > longestLine && line.trim() !== "") {
      lines.push(line);
      line = indent.slice(1);
    }
    line += ` ${item},`;
  }
  return [...lines, line].join("\n");
}

/** A string literal within one line of code. */
export interface StringLiteral {
  /** Column of its first character: the quote, or the prefix before it. */
  readonly from: number;
  /** Column after its last quote. */
  readonly to: number;
  /** The text that it denotes; undefined if that is more than its own characters, as in an f-string. */
  readonly value: string | undefined;
}

/** How a language writes string literals. */
export interface StringSyntax {
  /** The start of a comment. */
  readonly comment: string;
  /** Whether quotes are escaped by doubling, and only single quotes delimit texts; otherwise backslashes escape. */
  readonly doublesQuotes?: boolean;
  /** Whether literals may have triple quotes and prefixes: `r`, `b`, `f`, `rb` and the like. */
  readonly hasPrefixes?: boolean;
}

/** Longer lines are data or generated, and parsing them would block the editor. */
const longestReadLine = 20_000;

/** All string literals of a line, in order; none in a comment, in prose, or in a line that is too long. */
export function stringLiterals(
  line: string,
  syntax: StringSyntax | undefined,
): readonly StringLiteral[] {
  if (syntax === undefined || line.length > longestReadLine) return [];
  const { comment, hasPrefixes = false } = syntax;
  const found: StringLiteral[] = [];
  for (let at = 0; at < line.length;) {
    if (line.startsWith(comment, at)) break;
    const quote = line[at];
    if (quote !== '"' && quote !== "'") {
      at++;
      continue;
    }
    const end = endOf(line, at, syntax);
    if (end === undefined) break;
    const isOne = !line.startsWith(quote.repeat(3), at) || !hasPrefixes;
    const prefix = hasPrefixes ? prefixBefore(line, at) : "";
    const value = isOne ? valueOf(line.slice(at, end), prefix, syntax) : undefined;
    found.push({ from: at - prefix.length, to: end, value });
    at = end;
  }
  return found;
}

/** The literal that contains a column. */
export function literalAt(
  line: string,
  column: number,
  syntax: StringSyntax | undefined,
): StringLiteral | undefined {
  return stringLiterals(line, syntax).find(({ from, to }) => from <= column && column < to);
}

/** A literal that a column is in, between its quotes; one without a closing quote ends at the column. */
export interface EnteredLiteral {
  readonly quote: string;
  /** Column after its opening quote. */
  readonly from: number;
  /** Column of its closing quote. */
  readonly to: number;
}

/**
 * The literal whose quotes enclose a column; undefined outside, in a triple-quoted literal, and in one whose prefix changes
 * what its characters mean.
 */
export function enteredLiteral(
  line: string,
  column: number,
  syntax: StringSyntax,
): EnteredLiteral | undefined {
  if (line.length > longestReadLine) return undefined;
  const before = line.slice(0, column);
  const start = stringLiterals(before, syntax).at(-1)?.to ?? 0;
  const at = start + before.slice(start).search(/["']/);
  const comment = before.indexOf(syntax.comment, start);
  if (at < start || (comment !== -1 && comment < at)) return undefined;
  const quote = line[at] ?? "";
  // SQL's escape literals and quoted identifiers are no plain texts.
  const isOther =
    syntax.doublesQuotes === true && (quote === '"' || /[\w]$/.test(line.slice(0, at)));
  const isTriple = line.startsWith(quote.repeat(3), at);
  if (isOther || isTriple || prefixBefore(line, at) !== "") return undefined;
  const end = endOf(line, at, syntax);
  return { quote, from: at + 1, to: end === undefined ? column : end - 1 };
}

/** Column after the literal whose opening quote is at a column; undefined if it continues on the next line. */
function endOf(line: string, at: number, syntax: StringSyntax): number | undefined {
  const { doublesQuotes = false, hasPrefixes = false } = syntax;
  const quote = line[at] ?? "";
  const isTriple = hasPrefixes && line.startsWith(quote.repeat(3), at);
  const mark = isTriple ? quote.repeat(3) : quote;
  for (let index = at + mark.length; index < line.length; index++) {
    if (line[index] === "\\" && !doublesQuotes) index++;
    else if (line.startsWith(mark, index)) {
      if (doublesQuotes && line[index + 1] === quote) index++;
      else return index + mark.length;
    }
  }
  return undefined;
}

/** The prefix of a literal, which changes its meaning. */
function prefixBefore(line: string, at: number): string {
  return /(?<![\w])[bfru]{1,2}$/i.exec(line.slice(Math.max(0, at - 3), at))?.[0] ?? "";
}

function valueOf(
  literal: string,
  prefix: string,
  { doublesQuotes = false }: StringSyntax,
): string | undefined {
  const raw = literal.slice(1, -1);
  if (doublesQuotes) return literal.startsWith("'") ? raw.replaceAll("''", "'") : undefined;
  if (/[bf]/i.test(prefix)) return undefined;
  return /r/i.test(prefix) ? raw : unescaped(raw);
}

const named: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

const escape =
  /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|U([\da-fA-F]{8})|(.))/gu;

/** Undefined for an escape that denotes no character; an escape that Python does not know stands for itself. */
function unescaped(raw: string): string | undefined {
  const codes = [...raw.matchAll(escape)].map(codeOf);
  if (codes.some((code) => code > 0x10ffff)) return undefined;
  return raw.replace(escape, (match, ...groups: (string | undefined)[]) => {
    const [code] = codes.splice(0, 1);
    if (code !== undefined && !Number.isNaN(code)) return String.fromCodePoint(code);
    return named[groups[4] ?? ""] ?? match;
  });
}

/** The code point of an escape; NaN if it has none. */
function codeOf(match: RegExpExecArray): number {
  return Number.parseInt(match[1] ?? match[2] ?? match[3] ?? match[4] ?? "", 16);
}
