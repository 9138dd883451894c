import { type RequestFacts } from "./answer";
import { ContractError } from "./errors";
import { nextOf } from "./pages";
import { repeatedKeyCount } from "./repeatedKeys";
import { fieldOf, isWireRecord, type WireRecord } from "./wireRecord";

/** An entry, or a part of one, that was invalid and is left out. */
export interface Unreadable {
  /** Position of the entry in the listing, from 0, across all pages. */
  readonly position: number;
  readonly reason: string;
}

/** Items in an order: an array, or columns that make an item an object when it is asked for. */
export interface ItemList<T> extends Iterable<T> {
  readonly length: number;
}

/** Reports of the entries that are left out of an answer. */
export interface Gaps {
  /** The first {@link maxReports} reports; a few kilobytes on the wire can cause millions. */
  readonly unreadable: readonly Unreadable[];
  /** The number of further reports; absent if none. */
  readonly moreUnreadable?: number;
}

/** The result of a listing endpoint; an invalid entry never discards the others. */
export interface Listing<T, L extends ItemList<unknown> = readonly T[]> extends Gaps {
  /** In the service's order. */
  readonly items: L;
  /** False if the service has more pages that could not be followed; then there is a notice. */
  readonly isComplete: boolean;
  /** Why the listing is incomplete. */
  readonly notice?: string;
}

/** Reports that an entry, or a part of it, is left out. */
export type Report = (reason: string) => void;

/** 1,000: enough to recognize what is wrong; the log and the pages show fewer, and a count. */
export const maxReports = 1_000;

/** The total number of entries, and of parts of entries, that are left out. */
export function unreadableCount({ unreadable, moreUnreadable = 0 }: Gaps): number {
  return unreadable.length + moreUnreadable;
}

/** Keeps the first {@link maxReports} and counts the others. */
export class Reports {
  private readonly kept: Unreadable[] = [];
  private more = 0;

  add(position: number, reason: string): void {
    if (this.kept.length < maxReports) this.kept.push({ position, reason });
    else this.more += 1;
  }

  /** @param start - The position of the page's first entry. */
  addAll(start: number, { unreadable, moreUnreadable = 0 }: Gaps): void {
    for (const { position, reason } of unreadable) this.add(start + position, reason);
    this.more += moreUnreadable;
  }

  get gaps(): Gaps {
    const { kept: unreadable, more } = this;
    return more === 0 ? { unreadable } : { unreadable, moreUnreadable: more };
  }
}

/** Takes items one by one, and gives all of them. */
export interface ItemsBuilder<T, L extends ItemList<unknown>> {
  readonly length: number;
  /** Returns why the item is left out; undefined if it is not. */
  add(item: T): string | undefined;
  build(): L;
}

/** How the entries of one endpoint are found and parsed. */
export interface ListingParser<T, L extends ItemList<unknown> = readonly T[]> {
  /** The entries of one page; undefined if it contains no listing. */
  readonly entriesOf: (page: unknown) => readonly unknown[] | undefined;
  /** The items of an entry; empty, and reported, if it is invalid. */
  readonly itemsOf: (entry: unknown, report: Report) => readonly T[];
  /** What the items are collected in. */
  readonly newItems: () => ItemsBuilder<T, L>;
}

export interface DuplicateRule<T> {
  /** A key that is equal for duplicates, of which one is kept. */
  readonly identityOf: (item: T) => string;
  /** Whether the later of two duplicates replaces the earlier one. */
  readonly isBetter: (later: T, earlier: T) => boolean;
}

/** Items as an array; all of them, unless there is a rule for duplicates. */
export class ArrayBuilder<T> implements ItemsBuilder<T, readonly T[]> {
  /** By identity, or by number if all are kept. */
  private readonly items = new Map<string | number, T>();

  constructor(private readonly rule?: DuplicateRule<T>) {}

  get length(): number {
    return this.items.size;
  }

  add(item: T): undefined {
    const identity = this.rule?.identityOf(item) ?? this.items.size;
    const earlier = this.items.get(identity);
    if (earlier === undefined || this.rule?.isBetter(item, earlier) === true) {
      this.items.set(identity, item);
    }
  }

  build(): readonly T[] {
    return [...this.items.values()];
  }
}

/** The largest number of entries of a listing, across all its pages (LIST-04). */
const maxEntries = 500_000;

/** The notice of a listing that reached the limit. */
export const tooManyEntries = `the service lists more than ${maxEntries} entries`;

/** The contents of one page of a listing. Positions count from its beginning. */
export interface Page<T, L extends ItemList<unknown> = readonly T[]> extends Gaps {
  readonly items: L;
  readonly entryCount: number;
  /** Whether entries are left out because the page has more than {@link maxEntries}. */
  readonly isCut: boolean;
  /** The link to the next page or its number. */
  readonly next?: string | number;
}

/** The report of an entry with a duplicate key: which of the two values is meant is ambiguous. */
export const repeatsKey = "has a duplicate key";

/**
 * Reads the entries of one page, and leaves out each entry that has a duplicate key at any depth.
 *
 * @param hasRepeatedKey - Whether the page contains a duplicate key, as marked by `parseJson`.
 * @throws {@link ContractError} if the page contains no listing, or has a duplicate key outside its entries.
 */
export function readPage<T, L extends ItemList<unknown>>(
  parser: ListingParser<T, L>,
  page: unknown,
  facts: RequestFacts,
  hasRepeatedKey = false,
): Page<T, L> {
  const entries = parser.entriesOf(page);
  if (entries === undefined) throw new ContractError(facts, "$", "is not a listing");
  if (hasRepeatedKey && repeatedKeyCount(page) > repeatedKeyCount(entries)) {
    throw new ContractError(facts, "$", repeatsKey);
  }
  const items = parser.newItems();
  const reports = new Reports();
  let entryCount = 0;
  for (const entry of entries) {
    if (entryCount >= maxEntries || items.length >= maxEntries) break;
    const position = entryCount++;
    const report: Report = (reason) => reports.add(position, reason);
    if (hasRepeatedKey && repeatedKeyCount(entry) > 0) {
      report(repeatsKey);
      continue;
    }
    for (const item of parser.itemsOf(entry, report)) {
      const problem = items.add(item);
      if (problem !== undefined) report(problem);
    }
  }
  const next = isWireRecord(page) ? nextOf(page) : undefined;
  const isCut = entryCount < entries.length;
  return {
    items: items.build(),
    ...reports.gaps,
    entryCount,
    isCut,
    ...(next === undefined ? {} : { next }),
  };
}

/** Builds a listing page by page. */
export class ListingBuilder<T, L extends ItemList<unknown> = readonly T[]> {
  /** The items of the only page so far: they need not be collected again. */
  private first: L | undefined;
  private readonly items: ItemsBuilder<T, L>;
  private readonly reports = new Reports();
  private entryCount = 0;
  private hasPage = false;
  private hasMore = false;

  constructor(parser: ListingParser<T, L>) {
    this.items = parser.newItems();
  }

  /** Whether it has reached the maximum number of entries. */
  get isFull(): boolean {
    return this.hasMore || this.entryCount >= maxEntries;
  }

  /** Whether no page has been added. */
  get isEmpty(): boolean {
    return !this.hasPage;
  }

  /** Adds the next page. May pause after each item. */
  *addPage(page: Page<T, L>): Generator<void, void> {
    const { items, entryCount, isCut } = page;
    const start = this.entryCount;
    this.reports.addAll(start, page);
    this.entryCount += entryCount;
    this.hasMore ||= isCut;
    const { first, hasPage } = this;
    this.hasPage = true;
    this.first = hasPage ? undefined : items;
    if (first !== undefined) yield* this.addItems(first, 0);
    if (hasPage) yield* this.addItems(items, start);
  }

  /** @param notice - Why there is more than what was added; absent if there is not. */
  build(notice?: string): Listing<T, L> {
    const why = this.hasMore ? tooManyEntries : notice;
    return {
      items: this.first ?? this.items.build(),
      ...this.reports.gaps,
      isComplete: why === undefined,
      ...(why === undefined ? {} : { notice: why }),
    };
  }

  /** @param position - The position of the first item. */
  private *addItems(items: L, position: number): Generator<void, void> {
    let at = position;
    for (const item of items as ItemList<T>) {
      yield;
      if (this.items.length >= maxEntries) {
        this.hasMore = true;
        continue;
      }
      const problem = this.items.add(item);
      if (problem !== undefined) this.reports.add(at, problem);
      at += 1;
    }
  }
}

/** Properties under which services wrap a listing, the most likely first. */
const wrapperNames = ["results", "data", "items", "signals", "markets", "forecasts", "entries"];

/** The entries of an array, or of an object that contains one: under a usual name, else its only array. */
export function wrappedEntriesOf(page: unknown): readonly unknown[] | undefined {
  if (Array.isArray(page)) return page as readonly unknown[];
  return isWireRecord(page) ? (namedArrayOf(page) ?? onlyArrayOf(page)) : undefined;
}

/** The array under one of the usual names. */
export function namedArrayOf(record: WireRecord): readonly unknown[] | undefined {
  return wrapperNames.map((name) => fieldOf(record, name)).find((value) => Array.isArray(value));
}

function onlyArrayOf(record: WireRecord): readonly unknown[] | undefined {
  const arrays = Object.values(record).filter((value): value is unknown[] => Array.isArray(value));
  return arrays.length === 1 ? arrays[0] : undefined;
}
