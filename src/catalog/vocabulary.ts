import { LRUCache } from "lru-cache";
import { foldLetters } from "../shared/foldLetters";
import { allowedErrors, synonyms, typingErrors } from "./wordReadings";

/** How well one word of a query fits each text of a vocabulary. */
export interface WordFits {
  /**
   * By the id of the text: 6 for a whole word, 5 for its beginning, 4 for the beginning of a part, 3 for any other position;
   * 2 and 1 for a synonym or a typing error; 0 if it does not fit.
   */
  readonly ofText: Uint8Array;
  /** By the id of a text that fits only by a synonym or a typing error: what was read instead of the typed word. */
  readonly readings: ReadonlyMap<number, string>;
}

/** The least fit of a word as typed. */
export const leastExactFit = 3;

/** Texts, split into words, each of which a query tests once. */
export class Vocabulary {
  private readonly textIds = new Map<string, number>();
  /** The ids of each text's words. */
  private readonly texts: (readonly number[])[] = [];
  private readonly wordIds = new Map<string, number>();
  private readonly words: string[] = [];
  /** The {@link lettersOf} each word. */
  private readonly letters: number[] = [];
  /** By typed word: most words of a query stay the same while the next one is typed. */
  private readonly known = new LRUCache<string, WordFits>({ max: 24 });

  idOf(text: string): number {
    const known = this.textIds.get(text);
    if (known !== undefined) return known;
    this.known.clear();
    this.textIds.set(text, this.texts.length);
    return this.texts.push(searchTerms(text).map((word) => this.wordId(word))) - 1;
  }

  /**
   * A text fits by its best word, else by a synonym. A typed word that fits no text at all may contain typing errors; then
   * only the words with the fewest count.
   */
  fitsOf(typed: string): WordFits {
    const known = this.known.get(typed) ?? this.newFitsOf(typed);
    this.known.set(typed, known);
    return known;
  }

  private newFitsOf(typed: string): WordFits {
    const ofText = this.fitsOfTexts(Uint8Array.from(this.words, (word) => fitOf(word, typed)));
    const readings = new Map<number, string>();
    for (const phrase of synonymsOf(typed)) this.addSynonym(phrase, ofText, readings);
    const most = allowedErrors(typed);
    if (most > 0 && ofText.every((fit) => fit === 0)) this.addErrors(typed, most, ofText, readings);
    return { ofText, readings };
  }

  private addSynonym(phrase: string, ofText: Uint8Array, readings: Map<number, string>): void {
    const wanted = searchTerms(phrase).map((word) => this.wordIds.get(word));
    for (const [id, words] of this.texts.entries()) {
      if (ofText[id] !== 0) continue;
      if (!wanted.every((word) => word !== undefined && words.includes(word))) continue;
      ofText[id] = 2;
      readings.set(id, phrase);
    }
  }

  private addErrors(
    typed: string,
    most: number,
    ofText: Uint8Array,
    readings: Map<number, string>,
  ): void {
    const wanted = lettersOf(typed);
    const errors = this.words.map((word, id) =>
      // Each letter that the word lacks is an error of its own.
      bitCount(wanted & ~(this.letters[id] ?? 0)) > most ? undefined : errorsIn(word, typed, most),
    );
    const fewest = Math.min(
      most,
      errors.reduce((least, each) => Math.min(least, each?.beginning ?? Infinity), Infinity),
    );
    for (const [id, words] of this.texts.entries()) {
      for (const word of words) {
        const { whole = Infinity, beginning = Infinity } = errors[word] ?? {};
        const fit = whole <= fewest ? 2 : beginning <= fewest ? 1 : 0;
        if (fit <= (ofText[id] ?? 0)) continue;
        ofText[id] = fit;
        readings.set(id, this.words[word] ?? "");
      }
    }
  }

  /** The best fit among the words of each text. */
  private fitsOfTexts(ofWord: Uint8Array): Uint8Array {
    const fits = new Uint8Array(this.texts.length);
    for (const [id, words] of this.texts.entries()) {
      let best = 0;
      for (const word of words) best = Math.max(best, ofWord[word] ?? 0);
      fits[id] = best;
    }
    return fits;
  }

  private wordId(word: string): number {
    const known = this.wordIds.get(word);
    if (known !== undefined) return known;
    this.wordIds.set(word, this.words.length);
    this.letters.push(lettersOf(word));
    return this.words.push(word) - 1;
  }
}

/** The folded text, split at blanks and at the separators of rows and paths. */
export function searchTerms(text: string): string[] {
  return foldLetters(text)
    .split(/[\s·,;=]+/u)
    .filter((word) => word !== "");
}

function synonymsOf(typed: string): readonly string[] {
  return Object.hasOwn(synonyms, typed) ? (synonyms[typed] ?? []) : [];
}

/** A set of the word's characters, as bits; several characters share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const partEnd = /[^\p{Letter}\p{Number}]+/u;

/** The fewest errors in the word or in one of its parts, such as `ENERGY` in `EQ_ENERGY`. */
function errorsIn(word: string, typed: string, most: number): ReturnType<typeof typingErrors> {
  const parts = word.split(partEnd);
  const each = (parts.length > 1 ? [word, ...parts] : [word]).map((part) =>
    typingErrors(part, typed, most),
  );
  return {
    whole: Math.min(...each.map(({ whole }) => whole)),
    beginning: Math.min(...each.map(({ beginning }) => beginning)),
  };
}

/** 6: the whole word; 5: its beginning; 4: the beginning of a part; 3: any other position; 0: no match. */
function fitOf(word: string, wanted: string): number {
  const at = word.indexOf(wanted);
  if (at <= 0) return at < 0 ? 0 : word.length === wanted.length ? 6 : 5;
  for (let next = at; next >= 0; next = word.indexOf(wanted, next + 1)) {
    if (!/[\p{Letter}\p{Number}]$/u.test(word.slice(0, next))) return 4;
  }
  return leastExactFit;
}
