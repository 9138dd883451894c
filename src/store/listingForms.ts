import {
  type Gaps,
  type ItemList,
  type Listing,
  type ListingParser,
  maxReports,
  type Unreadable,
} from "../service/listing";
import { type ListingName } from "../service/readBody";
import { isWireRecord, type WireRecord } from "../service/wireRecord";
import { type PackedColumns } from "../shared/columns";
import { parsedJson } from "../shared/jsonText";
import { type CheckedContent } from "./checkedFile";
import { encodedText } from "./encodedText";
import { Slices } from "../service/slices";

const lineFeed = 10;

/** How one listing is kept. */
export interface ListingForm<T, L extends ItemList<unknown> = readonly T[]> {
  /** Names the file. */
  readonly name: ListingName;
  readonly write: (listing: Listing<T, L>) => Promise<CheckedContent>;
  /** Undefined where it is not what was written. */
  readonly read: (content: CheckedContent) => Promise<Listing<T, L> | undefined>;
}

/**
 * As text: what is said of the whole listing in the first line and an entry in each further one, so that neither writing
 * nor reading the largest holds up the editor.
 *
 * @param parser - Reads the entries back.
 * @param toWire - An entry in the form of the wire.
 */
export function lineForm<T>(
  name: ListingName,
  parser: ListingParser<T>,
  toWire: (item: T) => WireRecord,
): ListingForm<T> {
  return {
    name,
    write: async (listing) => ({
      metadata: {},
      bytes: await encodedText(linesWith(listing, toWire)),
    }),
    read: async ({ bytes }) => listingOf(bytes, parser),
  };
}

/** Items as columns. */
interface ColumnItems<T> extends ItemList<T> {
  readonly packed: PackedColumns;
  /** Whether an answer could have come to these columns. May pause. */
  areSound(): Generator<void, boolean>;
}

/**
 * As columns, in the very bytes that memory holds them in.
 *
 * @param unpack - Throws RangeError where they are other columns.
 */
export function columnForm<T, L extends ColumnItems<T>>(
  name: ListingName,
  unpack: (columns: PackedColumns) => L,
): ListingForm<T, L> {
  return {
    name,
    write: async ({ items, unreadable, moreUnreadable, notice }) => {
      const { lengths, bytes } = items.packed;
      const metadata = { lengths, unreadable, moreUnreadable, notice };
      return Promise.resolve({ metadata, bytes });
    },
    read: async ({ metadata, bytes }) => {
      const items = itemsOf(metadata["lengths"], bytes, unpack);
      const isSound = items !== undefined && (await new Slices().run(items.areSound()));
      return isSound ? wholeListing(items, metadata) : undefined;
    },
  };
}

/** Undefined when they are not what was written. */
function itemsOf<L>(
  lengths: unknown,
  bytes: Uint8Array,
  unpack: (columns: PackedColumns) => L,
): L | undefined {
  if (!Array.isArray(lengths) || !lengths.every((each) => Number.isInteger(each))) return undefined;
  try {
    return unpack({ lengths, bytes });
  } catch {
    return undefined;
  }
}

function* linesWith<T>(
  { items, unreadable, moreUnreadable, notice }: Listing<T>,
  toWire: (item: T) => WireRecord,
): Generator<string, void> {
  yield JSON.stringify({ count: items.length, unreadable, moreUnreadable, notice });
  for (const item of items) yield `\n${JSON.stringify(toWire(item))}`;
}

/** Undefined when a line is not what was written. */
async function listingOf<T>(
  bytes: Uint8Array,
  parser: ListingParser<T>,
): Promise<Listing<T> | undefined> {
  const lines = linesOf(bytes);
  const about = parsedJson(lines.next().value ?? "");
  if (!isWireRecord(about)) return undefined;
  let problems = 0;
  const items: T[] = [];
  const slices = new Slices();
  for (const entry of lines) {
    items.push(...parser.itemsOf(parsedJson(entry), () => (problems += 1)));
    if (slices.isOver) await slices.next();
  }
  if (items.length !== about["count"] || problems > 0) return undefined;
  return wholeListing(items, about);
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

/** Undefined unless it is known what could not be read. */
function wholeListing<T, L extends ItemList<unknown>>(
  items: L,
  about: WireRecord,
): Listing<T, L> | undefined {
  const gaps = gapsOf(about);
  if (gaps === undefined) return undefined;
  const { notice } = about;
  return typeof notice === "string"
    ? { items, ...gaps, isComplete: false, notice }
    : { items, ...gaps, isComplete: true };
}

/** What could not be understood when it was fetched; undefined for anything else. */
export function gapsOf({ unreadable, moreUnreadable }: WireRecord): Gaps | undefined {
  if (!Array.isArray(unreadable) || unreadable.length > maxReports) return undefined;
  if (!unreadable.every(isUnreadable)) return undefined;
  return typeof moreUnreadable === "number" ? { unreadable, moreUnreadable } : { unreadable };
}

function isUnreadable(value: unknown): value is Unreadable {
  return (
    isWireRecord(value) &&
    typeof value["position"] === "number" &&
    typeof value["reason"] === "string"
  );
}
