import { type AddressInfo, type Socket } from "node:net";
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import { gzipSync } from "node:zlib";

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

export interface FaultyServer {
  readonly origin: string;
  /** Requests so far, and those of them that were failed. */
  readonly counts: { readonly requests: number; readonly faults: number };
  /** Open connections. */
  readonly sockets: number;
  close(): Promise<void>;
}

/** Answers with a body, and fails every n-th request in one of eight ways, each in its turn. */
export async function startFaultyServer(body: Uint8Array, everyNth: number): Promise<FaultyServer> {
  const counts = { requests: 0, faults: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => {
    counts.requests += 1;
    if (counts.requests % everyNth !== 0) {
      response.end(body);
      return;
    }
    faults[counts.faults % faults.length]?.(response, body);
    counts.faults += 1;
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    counts,
    get sockets() {
      return sockets.size;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
