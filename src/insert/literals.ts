import { type CodeLanguage } from "./codeRequest";

/** A language that texts are written in as literals. */
export type LiteralLanguage = Exclude<CodeLanguage, "markdown">;

/**
 * A text as one literal on one line that holds exactly this text. Halves of surrogate pairs, which no file and no URL can
 * hold, are U+FFFD, as in every file that is written; so is NUL, but in Python, which alone can hold it.
 */
export function textLiteral(language: LiteralLanguage, text: string): string {
  const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
  switch (language) {
    case "python":
      return `"${withEscapes(whole, pythonUnprintable)}"`;
    case "r":
      return `"${withEscapes(whole.replaceAll("\0", "\ufffd"), rUnprintable)}"`;
    case "sql":
      return sqlText(whole.replaceAll("\0", "\ufffd"));
  }
}

/** What is not seen in an editor, or is seen elsewhere than where it stands; the blank is seen. */
const pythonUnprintable = /[\p{Other}\p{Separator}]/gu;

/** R reads its source in the locale's encoding, so that only ASCII is the same everywhere. */
const rUnprintable = /[^ -~]/gu;

const asciiControls = /(?=\p{Control})\p{ASCII}/gu;

const shortEscapes: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** R takes no `\x` beside `\u`. */
function withEscapes(text: string, unprintable: RegExp): string {
  return text
    .replace(/[\\"]/g, "\\$&")
    .replace(unprintable, (character) =>
      character === " " ? character : (shortEscapes.get(character) ?? codePointEscape(character)),
    );
}

function codePointEscape(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
}

/**
 * In a plain literal the quote is the only special character, but an editor may change line breaks. DuckDB's literals with
 * escapes know none beyond ASCII, where every character stands for itself. A quote is doubled in both: before it parses,
 * DuckDB makes blanks of other spaces outside literals, whose ends it finds by quotes alone.
 */
function sqlText(text: string): string {
  const quoted = text.replaceAll("'", "''");
  if (text.search(asciiControls) === -1) return `'${quoted}'`;
  const escaped = quoted
    .replaceAll("\\", "\\\\")
    .replace(asciiControls, (each) => shortEscapes.get(each) ?? byteEscape(each));
  return `E'${escaped}'`;
}

function byteEscape(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** A double as a Python literal that is a float and reads back as the same; NaN is `missing`. */
export function pythonNumber(value: number, missing: string): string {
  if (Number.isNaN(value)) return missing;
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
