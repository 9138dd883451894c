import {
  type ItemList,
  type Listing,
  ListingBuilder,
  type ListingParser,
  readPage,
} from "../../src/service/listing";
import { finish } from "../../src/shared/finish";

/** The listing of one page. */
export function listingOf<T, L extends ItemList<unknown>>(
  parser: ListingParser<T, L>,
  page: unknown,
): Listing<T, L> {
  const builder = new ListingBuilder(parser);
  finish(builder.addPage(readPage(parser, page, { request: "GET /listing/", attempts: 1 })));
  return builder.build();
}

/** The same with its items as objects. */
export function parsedListing<T, L extends ItemList<T>>(
  parser: ListingParser<T, L>,
  page: unknown,
): Listing<T> {
  const listing = listingOf(parser, page);
  return { ...listing, items: [...listing.items] };
}
