/** Something that can be searched for. */
export interface SearchEntry<T> {
  readonly item: T;
  /** What names it; weighs more than the other texts. */
  readonly code: string;
  readonly texts: readonly string[];
  /** Of two entries that match equally well the smaller comes first; different for each entry. */
  readonly position: number;
}

/** A text that many entries may have. */
export interface SearchText {
  readonly text: string;
}

/** Entries that share a code and texts, for example the variants of a signal. */
export interface SearchGroup<T, S extends SearchText> extends Omit<SearchEntry<T>, "item"> {
  /** The further texts of each entry, the same object wherever it is the same; entries that match equally well stay in this order. */
  readonly entries: Iterable<readonly S[]>;
  /** What is found, made from the further texts of its entry. */
  readonly itemOf: (own: readonly S[]) => T;
}

export interface SearchResult<T> {
  /** The best matches, best first. */
  readonly items: readonly T[];
  /** How many entries match in all. */
  readonly total: number;
}

/** More words than this say nothing more about what is looked for. */
const maxWords = 12;

/**
 * Finds entries by words: each word of a query must occur in a word of the code or of the other texts. A whole word beats
 * the beginning of one, that the beginning of a part (`ENERGY` in `EQ_ENERGY`), that any other place; a word counts for each
 * entry where it fits best. Letters match whatever their case and accents. An empty query matches all.
 *
 * Texts are split once, a query looks at each distinct word once, and an entry is a few integers: 200,000 variants take a
 * few megabytes and are searched within a frame. Groups can be replaced and removed.
 */
export class SearchIndex<T, S extends SearchText = never> {
  private readonly groups = new Map<string | number, IndexedGroup<T, S>>();
  private readonly vocabulary = new Vocabulary();
  private entryCount = 0;
  /** By position; undefined when that is to be found out anew. */
  private sorted: readonly IndexedGroup<T, S>[] | undefined;

  /** How many entries there are. */
  get size(): number {
    return this.entryCount;
  }

  /** Adds one entry; takes the place of another one with its position. */
  add({ item, position, code, texts }: SearchEntry<T>): void {
    const group = { code, texts, position, entries: [[]], itemOf: () => item };
    const steps = this.indexing(position, group);
    while (steps.next().done !== true);
  }

  /** Adds a group step by step, each of some microseconds. With the last one it can be found, in place of another one with its key. */
  *indexing(key: string | number, group: SearchGroup<T, S>): Generator<void> {
    const { code, texts, position, entries, itemOf } = group;
    const numbers = new Map<S, number>();
    const textIds: number[] = [];
    const chosen: number[] = [];
    const ends: number[] = [];
    for (const entry of entries) {
      for (const own of entry) {
        const known = numbers.get(own);
        chosen.push(known ?? numbers.size);
        if (known !== undefined) continue;
        numbers.set(own, numbers.size);
        textIds.push(this.vocabulary.idOf(own.text));
      }
      ends.push(chosen.length);
      yield;
    }
    this.put(key, {
      position,
      codeId: this.vocabulary.idOf(code),
      sharedIds: texts.map((text) => this.vocabulary.idOf(text)),
      own: [...numbers.keys()],
      ownIds: textIds,
      chosen: new Int32Array(chosen),
      ends: new Int32Array(ends),
      itemOf,
    });
  }

  /** Gives a group another position. */
  move(key: string | number, position: number): void {
    const group = this.groups.get(key);
    if (group === undefined || group.position === position) return;
    this.groups.set(key, { ...group, position });
    this.sorted = undefined;
  }

  delete(key: string | number): void {
    this.entryCount -= this.groups.get(key)?.ends.length ?? 0;
    if (this.groups.delete(key)) this.sorted = undefined;
  }

  /** @param most - How many items are wanted; the total is that of all matches. */
  search(query: string, max: number): SearchResult<T> {
    const best = new BestMatches<T, S>(max);
    const words = wordsOf(query).slice(0, maxWords);
    const fits = words.map((word) => this.vocabulary.fitsOf(word));
    this.sorted ??= [...this.groups.values()].sort((a, b) => a.position - b.position);
    for (const group of this.sorted) offerMatches(group, fits, best);
    return { items: best.found.map(itemOf), total: best.total };
  }

  private put(key: string | number, group: IndexedGroup<T, S>): void {
    this.delete(key);
    this.groups.set(key, group);
    this.entryCount += group.ends.length;
    this.sorted = undefined;
  }
}

interface IndexedGroup<T, S> {
  readonly position: number;
  readonly codeId: number;
  readonly sharedIds: readonly number[];
  /** The texts of its entries, each once. */
  readonly own: readonly S[];
  /** Of each of them, what the vocabulary calls it. */
  readonly ownIds: readonly number[];
  /** For each entry the numbers of its texts among `own`, entry after entry. */
  readonly chosen: Int32Array;
  /** For each entry where its texts end in `chosen`. */
  readonly ends: Int32Array;
  readonly itemOf: (own: readonly S[]) => T;
}

/** All texts of an index, split into words. */
class Vocabulary {
  private readonly textIds = new Map<string, number>();
  /** For each text the ids of its words. */
  private readonly texts: (readonly number[])[] = [];
  private readonly wordIds = new Map<string, number>();
  private readonly words: string[] = [];

  idOf(text: string): number {
    const known = this.textIds.get(text);
    if (known !== undefined) return known;
    this.textIds.set(text, this.texts.length);
    return this.texts.push(wordsOf(text).map((word) => this.wordId(word))) - 1;
  }

  /** How well each text fits one word of a query, that is its best word; 0 is not at all. */
  fitsOf(wanted: string): Uint8Array {
    const ofText = new Uint8Array(this.words.length);
    for (const [id, word] of this.words.entries()) ofText[id] = fitOf(word, wanted);
    const fits = new Uint8Array(this.texts.length);
    for (const [id, words] of this.texts.entries()) {
      let best = 0;
      for (const word of words) best = Math.max(best, at(ofText, word));
      fits[id] = best;
    }
    return fits;
  }

  private wordId(word: string): number {
    const known = this.wordIds.get(word);
    if (known !== undefined) return known;
    this.wordIds.set(word, this.words.length);
    return this.words.push(word) - 1;
  }
}

interface Match<T, S> {
  readonly group: IndexedGroup<T, S>;
  readonly entry: number;
}

/** The best of matches that are offered by position, in order; the others are only counted. */
class BestMatches<T, S> {
  total = 0;
  /** By weight; of each no more than can be wanted. */
  private readonly matches = new Map<number, Match<T, S>[]>();

  constructor(private readonly max: number) {}

  get found(): readonly Match<T, S>[] {
    const byWeight = [...this.matches].sort(([one], [other]) => other - one);
    return byWeight.flatMap(([, matches]) => matches).slice(0, this.max);
  }

  offer(weight: number, group: IndexedGroup<T, S>, entry: number): void {
    this.total++;
    const equal = this.matches.get(weight);
    if (equal === undefined) this.matches.set(weight, [{ group, entry }]);
    else if (equal.length < this.max) equal.push({ group, entry });
  }
}

/** How well one word of a query fits a group. */
interface Weights {
  /** All of its entries. */
  readonly shared: number;
  /** Those that have a text, by its number; absent when none fits better. */
  readonly own: Uint8Array | undefined;
}

function offerMatches<T, S>(
  group: IndexedGroup<T, S>,
  fits: readonly Uint8Array[],
  best: BestMatches<T, S>,
): void {
  const weights: Weights[] = [];
  for (const fit of fits) {
    const shared = sharedWeight(group, fit);
    const own = ownWeights(group, fit, shared);
    if (shared === 0 && own === undefined) return;
    weights.push({ shared, own });
  }
  let start = 0;
  group.ends.forEach((end, entry) => {
    const weight = weightOf(group.chosen, start, end, weights);
    if (weight !== undefined) best.offer(weight, group, entry);
    start = end;
  });
}

/** Undefined when no entry fits better than all do. */
function ownWeights(
  { ownIds }: Pick<IndexedGroup<never, never>, "ownIds">,
  fit: Uint8Array,
  shared: number,
): Uint8Array | undefined {
  let weights: Uint8Array | undefined;
  for (const [number, id] of ownIds.entries()) {
    const weight = 2 * at(fit, id);
    if (weight <= shared) continue;
    weights ??= new Uint8Array(ownIds.length);
    weights[number] = weight;
  }
  return weights;
}

/** A word of the code beats the same in another text. */
function sharedWeight(
  { codeId, sharedIds }: Pick<IndexedGroup<never, never>, "codeId" | "sharedIds">,
  fit: Uint8Array,
): number {
  const ofCode = at(fit, codeId);
  const ofTexts = sharedIds.map((id) => 2 * at(fit, id));
  return Math.max(ofCode === 0 ? 0 : 2 * ofCode + 1, ...ofTexts);
}

/** The sum over all words of the query; undefined when one of them does not match. */
function weightOf(
  chosen: Int32Array,
  start: number,
  end: number,
  weights: readonly Weights[],
): number | undefined {
  let sum = 0;
  for (const { shared, own } of weights) {
    let weight = shared;
    if (own !== undefined) {
      for (let place = start; place < end; place++) {
        weight = Math.max(weight, at(own, at(chosen, place)));
      }
    }
    if (weight === 0) return undefined;
    sum += weight;
  }
  return sum;
}

function itemOf<T, S>({ group, entry }: Match<T, S>): T {
  const { chosen, ends, own } = group;
  const start = entry === 0 ? 0 : at(ends, entry - 1);
  const numbers = chosen.subarray(start, at(ends, entry));
  return group.itemOf([...numbers].flatMap((number) => own.slice(number, number + 1)));
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

function at(numbers: Int32Array | Uint8Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new RangeError(`there is no number ${index}`);
  return number;
}
