import { leastExactFit, searchTerms, Vocabulary, type WordFits } from "./vocabulary";

/** A searchable entry. */
export interface SearchEntry<T> {
  readonly item: T;
  /** Its identifying text, which weighs more than the others. */
  readonly code: string;
  readonly texts: readonly string[];
  /** Breaks ties between equally good matches, smaller first; unique. */
  readonly position: number;
}

/** A text that many entries may share. */
export interface SearchText {
  readonly text: string;
  /** Whether it identifies its entry; then it weighs as much as the code. */
  readonly isCode?: boolean;
}

/** Entries that share a code and texts, for example the variants of a signal. */
export interface SearchGroup<T, S extends SearchText> extends Omit<
  SearchEntry<T>,
  "item" | "texts"
> {
  readonly texts: Iterable<string>;
  /**
   * The additional texts of each entry; equal texts must be the same object. Equally good matches stay in this order.
   * An undefined element is not an entry: it only lets the loop pause.
   */
  readonly entries: Iterable<readonly S[] | undefined>;
  /** Makes the search result from its entry's additional texts. */
  readonly itemOf: (own: readonly S[]) => T;
}

/** A word that was read as another one: as its synonym, or with a typing error corrected. */
export interface WordReading {
  /** Folded, as all words of a query are. */
  readonly typed: string;
  readonly read: string;
}

export interface SearchResult<T> {
  /** The best matches, best first. */
  readonly items: readonly T[];
  /** For each of them, the words that were not read as typed. */
  readonly readings: readonly (readonly WordReading[])[];
  /** For each of them, how well it matches; comparable among the indexes that one query searches. */
  readonly weights: readonly number[];
  /** The number of all matches. */
  readonly total: number;
}

/** Merges the results of several indexes for one query, the best first; equally good items stay in the order of the results. */
export function mergedByWeight<T>(
  results: readonly Omit<SearchResult<T>, "readings" | "total">[],
): readonly T[] {
  const all = results.flatMap(({ items, weights }) =>
    items.map((item, at) => ({ item, weight: weights[at] ?? 0 })),
  );
  return all.sort((a, b) => b.weight - a.weight).map(({ item }) => item);
}

/** Further words are ignored. */
const maxTerms = 12;

/**
 * Finds entries by words: each word of a query must occur in a word of the code or of the other texts, by itself, by a
 * synonym or, where it fits nothing, with typing errors. A whole word ranks above the beginning of one, then the beginning
 * of a part (`ENERGY` in `EQ_ENERGY`), then any other position; an entry in which more words are read as typed ranks above
 * all others. A word counts with its best match in each entry. Texts are compared without case and accents. An
 * empty query matches everything.
 *
 * Texts are split once, a query tests each distinct word once, and an entry is a few integers: 200,000 variants take a
 * few megabytes and are searched within a frame. Groups can be replaced and removed.
 */
export class SearchIndex<T, S extends SearchText = never> {
  private readonly groups = new Map<string | number, IndexedGroup<T, S>>();
  private readonly vocabulary = new Vocabulary();
  private entryCount = 0;
  /** By position; undefined if it must be sorted again. */
  private sorted: readonly IndexedGroup<T, S>[] | undefined;

  /** The number of entries. */
  get size(): number {
    return this.entryCount;
  }

  /** Adds one entry; replaces an entry with the same position. */
  add({ item, position, code, texts }: SearchEntry<T>): void {
    const group = { code, texts, position, entries: [[]], itemOf: () => item };
    const steps = this.indexing(position, group);
    while (steps.next().done !== true);
  }

  /**
   * Adds a group step by step, each of some microseconds. It becomes searchable with the last step, replacing a group
   * with the same key.
   */
  *indexing(key: string | number, group: SearchGroup<T, S>): Generator<void> {
    const { code, texts, position, entries, itemOf } = group;
    const numbers = new Map<S, number>();
    const textIds: number[] = [];
    const chosen: number[] = [];
    const ends: number[] = [];
    for (const entry of entries) {
      yield;
      if (entry === undefined) continue;
      for (const own of entry) {
        const known = numbers.get(own);
        chosen.push(known ?? numbers.size);
        if (known !== undefined) continue;
        numbers.set(own, numbers.size);
        textIds.push(this.vocabulary.idOf(own.text));
      }
      ends.push(chosen.length);
    }
    const sharedIds: number[] = [];
    for (const text of texts) {
      sharedIds.push(this.vocabulary.idOf(text));
      yield;
    }
    this.put(key, {
      position,
      codeId: this.vocabulary.idOf(code),
      sharedIds,
      own: [...numbers.keys()],
      ownIds: textIds,
      chosen: new Int32Array(chosen),
      ends: new Int32Array(ends),
      itemOf,
    });
  }

  /** Changes a group's position. */
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

  /** @param max - The maximum number of items; the total counts all matches. */
  search(query: string, max: number): SearchResult<T> {
    const best = new BestMatches<T, S>(max);
    const { words, fits } = this.read(query);
    const ofTexts = fits.map(({ ofText }) => ofText);
    // An empty query matches everything equally well.
    const isEmpty = words.length === 0;
    for (const group of this.inOrder()) {
      if (isEmpty && best.total >= max) break;
      offerMatches(group, ofTexts, best);
    }
    const { found } = best;
    const total = isEmpty ? this.entryCount : best.total;
    const readings = found.map((match) => readingsOf(match, words, fits));
    return {
      items: found.map(itemOf),
      readings,
      weights: found.map(({ weight }) => weight),
      total,
    };
  }

  /** Everything that matches, by position. May pause; a group that is replaced meanwhile matches as it was. */
  *matching(query: string): Generator<void, readonly T[]> {
    const ofTexts = this.read(query).fits.map(({ ofText }) => ofText);
    const items: T[] = [];
    for (const group of this.inOrder()) {
      yield;
      const weights = weightsOf(group, ofTexts);
      if (weights === undefined) continue;
      for (let entry = 0; entry < group.ends.length; entry++) {
        yield;
        const start = entry === 0 ? 0 : at(group.ends, entry - 1);
        const weight = weightOf(group.chosen, start, at(group.ends, entry), weights);
        if (weight !== undefined) items.push(itemOf({ group, entry }));
      }
    }
    return items;
  }

  private read(query: string): {
    readonly words: readonly string[];
    readonly fits: readonly WordFits[];
  } {
    const words = searchTerms(query).slice(0, maxTerms);
    return { words, fits: words.map((word) => this.vocabulary.fitsOf(word)) };
  }

  private inOrder(): readonly IndexedGroup<T, S>[] {
    this.sorted ??= [...this.groups.values()].sort((a, b) => a.position - b.position);
    return this.sorted;
  }

  private put(key: string | number, group: IndexedGroup<T, S>): void {
    this.delete(key);
    this.groups.set(key, group);
    this.entryCount += group.ends.length;
    this.sorted = undefined;
  }
}

/** The ids, in the vocabulary, of the texts that all entries of a group share. */
interface SharedTexts {
  readonly codeId: number;
  readonly sharedIds: readonly number[];
}

interface IndexedGroup<T, S extends SearchText> extends SharedTexts {
  readonly position: number;
  /** The distinct texts of its entries. */
  readonly own: readonly S[];
  /** Their ids in the vocabulary. */
  readonly ownIds: readonly number[];
  /** Indices into `own` for each entry, one entry after another. */
  readonly chosen: Int32Array;
  /** The end of each entry in `chosen`. */
  readonly ends: Int32Array;
  readonly itemOf: (own: readonly S[]) => T;
}

interface FoundEntry<T, S extends SearchText> {
  readonly group: IndexedGroup<T, S>;
  readonly entry: number;
}

interface Match<T, S extends SearchText> extends FoundEntry<T, S> {
  readonly weight: number;
}

/** Collects the best matches, which arrive in order of position; only counts the others. */
class BestMatches<T, S extends SearchText> {
  total = 0;
  /** By weight, each list limited to the maximum that can be returned. */
  private readonly matches = new Map<number, Match<T, S>[]>();
  private lastWeight = NaN;
  private ofLastWeight: Match<T, S>[] = [];

  constructor(private readonly max: number) {}

  get found(): readonly Match<T, S>[] {
    const byWeight = [...this.matches].sort(([one], [other]) => other - one);
    return byWeight.flatMap(([, matches]) => matches).slice(0, this.max);
  }

  offer(weight: number, group: IndexedGroup<T, S>, entry: number): void {
    this.total++;
    if (weight !== this.lastWeight) {
      this.lastWeight = weight;
      this.ofLastWeight = this.matches.get(weight) ?? [];
      this.matches.set(weight, this.ofLastWeight);
    }
    if (this.ofLastWeight.length < this.max) this.ofLastWeight.push({ group, entry, weight });
  }
}

/** How well one word of a query matches a group. */
interface Weights {
  /** The weight that all of its entries have. */
  readonly shared: number;
  /** The weight of entries with a certain text, by its index; absent if none is higher. */
  readonly own: Uint16Array | undefined;
}

function offerMatches<T, S extends SearchText>(
  group: IndexedGroup<T, S>,
  fits: readonly Uint8Array[],
  best: BestMatches<T, S>,
): void {
  const weights = weightsOf(group, fits);
  if (weights === undefined) return;
  let start = 0;
  group.ends.forEach((end, entry) => {
    const weight = weightOf(group.chosen, start, end, weights);
    if (weight !== undefined) best.offer(weight, group, entry);
    start = end;
  });
}

/** The weights of each word of a query; undefined if one of them matches no entry. */
function weightsOf<T, S extends SearchText>(
  group: IndexedGroup<T, S>,
  fits: readonly Uint8Array[],
): readonly Weights[] | undefined {
  const weights: Weights[] = [];
  for (const fit of fits) {
    const shared = sharedWeight(group, fit);
    const own = ownWeights(group, fit, shared);
    if (shared === 0 && own === undefined) return undefined;
    weights.push({ shared, own });
  }
  return weights;
}

/** Undefined if no entry matches better than all of them do. */
function ownWeights<T, S extends SearchText>(
  { own, ownIds }: IndexedGroup<T, S>,
  fit: Uint8Array,
  shared: number,
): Uint16Array | undefined {
  let weights: Uint16Array | undefined;
  for (const [number, id] of ownIds.entries()) {
    const weight = weightIn(at(fit, id), own[number]?.isCode === true);
    if (weight <= shared) continue;
    weights ??= new Uint16Array(ownIds.length);
    weights[number] = weight;
  }
  return weights;
}

/** A match in the code ranks above the same match in another text. */
function sharedWeight({ codeId, sharedIds }: SharedTexts, fit: Uint8Array): number {
  let weight = weightIn(at(fit, codeId), true);
  // A market has any number of tag values: too many for the arguments of one call.
  for (const id of sharedIds) weight = Math.max(weight, weightIn(at(fit, id), false));
  return weight;
}

/** More than the weights of all inexact words of a query together. */
const exactWeight = 256;

function weightIn(fit: number, isCode: boolean): number {
  if (fit === 0) return 0;
  return 2 * fit + (isCode ? 1 : 0) + (fit >= leastExactFit ? exactWeight : 0);
}

/** The sum over all words of the query; undefined if one of them does not match. */
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

function itemOf<T, S extends SearchText>(match: FoundEntry<T, S>): T {
  const { own, itemOf: made } = match.group;
  return made(chosenOf(match).flatMap((number) => own.slice(number, number + 1)));
}

/** For each word that no text of the entry has as typed, what was read in the best of its texts. */
function readingsOf<T, S extends SearchText>(
  match: Match<T, S>,
  words: readonly string[],
  fits: readonly WordFits[],
): readonly WordReading[] {
  const { group } = match;
  const ids = [
    group.codeId,
    ...group.sharedIds,
    ...chosenOf(match).map((own) => at(group.ownIds, own)),
  ];
  return fits.flatMap(({ ofText, readings }, place) => {
    const best = ids.reduce((one, id) => (at(ofText, id) > at(ofText, one) ? id : one));
    const read = readings.get(best);
    return read === undefined ? [] : [{ typed: words[place] ?? "", read }];
  });
}

/** The indices of the entry's texts among those of its group. */
function chosenOf<T, S extends SearchText>({ group, entry }: FoundEntry<T, S>): readonly number[] {
  const { chosen, ends } = group;
  return [...chosen.subarray(entry === 0 ? 0 : at(ends, entry - 1), at(ends, entry))];
}

function at(numbers: ArrayLike<number>, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new RangeError(`there is no number ${index}`);
  return number;
}
