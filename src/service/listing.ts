import { ContractError, type RequestFacts } from "./errors";
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
  /** Of several items for one and the same thing one is kept. */
  readonly distinct?: (items: readonly T[]) => readonly T[];
}

/** Gathers a listing page by page. */
export class ListingBuilder<T> {
  private readonly items: T[] = [];
  private readonly unreadable: Unreadable[] = [];
  private entryCount = 0;

  constructor(private readonly parser: ListingParser<T>) {}

  /** @throws {@link ContractError} when the page holds no listing. */
  addPage(page: unknown, facts: RequestFacts): void {
    const entries = this.parser.entriesOf(page);
    if (entries === undefined) throw new ContractError(facts, "$", "is no listing");
    for (const entry of entries) {
      const position = this.entryCount++;
      const report: Report = (reason) => this.unreadable.push({ position, reason });
      for (const item of this.parser.itemsOf(entry, report)) this.items.push(item);
    }
  }

  /** @param notice - Why there is more than what was added; absent when there is not. */
  build(notice?: string): Listing<T> {
    const { items, unreadable } = this;
    return {
      items: this.parser.distinct?.(items) ?? items,
      unreadable,
      isComplete: notice === undefined,
      ...(notice === undefined ? {} : { notice }),
    };
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
