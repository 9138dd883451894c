import { ArrayBuilder, type ListingParser, wrappedEntriesOf } from "./listing";
import { parseTags, type Tag } from "./parseTags";
import { fieldOf, isWireRecord, nameOf, shownNameOf } from "./wireRecord";

/** A market that forecasts are about. */
export interface ForecastMarket {
  /** The market code in paths and in the latest forecasts. */
  readonly ticker: string;
  /** For people; the ticker if the service has none. */
  readonly name: string;
  readonly tags: readonly Tag[];
}

export const marketListing: ListingParser<ForecastMarket> = {
  entriesOf: wrappedEntriesOf,
  newItems: () => new ArrayBuilder(),
  itemsOf: (entry, report) => {
    const ticker = isWireRecord(entry) ? nameOf(fieldOf(entry, "ticker")) : undefined;
    if (!isWireRecord(entry) || ticker === undefined) {
      report("has no usable ticker");
      return [];
    }
    const name = shownNameOf(fieldOf(entry, "name")) ?? ticker;
    return [{ ticker, name, tags: parseTags(fieldOf(entry, "tags"), report) }];
  },
};
