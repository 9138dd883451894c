import { type Socket } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { type Clock, systemClock } from "../shared/clock";
import { Dialer } from "./dialer";
import { type ProxyServer } from "./proxyServer";
import { maxHeadBytes, type TransportRequest, type TransportResponse } from "./transport";
import { type ReplaceableTransport } from "./transportSlot";

export interface UndiciTransportOptions {
  /** The proxy for an origin, called for each connection; none by default. */
  readonly proxyFor?: (origin: string) => ProxyServer | undefined;
  /** Additionally trusted certificates as PEM texts; called once, before the first TLS connection. */
  readonly certificates?: () => readonly string[];
  readonly clock?: Clock;
}

/** Speaks HTTP/1.1 through an undici agent of its own; does not use or change the process-wide dispatcher. */
export class UndiciTransport implements ReplaceableTransport {
  private readonly dialer: Dialer;
  private readonly agent: Agent;

  constructor(options: UndiciTransportOptions = {}) {
    const { proxyFor = () => undefined, certificates = () => [], clock = systemClock } = options;
    this.dialer = new Dialer({ proxyFor, certificates, clock });
    // The client has its own time limits for headers and body; undici's body timeout restarts with each byte that
    // trickles in.
    this.agent = new Agent({
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: maxHeadBytes,
      connect: this.dialer.connect,
    });
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { origin, path, headers, signal } = request;
    // The dispatcher's own method: the module's `request` passes the path through the URL parser, which resolves
    // `%2E%2E`.
    const response = await this.dialer.dispatch(request, () =>
      this.agent.request({ origin, path, method: "GET", headers, signal }),
    );
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: response.body,
    };
  }

  /** See {@link Dialer.openTunnel}. */
  openTunnel(proxy: ProxyServer, target: string, signal: AbortSignal): Promise<Socket> {
    return this.dialer.openTunnel(proxy, target, signal);
  }

  async retire(): Promise<void> {
    await this.agent.close();
  }

  dispose(): void {
    this.dialer.dispose();
    this.agent.destroy().catch(() => {
      // It rejects only if it is already destroyed: then there is nothing left to close.
    });
  }
}

function headersOf(headers: Dispatcher.ResponseData["headers"]): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return result;
}
