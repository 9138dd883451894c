/**
 * Finds one text in others, where each of its characters may be written as it is or escaped for JSON, HTML or a URL.
 *
 * The escapes of `\`, `%` and `&` begin with the character itself, so that a text can be read in several ways. All
 * readings are followed at the same time, in time linear in the text; a single regular expression would backtrack.
 */
export class EscapedText {
  private readonly characters: readonly Character[];
  /** Matches the first character in each of its forms: an expression finds candidates much faster than a loop. */
  private readonly first: RegExp;
  /** The longest run of characters with only one unescaped form; it occurs wherever the text occurs unescaped. */
  readonly plainRun: string;

  /** @param isBase64 - Treats the two alphabets of base64 as one; their letters and digits are escaped nowhere. */
  constructor(
    text: string,
    private readonly isBase64 = false,
  ) {
    const alike = isBase64 ? base64Alike : formAlike;
    this.characters = text
      .split("")
      .map((each) => ({ plain: alike[each] ?? each, escaped: escapedOf(each) }));
    this.first = firstOf(this.characters);
    const runs = text.split(isBase64 ? /[+/]/ : " ");
    this.plainRun = runs.reduce((longest, run) => (run.length > longest.length ? run : longest));
  }

  /** The length of the text with each character in its longest form. */
  get longest(): number {
    return this.characters.length * longestEscape;
  }

  isIn(text: string): boolean {
    return this.mayBeIn(text) && this.next(text, 0) !== undefined;
  }

  /** Like {@link isIn}, but for bytes, which may look like escapes by chance: most characters must be unescaped. */
  isPlainlyIn(text: string): boolean {
    return text.includes(this.plainRun) && this.next(text, 0) !== undefined;
  }

  /** @returns The text with each occurrence replaced. */
  replaced(text: string, by: string): string {
    if (!this.mayBeIn(text)) return text;
    let result = "";
    let done = 0;
    for (;;) {
      const found = this.next(text, done);
      if (found === undefined) return result + text.slice(done);
      result += text.slice(done, found.start) + by;
      done = found.end;
    }
  }

  /**
   * The start of the longest end of a text that may be a partial occurrence; the text's length if there is none.
   *
   * @param leastCharacters - Shorter beginnings do not count.
   */
  beginningAtEnd(text: string, leastCharacters: number): number {
    let at = Math.max(0, text.length - this.longest);
    while (at < text.length && this.charactersToEnd(text, at) < leastCharacters) at += 1;
    return at;
  }

  /** A quick check before a search: false for most texts. */
  private mayBeIn(text: string): boolean {
    if (text.includes(this.plainRun)) return true;
    return !this.isBase64 && ["\\", "%", "&"].some((sign) => text.includes(sign));
  }

  private next(text: string, from: number): { start: number; end: number } | undefined {
    this.first.lastIndex = from;
    for (let found = this.first.exec(text); found !== null; found = this.first.exec(text)) {
      const start = found.index;
      let ends = [start];
      for (const character of this.characters) {
        ends = endsOf(character, text, ends);
        if (ends.length === 0) break;
      }
      if (ends.length > 0) return { start, end: Math.max(...ends) };
      this.first.lastIndex = start + 1;
    }
    return undefined;
  }

  /** How many characters of this text another text ends with from a position on, the last one possibly cut; 0 for none. */
  private charactersToEnd(text: string, start: number): number {
    let most = 0;
    let ends = [start];
    for (const [count, character] of this.characters.entries()) {
      if (ends.some((end) => end < text.length && cutEscape.test(text.slice(end))))
        most = count + 1;
      ends = endsOf(character, text, ends);
      if (ends.length === 0) break;
      if (ends.includes(text.length)) most = count + 1;
    }
    return most;
  }
}

/** One character of the text that is searched for. */
interface Character {
  /** Its unescaped forms. */
  readonly plain: string;
  readonly escaped: RegExp;
}

/** The positions at which the character may end if it begins at one of the start positions. */
function endsOf({ plain, escaped }: Character, text: string, starts: readonly number[]): number[] {
  const ends: number[] = [];
  for (const start of starts) {
    const written = text.charAt(start);
    if (written !== "" && plain.includes(written)) ends.push(start + 1);
    if (written !== "\\" && written !== "%" && written !== "&") continue;
    escaped.lastIndex = start;
    if (escaped.test(text)) ends.push(escaped.lastIndex);
  }
  // Distinct, so that the readings never multiply.
  return ends.length > 1 ? [...new Set(ends)] : ends;
}

/** RFC 4648 §5. */
const base64Alike: Readonly<Record<string, string>> = { "+": "+-", "/": "/_" };
/** Forms write a blank as a plus sign. */
const formAlike: Readonly<Record<string, string>> = { " ": " +" };

const known = new Map<string, RegExp>();

/** Compiled once for all texts. */
function escapedOf(character: string): RegExp {
  const escaped = known.get(character) ?? new RegExp(escapesOf(character), "iy");
  known.set(character, escaped);
  return escaped;
}

/** The length of the longest escape, `&DiacriticalGrave;`. */
const longestEscape = 18;
/** The beginning of an escape at the end of a text. */
const cutEscape = /^(?:\\(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|%[0-9a-f]?|&[#a-z0-9]{0,17})$/i;

/** A pattern for a character in each of its escapes, which all begin differently. */
function escapesOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = hexOf(code);
  const bytes = Array.from(Buffer.from(character), (byte) => `%${hexOf(byte)}`).join("");
  // A backslash before a letter or a digit does not stand for that character.
  const itself = /[a-z0-9]/i.test(character) ? "" : String.raw`|\u${hexOf(code, 4)}`;
  const names = (entities[character] ?? "").split(" ").filter((name) => name !== "");
  const references = [`#0{0,6}${code};?`, `#x0{0,6}${hex};?`, ...names.map((name) => `${name};`)];
  return String.raw`\\(?:u${hexOf(code, 4)}|x${hex}${itself})|${bytes}|&(?:${references.join("|")})`;
}

/** A character, followed by the second: it is what tells most candidates in a text of nothing but escapes. */
function firstOf([first, second]: readonly Character[]): RegExp {
  if (first === undefined) return /(?!)/g;
  const next = second === undefined ? "" : `(?=[${classOf(second)}]|${second.escaped.source})`;
  return new RegExp(`(?:[${classOf(first)}]|${first.escaped.source})${next}`, "gi");
}

function classOf({ plain }: Character): string {
  return Array.from(plain, (each) => String.raw`\u${hexOf(each.charCodeAt(0), 4)}`).join("");
}

function hexOf(code: number, digits = 2): string {
  return code.toString(16).padStart(digits, "0");
}

/** The named character references of HTML (https://html.spec.whatwg.org/multipage/named-characters.html). */
const entities: Readonly<Record<string, string>> = {
  " ": "nbsp",
  "!": "excl",
  '"': "quot",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "&": "amp",
  "'": "apos",
  "(": "lpar",
  ")": "rpar",
  "*": "ast midast",
  "+": "plus",
  ",": "comma",
  ".": "period",
  "/": "sol",
  ":": "colon",
  ";": "semi",
  "<": "lt",
  "=": "equals",
  ">": "gt",
  "?": "quest",
  "@": "commat",
  "[": "lsqb lbrack",
  "\\": "bsol",
  "]": "rsqb rbrack",
  "^": "Hat",
  _: "lowbar UnderBar",
  "`": "grave DiacriticalGrave",
  "{": "lcub lbrace",
  "|": "verbar vert VerticalLine",
  "}": "rcub rbrace",
};
