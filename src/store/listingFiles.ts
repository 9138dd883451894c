import path from "node:path";
import { type Listing, type ListingParser, type Unreadable } from "../service/listing";
import { forecastListing, type ForecastSummary } from "../service/parseForecasts";
import { type LatestSignal, latestSignalListing } from "../service/parseLatestSignals";
import { type Hedging, hedgingListing } from "../service/parseHedgings";
import { type ForecastMarket, marketListing } from "../service/parseMarkets";
import { type ListedSignal, signalListing } from "../service/parseSignals";
import { isWireRecord, type WireRecord } from "../service/wireRecord";
import { type FetchState } from "./fetchState";
import {
  deleteFile,
  parsedJson,
  readCheckedFile,
  type WriteFile,
  writeCheckedFile,
} from "./checkedFile";
import { joined } from "../data/textRows";
import { Slices } from "./slices";
import {
  forecastToWire,
  hedgingToWire,
  latestSignalToWire,
  marketToWire,
  signalToWire,
} from "./wireForms";

const lineFeed = 10;

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
  toWire: forecastToWire,
};

/**
 * The listings of one owner, what one key was given by one service, in one folder of this computer. A file has what is said of
 * the whole listing in its first line and an entry in each further one, so that neither writing nor reading the largest
 * holds up the editor.
 */
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
    const { subject, fetchedAtMs } = content.metadata;
    const isIts = subject === form.name && typeof fetchedAtMs === "number";
    const listing = isIts ? await listingOf(content.bytes, form) : undefined;
    if (isIts && listing !== undefined) return { ...listing, fetchedAtMs };
    await deleteFile(file);
    return undefined;
  }

  /**
   * @throws when the folder cannot be written to, or no JSON can be written of the listing; what was kept before still
   * is.
   */
  async write<T>(form: ListingForm<T>, listing: CachedListing<T>): Promise<void> {
    const { items, unreadable, notice, fetchedAtMs } = listing;
    const encoder = new TextEncoder();
    const pieces: Uint8Array[] = [];
    let text = JSON.stringify({ count: items.length, unreadable, notice });
    const slices = new Slices();
    for (const item of items) {
      text += `\n${JSON.stringify(form.toWire(item))}`;
      if (!slices.isOver) continue;
      pieces.push(encoder.encode(text));
      text = "";
      await slices.next();
    }
    const bytes = joined([...pieces, encoder.encode(text)]);
    const metadata = { subject: form.name, fetchedAtMs };
    await this.writeFile(this.fileOf(form), { metadata, bytes });
  }

  private fileOf({ name }: Pick<ListingForm<never>, "name">): string {
    return path.join(this.folder, `${name}.listing`);
  }
}

/** Undefined when a line is not what was written. */
async function listingOf<T>(
  bytes: Uint8Array,
  { parser }: ListingForm<T>,
): Promise<Listing<T> | undefined> {
  const lines = linesOf(bytes);
  const about = parsedJson(lines.next().value ?? "");
  if (!isWireRecord(about)) return undefined;
  const { count, notice } = about;
  const unreadable = unreadableOf(about["unreadable"]);
  if (unreadable === undefined) return undefined;
  const problems: string[] = [];
  const items: T[] = [];
  const slices = new Slices();
  for (const entry of lines) {
    items.push(...parser.itemsOf(parsedJson(entry), (problem) => problems.push(problem)));
    if (slices.isOver) await slices.next();
  }
  if (items.length !== count) return undefined;
  if (problems.length > 0) return undefined;
  return typeof notice === "string"
    ? { items, unreadable, isComplete: false, notice }
    : { items, unreadable, isComplete: true };
}

function* linesOf(bytes: Uint8Array): Generator<string, undefined> {
  const decoder = new TextDecoder();
  for (let start = 0; start < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, start);
    const end = feed < 0 ? bytes.length : feed;
    yield decoder.decode(bytes.subarray(start, end));
    start = end + 1;
  }
  return undefined;
}

/** What could not be understood when it was fetched; undefined for anything else. */
export function unreadableOf(value: unknown): readonly Unreadable[] | undefined {
  return Array.isArray(value) && value.every(isUnreadable) ? value : undefined;
}

function isUnreadable(value: unknown): value is Unreadable {
  return (
    isWireRecord(value) &&
    typeof value["position"] === "number" &&
    typeof value["reason"] === "string"
  );
}
