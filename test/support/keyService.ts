import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type TestCertificate } from "./certificates";

/** A service with TLS that answers every request with {@link keyServiceBody}, compressed by gzip. */
export interface KeyService {
  readonly port: number;
  /** The keys that reached it; undefined for a request without one. */
  readonly keys: readonly unknown[];
  readonly close: () => Promise<void>;
}

export const keyServiceBody = "[]";

/** Starts the service on a free port of 127.0.0.1. */
export async function startKeyService(certificate: TestCertificate): Promise<KeyService> {
  const keys: unknown[] = [];
  const server = createServer(certificate, (request, response) => {
    keys.push(request.headers["x-api-key"]);
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(keyServiceBody));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    keys,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
