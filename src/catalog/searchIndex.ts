/** Something that can be searched for. */
export interface SearchEntry<T> {
  readonly item: T;
  /** What names it; weighs more than the other texts. */
  readonly code: string;
  readonly texts: readonly string[];
  /** Of two entries that match equally well the smaller comes first; different for each entry. */
  readonly order: number;
}

export interface SearchResult<T> {
  /** The best matches, best first. */
  readonly items: readonly T[];
  /** How many entries match in all. */
  readonly total: number;
}

/** More words than this say nothing more about what is looked for. */
const mostWords = 12;

/**
 * Finds entries by words: each word of a query must occur in a word of the code or of the other texts. A whole word beats
 * the beginning of one, that the beginning of a part (`ENERGY` in `EQ_ENERGY`), that any other place; a word counts for each
 * entry where it fits best. Letters match whatever their case and accents. An empty query matches all.
 *
 * Entries share most of their words, so each text is split once and a query looks at each word once: an index of 200,000
 * variants answers within the time between two keystrokes, and grows without being built anew.
 */
export class SearchIndex<T> {
  private readonly items: T[] = [];
  private readonly orders: number[] = [];
  private readonly wordsOfTexts = new Map<string, readonly IndexedWord[]>();
  private readonly words = new Map<string, IndexedWord>();

  get size(): number {
    return this.items.length;
  }

  add({ item, code, texts, order }: SearchEntry<T>): void {
    const entry = this.items.push(item) - 1;
    this.orders.push(order);
    for (const word of this.indexedWords(code)) addOnce(word.entriesByCode, entry);
    for (const text of texts) {
      for (const word of this.indexedWords(text)) addOnce(word.entriesByText, entry);
    }
  }

  /** @param most - How many items are wanted; the total is that of all matches. */
  search(query: string, most: number): SearchResult<T> {
    const best = new BestEntries(most);
    const [first, ...others] = wordsOf(query)
      .slice(0, mostWords)
      .map((word) => this.weigh(word));
    this.orders.forEach((order, entry) => {
      const weight = first === undefined ? 0 : sumOfAll(entry, first, others);
      if (weight !== undefined) best.offer({ weight, order, entry });
    });
    const items = best.entries.flatMap((entry) => this.items.slice(entry, entry + 1));
    return { items, total: best.total };
  }

  /** How well each entry matches one word of a query; 0 is not at all. */
  private weigh(wanted: string): Uint8Array {
    const weights = new Uint8Array(this.items.length);
    const fits = [...this.words].map(([word, entries]) => ({ fit: fitOf(word, wanted), entries }));
    for (const fit of [4, 3, 2, 1]) {
      const words = fits.filter((each) => each.fit === fit).map(({ entries }) => entries);
      for (const { entriesByCode } of words) weighOnce(weights, entriesByCode, 2 * fit + 1);
      for (const { entriesByText } of words) weighOnce(weights, entriesByText, 2 * fit);
    }
    return weights;
  }

  private indexedWords(text: string): readonly IndexedWord[] {
    const known = this.wordsOfTexts.get(text);
    if (known !== undefined) return known;
    const words = wordsOf(text).map((word) => {
      const indexed = this.words.get(word) ?? { entriesByCode: [], entriesByText: [] };
      this.words.set(word, indexed);
      return indexed;
    });
    this.wordsOfTexts.set(text, words);
    return words;
  }
}

/** The entries that have a word, ascending. */
interface IndexedWord {
  readonly entriesByCode: number[];
  readonly entriesByText: number[];
}

interface Match {
  readonly weight: number;
  readonly order: number;
  readonly entry: number;
}

/** The best of many matches, in order; the others are only counted. */
class BestEntries {
  total = 0;
  private readonly matches: Match[] = [];

  constructor(private readonly most: number) {}

  get entries(): readonly number[] {
    return this.matches.map(({ entry }) => entry);
  }

  offer(match: Match): void {
    this.total++;
    const last = this.matches.at(-1);
    const isFull = this.matches.length >= this.most;
    if (isFull && (last === undefined || isBetter(last, match))) return;
    if (isFull) this.matches.pop();
    const position = this.matches.findLastIndex((other) => isBetter(other, match)) + 1;
    this.matches.splice(position, 0, match);
  }
}

function isBetter(one: Match, other: Match): boolean {
  return one.weight === other.weight ? one.order < other.order : one.weight > other.weight;
}

/** Lower case without accents, split at blanks and at what stands between the parts of a row or a path. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
  return plain
    .toLowerCase()
    .split(/[\s·,;=]+/u)
    .filter((word) => word !== "");
}

/** 4: the word; 3: its beginning; 2: the beginning of a part of it; 1: any other place; 0: not in it. */
function fitOf(word: string, wanted: string): number {
  const at = word.indexOf(wanted);
  if (at <= 0) return at < 0 ? 0 : word.length === wanted.length ? 4 : 3;
  for (let next = at; next >= 0; next = word.indexOf(wanted, next + 1)) {
    if (!/[\p{Letter}\p{Number}]$/u.test(word.slice(0, next))) return 2;
  }
  return 1;
}

/** Called with falling weights: the first is the best. */
function weighOnce(weights: Uint8Array, entries: readonly number[], weight: number): void {
  for (const entry of entries) if (weights[entry] === 0) weights[entry] = weight;
}

/** The sum over all words of the query; undefined when one of them does not match. */
function sumOfAll(
  entry: number,
  first: Uint8Array,
  others: readonly Uint8Array[],
): number | undefined {
  let sum = 0;
  for (const weights of [first, ...others]) {
    const weight = weights[entry];
    if (weight === undefined || weight === 0) return undefined;
    sum += weight;
  }
  return sum;
}

function addOnce(entries: number[], entry: number): void {
  if (entries.at(-1) !== entry) entries.push(entry);
}
