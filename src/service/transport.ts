/** One GET on the wire. */
export interface TransportRequest {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path and query, sent byte for byte: a transport neither resolves nor encodes anything in it. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the exchange at any time and closes its socket; pending promises reject. */
  readonly signal: AbortSignal;
  /** Sends the request on a new connection, if the transport manages its own connections. */
  readonly needsNewConnection?: boolean;
  /**
   * Called at each new phase: opening a connection, including proxy and TLS if needed, or waiting for the answer on an
   * open connection.
   */
  readonly onPhase?: (phase: TransportPhase) => void;
}

/** What a transport is doing before the answer's headers arrive. */
export type TransportPhase = "connecting" | "waiting for the response";

export interface TransportResponse {
  readonly status: number;
  /** By lower-case name; repeated headers are joined with `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** As sent, before content decoding. Throws if the connection ends before the body does. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends requests and nothing more: it does not follow redirects, retry, decode or limit. All guarantees are implemented
 * above it, so that they hold for any transport.
 */
export interface Transport {
  /** Resolves with any final status, as soon as the headers have arrived. */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Closes all sockets at once; requests in flight fail. */
  dispose(): void;
}

/** The limit for the status line and headers of one answer. A larger head is an error and is never cut. */
export const maxHeadBytes = 64 * 1024;
