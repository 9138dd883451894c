import path from "node:path";
import { type Listing, type ListingParser } from "../service/listing";
import { forecastListing, type ForecastSummary } from "../service/parseForecasts";
import { type LatestSignal, latestSignalListing } from "../service/parseLatestSignals";
import { type Hedging, hedgingListing } from "../service/parseHedgings";
import { type ForecastMarket, marketListing } from "../service/parseMarkets";
import { type ListedSignal, signalListing } from "../service/parseSignals";
import { type WireRecord } from "../service/wireRecord";
import { type FetchState } from "./fetchState";
import { deleteFile, readCheckedFile, type WriteFile, writeCheckedFile } from "./checkedFile";
import { cachedText, readCachedText, unreadableOf } from "./cachedText";
import { Slices } from "./slices";
import {
  forecastToWire,
  hedgingToWire,
  latestSignalToWire,
  marketToWire,
  signalToWire,
} from "./wireForms";

/** A listing, when it was fetched, and why it is not newer. */
export type CachedListing<T> = Listing<T> & FetchState;

/** How the entries of one listing are kept: in the form of the wire, so that its own parser reads them back. */
export interface ListingForm<T> {
  /** Names the file. */
  readonly name: "signals" | "markets" | "hedgings" | "latestSignals" | "latestForecasts";
  readonly parser: ListingParser<T>;
  readonly toWire: (item: T) => WireRecord;
}

export const signalsForm: ListingForm<ListedSignal> = {
  name: "signals",
  parser: signalListing,
  toWire: signalToWire,
};

export const marketsForm: ListingForm<ForecastMarket> = {
  name: "markets",
  parser: marketListing,
  toWire: marketToWire,
};

export const hedgingsForm: ListingForm<Hedging> = {
  name: "hedgings",
  parser: hedgingListing,
  toWire: hedgingToWire,
};

export const latestSignalsForm: ListingForm<LatestSignal> = {
  name: "latestSignals",
  parser: latestSignalListing,
  toWire: latestSignalToWire,
};

export const latestForecastsForm: ListingForm<ForecastSummary> = {
  name: "latestForecasts",
  parser: forecastListing,
  toWire: (summary) => forecastToWire(summary),
};

/** The listings of one owner, what one key was given by one service, in one folder of this computer. */
export class ListingFiles {
  constructor(
    private readonly folder: string,
    private readonly writeFile: WriteFile = writeCheckedFile,
  ) {}

  /** The kept listing; undefined when there is none that is whole. Never rejects. */
  async read<T>(form: ListingForm<T>): Promise<CachedListing<T> | undefined> {
    const file = this.fileOf(form);
    const content = await readCheckedFile(file);
    if (content === undefined) return undefined;
    const cached = readCachedText(content, form.name);
    const listing = cached === undefined ? undefined : await listingOf(cached.value, form);
    if (cached !== undefined && listing !== undefined) {
      return { ...listing, fetchedAtMs: cached.fetchedAtMs };
    }
    await deleteFile(file);
    return undefined;
  }

  /**
   * @throws when the folder cannot be written to, or no JSON can be written of the listing; what was kept before still
   * is.
   */
  async write<T>(form: ListingForm<T>, listing: CachedListing<T>): Promise<void> {
    const { items, unreadable, notice, fetchedAtMs } = listing;
    const value = { items: items.map(form.toWire), unreadable, notice };
    const content = cachedText(form.name, fetchedAtMs, value);
    await this.writeFile(this.fileOf(form), content);
  }

  private fileOf({ name }: Pick<ListingForm<never>, "name">): string {
    return path.join(this.folder, `${name}.listing`);
  }
}

/** Undefined when an entry is not what was written. */
async function listingOf<T>(
  value: WireRecord,
  { parser }: ListingForm<T>,
): Promise<Listing<T> | undefined> {
  const { items: entries, notice } = value;
  const unreadable = unreadableOf(value["unreadable"]);
  if (!Array.isArray(entries) || unreadable === undefined) return undefined;
  const problems: string[] = [];
  const items: T[] = [];
  const slices = new Slices();
  for (const entry of entries) {
    items.push(...parser.itemsOf(entry, (problem) => problems.push(problem)));
    if (slices.isOver) await slices.next();
  }
  if (problems.length > 0) return undefined;
  return typeof notice === "string"
    ? { items, unreadable, isComplete: false, notice }
    : { items, unreadable, isComplete: true };
}
