import { type RequestFacts } from "./answer";
import { ContractError } from "./errors";
import { nextOf } from "./pages";
import { fieldOf, isWireRecord, type WireRecord } from "./wireRecord";

/** An entry, or a part of one, that was invalid and is left out. */
export interface Unreadable {
  /** Position of the entry in the listing, from 0, across all pages. */
  readonly position: number;
  readonly reason: string;
}

/** The result of a listing endpoint; an invalid entry never discards the others. */
export interface Listing<T> {
  /** In the service's order. */
  readonly items: readonly T[];
  readonly unreadable: readonly Unreadable[];
  /** False if the service has more pages that could not be followed; then there is a notice. */
  readonly isComplete: boolean;
  /** Why the listing is incomplete. */
  readonly notice?: string;
}

/** Reports that an entry, or a part of it, is left out. */
export type Report = (reason: string) => void;

/** How the entries of one endpoint are found and parsed. */
export interface ListingParser<T> {
  /** The entries of one page; undefined if it contains no listing. */
  readonly entriesOf: (page: unknown) => readonly unknown[] | undefined;
  /** The items of an entry; empty, and reported, if it is invalid. */
  readonly itemsOf: (entry: unknown, report: Report) => readonly T[];
  /** A key that is equal for duplicates, of which one is kept; absent if all are kept. */
  readonly identityOf?: (item: T) => string;
  /** Whether the later of two duplicates replaces the earlier one; by default the first is kept. */
  readonly isBetter?: (later: T, earlier: T) => boolean;
}

/** The largest number of entries of a listing, across all its pages (LIST-04). */
const maxEntries = 500_000;

/** The notice of a listing that reached the limit. */
export const tooManyEntries = `the service lists more than ${maxEntries} entries`;

/** The contents of one page of a listing. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Positions count from the beginning of the page. */
  readonly unreadable: readonly Unreadable[];
  readonly entryCount: number;
  /** Whether it has more than {@link maxEntries}, of which the rest is left out. */
  readonly isCut: boolean;
  /** The link to the next page or its number. */
  readonly next?: string | number;
}

/** @throws {@link ContractError} if the page contains no listing. */
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

/** Builds a listing page by page. */
export class ListingBuilder<T> {
  /** By identity, or by number if all are kept. */
  private readonly items = new Map<string | number, T>();
  private readonly unreadable: Unreadable[] = [];
  private entryCount = 0;
  private hasPage = false;
  private hasMore = false;

  constructor(private readonly parser: ListingParser<T>) {}

  /** Whether it has reached the maximum number of entries. */
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

  /** @param notice - Why there is more than what was added; absent if there is not. */
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
