/** One GET on the wire. */
export interface TransportRequest {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query, sent byte for byte: a transport neither resolves nor encodes anything in it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the exchange at any time and closes its socket; what is pending then rejects. */
  readonly signal: AbortSignal;
  /**
   * Called by a transport that can tell, each time it comes to a new phase: it opens a connection, through a proxy and
   * with TLS where they are needed, or it waits for the answer on an open one. One that cannot tell never calls it.
   */
  readonly onPhase?: (phase: TransportPhase) => void;
}

/** What a transport is doing before the answer's headers are there. */
export type TransportPhase = "connecting" | "waiting for the response";

export interface TransportResponse {
  readonly status: number;
  /** By lower-case name; several headers of one name are joined with `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** As it was sent, content encodings included. Throws when the connection ends before the body does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends requests and nothing more: no redirect is followed, nothing is repeated, inflated or bounded. Everything that
 * gives guarantees stands above it and so holds for any transport.
 */
export interface Transport {
  /** Answers with any final status, as soon as its headers are there. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes all sockets at once; requests in flight fail. */
  dispose(): void;
}
