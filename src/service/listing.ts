import { type RequestFacts } from "./answer";
import { ContractError } from "./errors";
import { nextOf } from "./pages";
import { fieldOf, isWireRecord, type WireRecord } from "./wireRecord";

/** An entry, or a part of one, that could not be understood and was left out. */
export interface Unreadable {
  /** Of the entry in the listing, from 0, over all pages. */
  readonly position: number;
  readonly reason: string;
}

/** What a listing endpoint gave: nothing that cannot be understood ever empties it. */
export interface Listing<T> {
  /** In the service's order. */
  readonly items: readonly T[];
  readonly unreadable: readonly Unreadable[];
  /** False when the service has more pages that could not be followed; then there is a notice. */
  readonly isComplete: boolean;
  /** Why the listing is not complete. */
  readonly notice?: string;
}

/** Tells that an entry, or a part of it, is left out. */
export type Report = (reason: string) => void;

/** How the entries of one endpoint are found and read. */
export interface ListingParser<T> {
  /** The entries of one page; undefined when it holds no listing. */
  readonly entriesOf: (page: unknown) => readonly unknown[] | undefined;
  /** What an entry stands for; empty, and reported, when it cannot be understood. */
  readonly itemsOf: (entry: unknown, report: Report) => readonly T[];
  /** The same for items that stand for one and the same thing, of which one is kept; absent where all are kept. */
  readonly identityOf?: (item: T) => string;
  /** Whether the later of two such items is the one to keep; the first one is, unless it says so. */
  readonly isBetter?: (later: T, earlier: T) => boolean;
}

/** More entries than this, over all its pages, no listing has (LIST-04). */
const maxEntries = 500_000;

/** Why a listing that reached it is not complete. */
export const tooManyEntries = `the service lists more than ${maxEntries} entries`;

/** What one page of a listing holds. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Positions count from the beginning of the page. */
  readonly unreadable: readonly Unreadable[];
  readonly entryCount: number;
  /** Whether it has more than {@link maxEntries}, which were left out. */
  readonly isCut: boolean;
  /** The link to the next page or its number. */
  readonly next?: string | number;
}

/** @throws {@link ContractError} when the page holds no listing. */
export function readPage<T>(parser: ListingParser<T>, page: unknown, facts: RequestFacts): Page<T> {
  const entries = parser.entriesOf(page);
  if (entries === undefined) throw new ContractError(facts, "$", "is not a listing");
  const items: T[] = [];
  const unreadable: Unreadable[] = [];
  let entryCount = 0;
  for (const entry of entries) {
    if (entryCount >= maxEntries || items.length >= maxEntries) break;
    const position = entryCount++;
    const report: Report = (reason) => unreadable.push({ position, reason });
    for (const item of parser.itemsOf(entry, report)) items.push(item);
  }
  const next = isWireRecord(page) ? nextOf(page) : undefined;
  const isCut = entryCount < entries.length;
  return { items, unreadable, entryCount, isCut, ...(next === undefined ? {} : { next }) };
}

/** Gathers a listing page by page. */
export class ListingBuilder<T> {
  /** By identity; where all are kept, by their number. */
  private readonly items = new Map<string | number, T>();
  private readonly unreadable: Unreadable[] = [];
  private entryCount = 0;
  private hasPage = false;
  private hasMore = false;

  constructor(private readonly parser: ListingParser<T>) {}

  /** Whether it holds as many entries as a listing may have. */
  get isFull(): boolean {
    return this.hasMore || this.entryCount >= maxEntries;
  }

  /** Whether no page has been added. */
  get isEmpty(): boolean {
    return !this.hasPage;
  }

  addPage({ items, unreadable, entryCount, isCut }: Page<T>): void {
    this.hasPage = true;
    for (const item of items) this.add(item);
    for (const { position, reason } of unreadable) {
      this.unreadable.push({ position: this.entryCount + position, reason });
    }
    this.entryCount += entryCount;
    this.hasMore ||= isCut;
  }

  /** @param notice - Why there is more than what was added; absent when there is not. */
  build(notice?: string): Listing<T> {
    const why = this.hasMore ? tooManyEntries : notice;
    return {
      items: [...this.items.values()],
      unreadable: this.unreadable,
      isComplete: why === undefined,
      ...(why === undefined ? {} : { notice: why }),
    };
  }

  private add(item: T): void {
    const { identityOf, isBetter } = this.parser;
    const identity = identityOf?.(item) ?? this.items.size;
    const earlier = this.items.get(identity);
    if (earlier !== undefined && isBetter?.(item, earlier) !== true) return;
    if (earlier === undefined && this.items.size >= maxEntries) this.hasMore = true;
    else this.items.set(identity, item);
  }
}

/** Names under which services wrap a listing, the likeliest first. */
const wrapperNames = ["results", "data", "items", "signals", "markets", "forecasts", "entries"];

/** The entries of an array, or of an object that holds one: under a usual name, else under its only array. */
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
