import { type Duplex } from "node:stream";
import { type Endpoint } from "../../service/openSocket";
import { messageOf } from "../../shared/messageOf";

/** A proxy that opens tunnels. */
export interface TunnelProxy {
  /** Host and port for people, without user and password. */
  readonly host: string;
  /** Where it is configured: `http.proxy`, or the name of an environment variable. */
  readonly source: string;
  /** Whether credentials are sent to it. */
  readonly hasCredentials: boolean;
  /** Its endpoint; undefined if its address is invalid. */
  readonly endpoint: Endpoint | undefined;
  /** A tunnel to `host:port`, before any TLS. Rejects with a message without credentials. */
  readonly openTunnel: (target: string, signal: AbortSignal) => Promise<Duplex>;
}

/** The proxy cannot be reached, so the service itself was not tried. */
export class ProxyUnreachableError extends Error {
  override readonly name = "ProxyUnreachableError";

  constructor(
    readonly proxy: Omit<TunnelProxy, "openTunnel">,
    cause: unknown,
  ) {
    super(`the proxy ${proxy.host} does not respond: ${messageOf(cause)}`, { cause });
  }
}
