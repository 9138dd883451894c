import { createServer, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { type ListeningServer, listening } from "../support/testServer";

/** A way in which a service fails a request. */
type Fault = (response: ServerResponse, body: Uint8Array) => void;

const faults: readonly Fault[] = [
  // The connection is lost before the answer.
  (response) => response.socket?.destroy(),
  // It is lost in the middle of the body.
  (response, body) => {
    response.writeHead(200, { "content-length": body.length });
    response.write(body.subarray(0, body.length >> 1), () => response.socket?.destroy());
  },
  // A compressed body is cut, and its transfer ends as if it were whole.
  (response, body) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    response.end(gzipSync(body).subarray(0, -20));
  },
  (response) => response.writeHead(503).end("busy"),
  (response) => response.writeHead(429, { "retry-after": "0" }).end('{"detail": "too many"}'),
  (response) => response.writeHead(404).end('{"detail": "no such variant"}'),
  (response) => response.end("<!doctype html><title>Sign in</title>"),
  // It begins and ends like Parquet, and is none.
  (response, body) => {
    const damaged = Buffer.from(body);
    damaged.fill(0xff, 4, damaged.length - 8);
    response.end(damaged);
  },
];

export interface FaultyServer extends ListeningServer {
  /** Requests so far, and those of them that were failed. */
  readonly counts: { readonly requests: number; readonly faults: number };
}

/** Answers with a body, and fails every n-th request in one of eight ways, each in its turn. */
export async function startFaultyServer(body: Uint8Array, everyNth: number): Promise<FaultyServer> {
  const counts = { requests: 0, faults: 0 };
  const server = createServer((_, response) => {
    counts.requests += 1;
    if (counts.requests % everyNth !== 0) {
      response.end(body);
      return;
    }
    faults[counts.faults % faults.length]?.(response, body);
    counts.faults += 1;
  });
  return { ...(await listening(server)), counts };
}
