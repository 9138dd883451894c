import {
  type Listing,
  ListingBuilder,
  type ListingParser,
  readPage,
} from "../../src/service/listing";

/** The listing of one page. */
export function parsedListing<T>(parser: ListingParser<T>, page: unknown): Listing<T> {
  const builder = new ListingBuilder(parser);
  builder.addPage(readPage(parser, page, { request: "GET /listing/", attempts: 1 }));
  return builder.build();
}
