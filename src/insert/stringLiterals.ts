import { type CodeLanguage } from "./codeRequest";

/** A string literal that begins and ends in one line of code. */
export interface StringLiteral {
  /** Column of what stands first in it, its quote or the letters before that. */
  readonly from: number;
  /** Column behind its last quote. */
  readonly to: number;
  /** The text that it stands for; undefined where that is more than its own characters, as in an f-string. */
  readonly value: string | undefined;
}

/** A longer line is data or nobody's: reading it would hold up the editor. */
const longestLine = 20_000;

const comment = { python: "#", r: "#", sql: "--" } as const;

/** All string literals of a line, in their order; none of a comment, of Markdown, or of a line that is too long. */
export function stringLiterals(line: string, language: CodeLanguage): readonly StringLiteral[] {
  if (language === "markdown" || line.length > longestLine) return [];
  const found: StringLiteral[] = [];
  for (let at = 0; at < line.length;) {
    if (line.startsWith(comment[language], at)) break;
    const quote = line[at];
    if (quote !== '"' && quote !== "'") {
      at++;
      continue;
    }
    const end = endOf(line, at, language);
    if (end === undefined) break;
    const isOne = !line.startsWith(quote.repeat(3), at) || language !== "python";
    const prefix = language === "python" ? prefixBefore(line, at) : "";
    const value = isOne ? valueOf(line.slice(at, end), prefix, language) : undefined;
    found.push({ from: at - prefix.length, to: end, value });
    at = end;
  }
  return found;
}

/** The literal around a column. */
export function literalAt(
  line: string,
  column: number,
  language: CodeLanguage,
): StringLiteral | undefined {
  return stringLiterals(line, language).find(({ from, to }) => from <= column && column < to);
}

/** Column behind the literal that begins with the quote at a column; undefined when it goes on in the next line. */
function endOf(line: string, at: number, language: CodeLanguage): number | undefined {
  const quote = line[at] ?? "";
  const isTriple = language === "python" && line.startsWith(quote.repeat(3), at);
  const mark = isTriple ? quote.repeat(3) : quote;
  for (let index = at + mark.length; index < line.length; index++) {
    if (line[index] === "\\" && language !== "sql") index++;
    else if (line.startsWith(mark, index)) {
      // SQL writes a quote inside as two.
      if (language === "sql" && line[index + 1] === quote) index++;
      else return index + mark.length;
    }
  }
  return undefined;
}

/** The letters that change what a literal of Python means: `r`, `b`, `f`, `rb` and the like. */
function prefixBefore(line: string, at: number): string {
  return /(?<![\w])[bfru]{1,2}$/i.exec(line.slice(Math.max(0, at - 3), at))?.[0] ?? "";
}

function valueOf(literal: string, prefix: string, language: CodeLanguage): string | undefined {
  const raw = literal.slice(1, -1);
  if (language === "sql") return literal.startsWith("'") ? raw.replaceAll("''", "'") : undefined;
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
