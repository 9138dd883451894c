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

/**
 * How long a connection may be idle before it is no longer used: the network may have changed in the meantime, and a dead
 * connection looks like a slow service. Timers alone cannot enforce this, because they stop while the computer sleeps.
 */
const trustedIdleMs = 10_000;

/** Speaks HTTP/1.1 through undici agents of its own; does not use or change the process-wide dispatcher. */
export class UndiciTransport implements ReplaceableTransport {
  private readonly dialer: Dialer;
  private readonly clock: Clock;
  /** The current agent, and those with requests still in flight. */
  private readonly agents = new Set<Agent>();
  private agent: Agent;
  private lastUse: { readonly nowMs: number; readonly elapsedMs: number };

  constructor(options: UndiciTransportOptions = {}) {
    const { proxyFor = () => undefined, certificates = () => [], clock = systemClock } = options;
    this.clock = clock;
    this.dialer = new Dialer({ proxyFor, certificates, clock });
    this.agent = this.newAgent();
    this.lastUse = this.time();
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { origin, path, headers, signal, needsNewConnection = false } = request;
    if (needsNewConnection || this.isIdle()) this.replaceAgent();
    this.lastUse = this.time();
    // The dispatcher's own method: the module's `request` passes the path through the URL parser, which resolves
    // `%2E%2E`.
    const response = await this.dialer.dispatch(request, () =>
      this.agent.request({ origin, path, method: "GET", headers, signal }),
    );
    this.lastUse = this.time();
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
    await Promise.all([...this.agents].map((agent) => this.close(agent)));
  }

  dispose(): void {
    this.dialer.dispose();
    for (const agent of this.agents) {
      agent.destroy().catch(() => {
        // The agent rejects only if it is already destroyed; then there is nothing left to close.
      });
    }
  }

  private newAgent(): Agent {
    const agent = new Agent({
      // The client has its own time limits for headers and body; undici's body timeout restarts with each byte that
      // trickles in.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Limits what the service states in `Keep-Alive`.
      keepAliveMaxTimeout: trustedIdleMs,
      maxHeaderSize: maxHeadBytes,
      connect: this.dialer.connect,
    });
    this.agents.add(agent);
    return agent;
  }

  /** Closes idle connections; answers that are still arriving are read to their end. */
  private replaceAgent(): void {
    const old = this.agent;
    this.agent = this.newAgent();
    void this.close(old);
  }

  private async close(agent: Agent): Promise<void> {
    try {
      if (!agent.closed && !agent.destroyed) await agent.close();
    } finally {
      this.agents.delete(agent);
    }
  }

  /**
   * Whether the transport was idle for too long by either clock: the monotonic one may stop during sleep, the other can be
   * set.
   */
  private isIdle(): boolean {
    const { nowMs, elapsedMs } = this.time();
    const idleMs = Math.max(nowMs - this.lastUse.nowMs, elapsedMs - this.lastUse.elapsedMs);
    return idleMs > trustedIdleMs;
  }

  private time(): { readonly nowMs: number; readonly elapsedMs: number } {
    return { nowMs: this.clock.now(), elapsedMs: this.clock.elapsed() };
  }
}

function headersOf(headers: Dispatcher.ResponseData["headers"]): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return result;
}
