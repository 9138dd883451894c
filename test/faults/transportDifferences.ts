import { type TestedTransport } from "../support/testedTransports";

interface Difference extends Readonly<Record<TestedTransport["name"], string>> {
  /** What a `fetch` makes impossible. */
  readonly why: string;
}

/**
 * The few cases that cannot be shown over both transports, with the outcome of each: mostly `answered`, or the error's name. All
 * else in the suite is the same over both.
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
  zstdErrors: {
    undici: "readable",
    fetch: "the status alone",
    why: "it takes off only what it knows by itself, and before Node 24 that is no zstd",
  },
  proxyStatus: {
    undici: "HttpError",
    fetch: "NetworkError",
    why: "it keeps an answer of status 407 to itself (Fetch Standard, HTTP-network-or-cache fetch)",
  },
} as const satisfies Record<string, Difference>;
