import { type Duplex } from "node:stream";
import { type Endpoint } from "../../service/openSocket";
import { messageOf } from "../../shared/messageOf";

/** A proxy that opens tunnels. */
export interface TunnelProxy {
  /** Host and port for people, without user and password. */
  readonly host: string;
  /** Who names it: `http.proxy`, or the name of an environment variable. */
  readonly source: string;
  /** Whether it is told who asks. */
  readonly hasCredentials: boolean;
  /** Where it is; undefined when its address cannot be used. */
  readonly endpoint: Endpoint | undefined;
  /** A tunnel to `host:port`, before any TLS in it. Rejects with words that hold no credentials. */
  readonly openTunnel: (target: string, signal: AbortSignal) => Promise<Duplex>;
}

/** There is no connection to the proxy: the service itself was not tried. */
export class ProxyUnreachableError extends Error {
  override readonly name = "ProxyUnreachableError";

  constructor(
    readonly proxy: Omit<TunnelProxy, "openTunnel">,
    cause: unknown,
  ) {
    super(`the proxy ${proxy.host} does not respond: ${messageOf(cause)}`, { cause });
  }
}
