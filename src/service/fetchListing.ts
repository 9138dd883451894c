import { type Clock } from "../shared/clock";
import { type BaseUrl } from "./baseUrl";
import { Deadline } from "./deadline";
import { TooLargeError } from "./errors";
import { type Listing, ListingBuilder, tooManyEntries } from "./listing";
import { Pages } from "./pages";
import { latestLimits } from "./parseJson";
import {
  type BodyForm,
  type BodyItem,
  type BodyLists,
  type BodyPage,
  listingParsers,
  type ListingName,
} from "./readBody";
import { type Route } from "./route";
import { Slices } from "./slices";

/** A page, and its size after content decoding. */
export interface FetchedPage<N extends BodyForm> {
  readonly page: BodyPage<N>;
  readonly sizeBytes: number;
}

export interface ListingSource<N extends ListingName> {
  readonly baseUrl: BaseUrl;
  readonly clock: Clock;
  /** @throws {@link TooLargeError} for a page larger than this. */
  readonly fetchPage: (
    route: Route,
    maxBytes: number,
    signal: AbortSignal | undefined,
  ) => Promise<FetchedPage<N>>;
}

/** For all pages together, from the request for the first one. */
const timeoutMs = 120_000;
const maxBytes = latestLimits.bytes;

/**
 * All pages of a listing. If they take too long together or contain too much, the listing is what has arrived, with a
 * notice that there is more (LIST-04).
 *
 * @throws the error of the first page, and of any other page unless it is a limit.
 */
export async function fetchListing<N extends ListingName>(
  name: N,
  first: Route,
  { baseUrl, clock, fetchPage }: ListingSource<N>,
  signal: AbortSignal | undefined,
): Promise<Listing<BodyItem[N], BodyLists[N]>> {
  const pages = new Pages(baseUrl, first);
  const builder = new ListingBuilder(listingParsers[name]);
  const deadline = new Deadline(clock, signal);
  const slices = new Slices(undefined, clock);
  const startedMs = clock.elapsed();
  let leftBytes = maxBytes;
  try {
    for (let route = first; ;) {
      // The first page has the time limit of any request: without it there is nothing to show.
      const own = builder.isEmpty ? signal : deadline.signal;
      const fetched = await fetchPage(route, leftBytes, own);
      leftBytes -= fetched.sizeBytes;
      await slices.run(builder.addPage(fetched.page));
      const next = pages.after(fetched.page.next, route);
      if (next.kind === "end") return builder.build();
      if (builder.isFull) return builder.build(tooManyEntries);
      if (next.kind === "stop") return builder.build(next.notice);
      route = next.route;
      if (deadline.leftMs === Infinity) {
        deadline.expireAfter(timeoutMs - (clock.elapsed() - startedMs));
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    const notice = noticeOf(error, deadline);
    if (notice === undefined || builder.isEmpty) throw error;
    return builder.build(notice);
  } finally {
    deadline.dispose();
  }
}

/** The limit that ended a listing; undefined for any other error. */
function noticeOf(error: unknown, { ending }: Deadline): string | undefined {
  if (ending === "expired") return `further pages did not arrive within ${timeoutMs / 1_000} s`;
  if (error instanceof TooLargeError) return "the rest of the listing is too large";
  return undefined;
}
