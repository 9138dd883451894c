/**
 * The ways in which an ASCII text may be encoded: each character as it is, escaped for JSON, HTML or a URL, repeatedly,
 * and with line folds or invisible characters between any two.
 *
 * All repetitions are bounded, so that a search takes linear time whatever the text contains.
 */
export class WrittenText {
  /**
   * Runs of blanks, backslashes and quotes, which encodings join or double; otherwise characters, in base64 with their
   * equivalents.
   */
  private readonly units: readonly string[];
  /**
   * Substrings that folds and escapes leave unchanged; a text without escapes that contains the secret contains some of
   * them.
   */
  private readonly slices: readonly string[];
  private lazyHead: RegExp | undefined;

  /** @param isBase64 - Treats the two alphabets of base64 as one; its letters and digits are never escaped. */
  constructor(
    private readonly text: string,
    private readonly isBase64 = false,
  ) {
    const units = text.match(/ +|\\+|"+|'+|[^]/gu) ?? [];
    this.units = isBase64 ? units.map((unit) => base64Alike[unit] ?? unit) : units;
    this.slices = slicesOf(text, isBase64);
  }

  get length(): number {
    return this.text.length;
  }

  /** The longest encoding found in practice. */
  get longestBytes(): number {
    return this.text.length * 32;
  }

  isIn(text: string): boolean {
    return this.isPossibleIn(text) && this.nextIn(text, 0) !== undefined;
  }

  /** A part that occurs wherever the text occurs unescaped; for base64, the longest run that is the same in both alphabets. */
  get plainPart(): string {
    return this.isBase64 ? longestOf(base64RunsOf(this.text)) : this.text;
  }

  /** As {@link isIn}, but in bytes, any of which may look like an escape, so that only an unbroken text is found. */
  isPlainlyIn(text: string): boolean {
    return text.includes(this.plainPart) && this.isIn(text);
  }

  /** @returns The text with each occurrence replaced. */
  replaced(text: string, by: string): string {
    if (!this.isPossibleIn(text)) return text;
    let result = "";
    let done = 0;
    for (;;) {
      const found = this.nextIn(text, done);
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
    for (let at = Math.max(0, text.length - this.longestBytes); at < text.length; at++) {
      const { end, count } = this.follow(text, at, 0);
      const rest = text.slice(end, end + 32);
      const isCutThere = rest === "" || cutEscape.test(rest) || isRunOf(this.units[count], rest);
      if (isCutThere && count + (rest === "" ? 0 : 1) >= leastCharacters) return at;
    }
    return text.length;
  }

  /** Much cheaper than a search; false for most texts. */
  private isPossibleIn(text: string): boolean {
    if (this.slices.some((slice) => text.includes(slice))) return true;
    return !this.isBase64 && mayBeEscapedIn(text);
  }

  private nextIn(text: string, from: number): { start: number; end: number } | undefined {
    const head = this.head;
    head.lastIndex = from;
    for (let found = head.exec(text); found !== null; found = head.exec(text)) {
      const { end, count } = this.follow(text, head.lastIndex, headUnits);
      if (count >= this.units.length) return { start: found.index, end };
      head.lastIndex = found.index + 1;
    }
    return undefined;
  }

  /** How many consecutive units, starting with `first`, match a text, and where the match ends. */
  private follow(text: string, at: number, first: number): { end: number; count: number } {
    let end = at;
    let count = first;
    for (; count < this.units.length; count++) {
      const unit = this.units[count] ?? "";
      const isPlain = text[end] === unit && isWordCharacter(unit);
      const next = isPlain ? end + 1 : endOfUnit(unit, text, end, count > 0);
      if (next === undefined) break;
      end = next;
    }
    return { end, count };
  }

  /** Finds candidate positions; the regex engine does so much faster than a loop. */
  private get head(): RegExp {
    this.lazyHead ??= new RegExp(
      this.units
        .slice(0, headUnits)
        .map((unit, index) => (index > 0 && !isBlank(unit) ? gapSource : "") + sourceOf(unit))
        .join(""),
      "gu",
    );
    return this.lazyHead;
  }
}

const headUnits = 4;

const base64Alike: Readonly<Record<string, string>> = { "+": "+-", "/": "/_" };

function base64RunsOf(text: string): readonly string[] {
  return text.split(/[+/]/);
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest), "");
}

/** If lines are folded at most twice, or after 64 characters or more, one slice stays whole. */
function slicesOf(text: string, isBase64: boolean): readonly string[] {
  const runs = isBase64 ? base64RunsOf(text) : [text];
  const length = Math.max(1, Math.min(16, Math.floor(longestOf(runs).length / 3)));
  return runs.flatMap((run) =>
    Array.from({ length: Math.floor(run.length / length) }, (_, index) =>
      run.slice(index * length, (index + 1) * length),
    ),
  );
}

function mayBeEscapedIn(text: string): boolean {
  const hasSign = ["\\", "%", "&"].some((sign) => text.includes(sign));
  return hasSign && anEscape.test(text);
}

function isWordCharacter(unit: string): boolean {
  return /^[A-Za-z0-9]$/.test(unit);
}

const anEscape = /\\|%[2-7]|&[#a-z0-9]{1,30};/i;

/** Whether a text is part of a run of one character. */
function isRunOf(unit: string | undefined, text: string): boolean {
  return unit !== undefined && unit.length > 1 && unit.startsWith(text);
}

function isBlank(unit: string): boolean {
  return unit.startsWith(" ");
}

/** Each level of quoting doubles the backslashes: sixteen are five nested levels. */
const backslashes = String.raw`\\{1,16}`;
const gapSource = String.raw`(?:[\s\p{Cc}\p{Cf}]|${backslashes}(?:[nrtfv]|u000[9aAdD])|%0[9aAdD]|&#(?:9|10|13|[xX][aAdD9]);|=(?=\r?\n)|<w?br ?\/?>){0,64}`;
const gap = new RegExp(gapSource, "uy");

/** The beginning of an escape at the end of a text. */
const cutEscape =
  /^(?:\\{1,16}(?:u[0-9a-f]{0,3}|x[0-9a-f]?)?|%(?:25){0,4}[0-9a-f]?|&[#a-z0-9;]{0,30})$/i;

const patterns = new Map<string, RegExp>();

function patternOf(unit: string): RegExp {
  const known = patterns.get(unit);
  if (known !== undefined) return known;
  const made = new RegExp(sourceOf(unit), "uy");
  patterns.set(unit, made);
  return made;
}

function endOfUnit(
  unit: string,
  text: string,
  at: number,
  mayFollowGap: boolean,
): number | undefined {
  const pattern = patternOf(unit);
  const end = endOf(pattern, text, at);
  // What looks like an escaped line fold may be a backslash and a letter of the text itself.
  if (end !== undefined || !mayFollowGap || isBlank(unit)) return end;
  return endOf(pattern, text, endOf(gap, text, at) ?? at);
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The pattern for a unit in any of its encodings. */
function sourceOf(unit: string): string {
  const [character = ""] = unit;
  const encoded = encodedSourceOf(character);
  if (character === " ") {
    // Exactly as many first: what follows may look like an escaped line fold.
    const folded = gapSource.replace("{0,64}", "{1,64}");
    return String.raw`(?:(?:\x20|\+|${encoded}){${unit.length}}|${folded})`;
  }
  if (character === "\\") {
    return String.raw`(?:(?:${encoded}){${unit.length}}|\\{${unit.length},${16 * unit.length}})`;
  }
  if (character === '"' || character === "'") {
    // A CSV cell and some languages double the quotes within quotes.
    const single = `${plainSourceOf(character)}|${encoded}`;
    return `(?:${character}{${unit.length},${2 * unit.length}}|(?:${single}){${unit.length}})`;
  }
  const alike = Array.from(unit, (each) => `${plainSourceOf(each)}|${encodedSourceOf(each)}`);
  return `(?:${alike.join("|")})`;
}

function plainSourceOf(character: string): string {
  const plain = String.raw`\u{${hexOf(character)}}`;
  // A backslash before a letter or digit changes its meaning.
  if (isWordCharacter(character)) return plain;
  return String.raw`\\{0,16}${plain}`;
}

function encodedSourceOf(character: string): string {
  const hex = inAnyCase(hexOf(character));
  const named = (entities[character] ?? "").split(" ").filter((name) => name !== "");
  const references = [`#0{0,6}${character.codePointAt(0)}`, `#[xX]0{0,6}${hex}`, ...named];
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  return [
    `${backslashes}(?:u00|x)${hex}`,
    bytes.map((byte) => `%(?:25){0,4}${inAnyCase(byte)}`).join(""),
    `&(?:amp;){0,4}(?:${references.join("|")});`,
  ].join("|");
}

/** Two lower-case digits for an ASCII character. */
function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).padStart(2, "0");
}

function inAnyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The named character references of HTML (https://html.spec.whatwg.org/multipage/named-characters.html). */
const entities: Readonly<Record<string, string>> = {
  " ": "nbsp",
  "!": "excl",
  '"': "quot QUOT",
  "#": "num",
  $: "dollar",
  "%": "percnt",
  "&": "amp AMP",
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
  "<": "lt LT",
  "=": "equals",
  ">": "gt GT",
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
