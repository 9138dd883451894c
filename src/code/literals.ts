/** Escapes that all languages know. */
export const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Halves of surrogate pairs, which no file and no URL can hold, are U+FFFD, as in every file that is written. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}

/**
 * A text between double quotes, on one line.
 *
 * @param unprintable - Characters that are written as escapes, besides the quote and the backslash. R takes no `\x` beside `\u`.
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

/** As formatters of Python and R have it. */
const longestLine = 88;

/**
 * Items between brackets: on one line where they fit behind `before` characters, else each on a line of its own, indented
 * by one more step than the line that the bracket ends.
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

/** Items in as few lines as there can be, each line with a comma behind its last item. */
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

/** A string literal that begins and ends in one line of code. */
export interface StringLiteral {
  /** Column of what stands first in it, its quote or the letters before that. */
  readonly from: number;
  /** Column behind its last quote. */
  readonly to: number;
  /** The text that it stands for; undefined where that is more than its own characters, as in an f-string. */
  readonly value: string | undefined;
}

/** How a language writes texts. */
export interface StringSyntax {
  /** What begins a comment. */
  readonly comment: string;
  /** Whether a quote inside is written twice, and only single quotes hold texts; else backslashes escape. */
  readonly doublesQuotes?: boolean;
  /** Whether texts can have three quotes, and letters before them: `r`, `b`, `f`, `rb` and the like. */
  readonly hasPrefixes?: boolean;
}

/** A longer line is data or nobody's: reading it would hold up the editor. */
const longestReadLine = 20_000;

/** All string literals of a line, in their order; none of a comment, of prose, or of a line that is too long. */
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

/** The literal around a column. */
export function literalAt(
  line: string,
  column: number,
  syntax: StringSyntax | undefined,
): StringLiteral | undefined {
  return stringLiterals(line, syntax).find(({ from, to }) => from <= column && column < to);
}

/** Column behind the literal that begins with the quote at a column; undefined when it goes on in the next line. */
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

/** The letters that change what a literal means. */
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

/** Undefined for an escape that names no character; one that Python does not know stands for itself. */
function unescaped(raw: string): string | undefined {
  const codes = [...raw.matchAll(escape)].map(codeOf);
  if (codes.some((code) => code > 0x10ffff)) return undefined;
  return raw.replace(escape, (match, ...groups: (string | undefined)[]) => {
    const [code] = codes.splice(0, 1);
    if (code !== undefined && !Number.isNaN(code)) return String.fromCodePoint(code);
    return named[groups[4] ?? ""] ?? match;
  });
}

/** The number in an escape; NaN in one that has none. */
function codeOf(match: RegExpExecArray): number {
  return Number.parseInt(match[1] ?? match[2] ?? match[3] ?? match[4] ?? "", 16);
}
