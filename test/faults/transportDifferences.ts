import { type TestedTransport } from "../support/testedTransports";

interface Difference extends Readonly<Record<TestedTransport["name"], string>> {
  /** What a `fetch` makes impossible. */
  readonly why: string;
}

/**
 * The few cases that cannot be shown over both transports, with the outcome of each: mostly `answered`, or the error's
 * name. All else in the suite is the same over both.
 */
export const transportDifferences = {
  compressedData: {
    undici: "answered",
    fetch: "UnexpectedContentError",
    why: "it inflates by itself and cannot tell a cut body from a whole one: data that come compressed unasked are refused",
  },
  cutCompressedData: {
    undici: "IncompleteError",
    fetch: "UnexpectedContentError",
    why: "refused like any compressed data",
  },
  bombs: {
    undici: "TooLargeError",
    fetch: "UnexpectedContentError",
    why: "refused like any compressed data, before anything is inflated",
  },
  proxyStatus: {
    undici: "HttpError",
    fetch: "NetworkError",
    why: "it keeps an answer of status 407 to itself (Fetch Standard, HTTP-network-or-cache fetch)",
  },
  connectingPhase: {
    undici: "connecting",
    fetch: "waiting for the response",
    why: "it does not tell when it has a connection",
  },
  ownBudgets: {
    undici: "each attempt has its own",
    fetch: "the total deadline alone",
    why: "it does not tell its phases",
  },
  cancelledHandshake: {
    undici: "closed at once",
    fetch: "left to the fetch",
    why: "it makes connections for all requests together, and goes on when the one that waited is gone",
  },
  staleConnection: {
    undici: "at once",
    fetch: "after a back-off",
    why: "it does not tell whether the connection was one from before",
  },
  /** Not shown by a test: an answer over HTTP/2 that names no length. */
  http2WithoutLength: {
    undici: "no such answer: HTTP/1.1 alone is spoken",
    fetch: "as one that ends with its connection: a CSV must end with a line break",
    why: "it does not tell an answer's protocol, and so not that a cut of it would be told",
  },
} as const satisfies Record<string, Difference>;
