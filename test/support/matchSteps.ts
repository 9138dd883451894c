import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** Called with where a part of an expression ends; true when the rest of the expression matches from there. */
type Rest = (at: number) => boolean;

/** Characters of which an expression can tell some from others. */
const alphabet = Array.from(
  "aehimswxzAEINTZ019 \t\r\n.,;:-_+*/\\|\"'`#()[]{}<>~@$&%=?!\u0301é\uFFFD\0",
);

/** Enough that the square of it stands out, few enough for the stack. */
const shortRun = 40;

/** No linear expression takes as many steps for the longest text. */
const maxSteps = 50_000;

/** So many steps more than twice as many are not for a text of twice the length. */
const slack = 40;

/**
 * The text, in short, on which a regular expression takes more than linear time; undefined where none was found.
 *
 * A backtracking matcher, as engines are, counts its steps on runs of one character and on twice as long ones: behind
 * all that can stand before a repetition, and before a character that may end the match. So the verdict depends on no
 * clock.
 */
export function superLinearText(source: string, flags: string): string | undefined {
  const matcher = new CountingMatcher(source, flags);
  if (matcher.prefixes().length === 0) return undefined;
  const letters = matcher.letters();
  const prefixes = new Set(["", ...letters, ...matcher.prefixes()]);
  for (const prefix of prefixes) {
    for (const letter of letters) {
      for (const suffix of ["", ...letters]) {
        const [once, twice] = [1, 2].map((times) =>
          matcher.steps(prefix + letter.repeat(times * shortRun) + suffix),
        ) as [number, number];
        if (twice === Infinity || twice > 2.5 * once + slack)
          return JSON.stringify(`${prefix}${letter}…${suffix}`);
      }
    }
  }
  return undefined;
}

class CountingMatcher {
  private readonly pattern: AST.Pattern;
  private readonly matches = new Map<AST.Element, Map<string, boolean>>();
  private text = "";
  private count = 0;

  constructor(
    source: string,
    private readonly flags: string,
  ) {
    const isUnicode = flags.includes("u");
    this.pattern = new RegExpParser().parsePattern(source, 0, source.length, {
      unicode: isUnicode,
      unicodeSets: flags.includes("v"),
    });
  }

  /** How many steps finding the first match takes, or finding that there is none; infinite beyond {@link maxSteps}. */
  steps(text: string): number {
    this.text = text;
    this.count = 0;
    for (let start = 0; start <= text.length; start++) {
      const isFound = this.anyOf(this.pattern.alternatives, start, () => true);
      if (this.count > maxSteps) return Infinity;
      if (isFound || this.flags.includes("y")) break;
    }
    return this.count;
  }

  /** One of each kind of characters that the expression treats alike. */
  letters(): string[] {
    const leaves = this.pattern.alternatives.flatMap(({ elements }) =>
      elements.flatMap((each) => this.leavesOf(each)),
    );
    const byKind = new Map<string, string>();
    for (const letter of alphabet) {
      const kind = leaves.map((leaf) => (this.isOf(leaf, letter) ? 1 : 0)).join("");
      if (!byKind.has(kind)) byKind.set(kind, letter);
    }
    return [...byKind.values()];
  }

  /** For each repetition without an end, a text that leads to it. */
  prefixes(): string[] {
    return this.pattern.alternatives.flatMap((alternative) => this.prefixesIn(alternative, ""));
  }

  private prefixesIn({ elements }: AST.Alternative, before: string): string[] {
    const found: string[] = [];
    let prefix = before;
    for (const element of elements) {
      if (element.type === "Quantifier" && element.max === Infinity) found.push(prefix);
      const inner = element.type === "Quantifier" ? element.element : element;
      if (inner.type === "Group" || inner.type === "CapturingGroup") {
        found.push(...inner.alternatives.flatMap((each) => this.prefixesIn(each, prefix)));
      }
      prefix += this.sampleOf(element);
    }
    return found;
  }

  private sampleOf(element: AST.Element): string {
    if (element.type === "Quantifier") {
      return this.sampleOf(element.element).repeat(Math.max(1, element.min));
    }
    if (element.type === "Group" || element.type === "CapturingGroup") {
      return (element.alternatives[0]?.elements ?? []).map((each) => this.sampleOf(each)).join("");
    }
    if (element.type === "Assertion") return "";
    return alphabet.find((letter) => this.isOf(element, letter)) ?? "";
  }

  private leavesOf(element: AST.Element): AST.Element[] {
    if (element.type === "Quantifier") return this.leavesOf(element.element);
    if ("alternatives" in element) {
      return element.alternatives.flatMap(({ elements }) =>
        elements.flatMap((each) => this.leavesOf(each)),
      );
    }
    return element.type === "Assertion" ? [] : [element];
  }

  private anyOf(alternatives: readonly AST.Alternative[], at: number, rest: Rest): boolean {
    return alternatives.some(({ elements }) => this.sequence(elements, 0, at, rest));
  }

  private sequence(
    elements: readonly AST.Element[],
    next: number,
    at: number,
    rest: Rest,
  ): boolean {
    const element = elements[next];
    if (element === undefined) return rest(at);
    return this.element(element, at, (end) => this.sequence(elements, next + 1, end, rest));
  }

  private element(element: AST.Element, at: number, rest: Rest): boolean {
    // Each way ends here at once when there are too many.
    if (++this.count > maxSteps) return true;
    if (element.type === "Group" || element.type === "CapturingGroup") {
      return this.anyOf(element.alternatives, at, rest);
    }
    if (element.type === "Quantifier") return this.repeated(element, 0, at, rest);
    if (element.type === "Assertion") return this.holds(element, at) && rest(at);
    return at < this.text.length && this.isOf(element, this.text.charAt(at)) && rest(at + 1);
  }

  private repeated(quantifier: AST.Quantifier, done: number, at: number, rest: Rest): boolean {
    const { min, max, greedy, element } = quantifier;
    const more = (): boolean =>
      done < max &&
      this.element(element, at, (end) =>
        end === at && done >= min ? false : this.repeated(quantifier, done + 1, end, rest),
      );
    const enough = (): boolean => done >= min && rest(at);
    return greedy ? more() || enough() : enough() || more();
  }

  private holds(assertion: AST.Assertion, at: number): boolean {
    switch (assertion.kind) {
      case "start":
        return at === 0;
      case "end":
        return at === this.text.length;
      case "word":
        return true;
      case "lookahead":
        return this.anyOf(assertion.alternatives, at, () => true) !== assertion.negate;
      case "lookbehind":
        // Of one character: longer ones would be walked backwards.
        return (
          (at > 0 && this.anyOf(assertion.alternatives, at - 1, (end) => end === at)) !==
          assertion.negate
        );
    }
  }

  /** Whether one character is of a leaf; the engine itself says so. */
  private isOf(leaf: AST.Element, letter: string): boolean {
    const known = this.matches.get(leaf) ?? new Map<string, boolean>();
    const is =
      known.get(letter) ??
      new RegExp(`^(?:${leaf.raw})$`, this.flags.replace(/[gym]/g, "")).test(letter);
    this.matches.set(leaf, known.set(letter, is));
    return is;
  }
}
