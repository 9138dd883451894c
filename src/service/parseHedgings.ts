import { ArrayBuilder, type ListingParser, wrappedEntriesOf } from "./listing";
import { fieldOf, isWireRecord, nameOf, shownNameOf } from "./wireRecord";

/** How a forecast treats its currency: Local, Hedged or Unhedged. */
export interface Hedging {
  readonly name: string;
  readonly description?: string;
}

export const hedgingListing: ListingParser<Hedging> = {
  entriesOf: wrappedEntriesOf,
  newItems: () => new ArrayBuilder(),
  itemsOf: (entry, report) => {
    const name = isWireRecord(entry) ? nameOf(fieldOf(entry, "name")) : undefined;
    if (!isWireRecord(entry) || name === undefined) {
      report("has no usable name");
      return [];
    }
    const description = shownNameOf(fieldOf(entry, "description"));
    return [{ name, ...(description === undefined ? {} : { description }) }];
  },
};
