import { Socket, isIP } from "node:net";
import { type TLSSocket } from "node:tls";
import { Agent, Client, type Dispatcher, buildConnector } from "undici";
import { type Clock, systemClock } from "../shared/clock";
import { trustingContext } from "./certificates";
import { tlsFailureOf } from "./clientCertificate";
import { endpointOf, openSocket, tunnelTargetOf } from "./openSocket";
import { ProxyRefusals } from "./proxyRefusal";
import { type ProxyServer } from "./proxyServer";
import { maxHeadBytes, type TransportRequest, type TransportResponse } from "./transport";
import { ProxyRefusedError } from "./transportError";
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

/**
 * Speaks HTTP/1.1 through undici agents of its own, with TLS always verified; does not use or change the process-wide
 * dispatcher.
 *
 * undici continues to connect after the request has been cancelled, and does not report that a request is waiting for a
 * connection. But it asks for a socket in the same turn in which it dispatches the request that needs it, and only for
 * that request.
 */
export class UndiciTransport implements ReplaceableTransport {
  private readonly clock: Clock;
  /** Ends all connections that are being opened. */
  private readonly closing = new AbortController();
  /** The current agent, and those with requests still in flight. */
  private readonly agents = new Set<Agent>();
  private agent: Agent;
  private lastUse: { readonly nowMs: number; readonly elapsedMs: number };
  /** The request that is being dispatched, unless a connection is already being opened for it. */
  private dispatched: TransportRequest | undefined;
  private upgrade: TlsUpgrade | undefined;

  constructor(private readonly options: UndiciTransportOptions = {}) {
    this.clock = options.clock ?? systemClock;
    this.agent = this.newAgent();
    this.lastUse = this.time();
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { origin, path, headers, signal, onPhase, needsNewConnection = false } = request;
    if (needsNewConnection || this.isIdle()) this.replaceAgent();
    this.lastUse = this.time();
    this.dispatched = request;
    // The dispatcher's own method: the module's `request` passes the path through the URL parser, which resolves
    // `%2E%2E`.
    const answered = this.agent.request({ origin, path, method: "GET", headers, signal });
    if (this.takeDispatched() !== undefined) onPhase?.("waiting for the response");
    const response = await answered;
    this.lastUse = this.time();
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: response.body,
    };
  }

  /**
   * A socket that leads through the proxy to a target, before any TLS (RFC 9110 §9.3.6). As in the editor, only status 200
   * opens a tunnel: sign-in pages may be sent with other 2xx statuses.
   *
   * @param target - Host and port.
   * @throws {@link ProxyRefusedError} if the proxy is invalid, cannot be reached, or refuses the tunnel.
   */
  async openTunnel(proxy: ProxyServer, target: string, signal: AbortSignal): Promise<Socket> {
    const refusals = new ProxyRefusals(proxy);
    const { url, authorization, problem } = proxy;
    if (problem !== undefined) throw refusals.unusable(problem);
    const client = new Client(url, {
      headersTimeout: 0,
      maxHeaderSize: maxHeadBytes,
      connect: (to, callback) => report(this.openDirect(to, signal), callback),
    });
    const credentials = authorization === undefined ? {} : { "proxy-authorization": authorization };
    try {
      const headers = { host: target, ...credentials };
      const { statusCode, socket } = await client.connect({ path: target, headers, signal });
      if (statusCode === 200 && socket instanceof Socket) return socket;
      // A page only explains and is worth no wait: this reads what arrived with the head, as the editor's transport does.
      const page: unknown = socket.read();
      socket.destroy();
      throw refusals.answered(statusCode, Buffer.isBuffer(page) ? page.toString() : "");
    } catch (error) {
      if (error instanceof ProxyRefusedError || signal.aborted) throw error;
      // Never the error itself: undici repeats a request without end if a connection fails with `UND_ERR_SOCKET`.
      throw refusals.unreachable(error);
    } finally {
      // After an upgrade the socket no longer belongs to the client.
      void client.destroy();
    }
  }

  async retire(): Promise<void> {
    await Promise.all([...this.agents].map((agent) => this.close(agent)));
  }

  dispose(): void {
    this.closing.abort(new Error("the transport is closed"));
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
      connect: (to, callback) => report(this.dial(to), callback),
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

  private takeDispatched(): TransportRequest | undefined {
    const { dispatched } = this;
    this.dispatched = undefined;
    return dispatched;
  }

  /** Opens a socket for the request that is being dispatched, and stops when that request ends. */
  private async dial(to: buildConnector.Options): Promise<Socket> {
    const request = this.takeDispatched();
    request?.onPhase?.("connecting");
    const closed = this.closing.signal;
    const signal = request === undefined ? closed : AbortSignal.any([request.signal, closed]);
    try {
      const socket = await this.open(to, signal);
      request?.onPhase?.("waiting for the response");
      return socket;
    } catch (error) {
      // If the request has ended, its own reason is the error, whatever failed on the way.
      signal.throwIfAborted();
      throw error;
    }
  }

  /** Directly or through the proxy of the origin. */
  private async open(to: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const origin = originOf(to);
    const proxy = this.options.proxyFor?.(origin);
    if (proxy === undefined) return this.openDirect(to, signal);
    const socket = await this.openTunnel(proxy, tunnelTargetOf(origin), signal);
    return this.secured(to, socket, signal);
  }

  private async openDirect(to: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const socket = await openSocket(endpointOf(originOf(to)), signal, this.options);
    return this.secured(to, socket, signal);
  }

  /** With TLS if the protocol requires it. */
  private secured(
    { protocol, hostname, port }: buildConnector.Options,
    httpSocket: Socket,
    signal: AbortSignal,
  ): Promise<Socket> {
    if (protocol !== "https:") return Promise.resolve(httpSocket);
    this.upgrade ??= this.newUpgrade();
    const { upgrade } = this;
    // The name that is verified is always the one that was dialed; an address is not sent as a name (RFC 6066 §3).
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        // Also destroys the layers above, which then emit nothing.
        httpSocket.destroy();
        reject(signal.reason as Error);
      };
      signal.addEventListener("abort", cancel, { once: true });
      const to = { protocol, hostname, port, ...name, httpSocket };
      const secure = upgrade(to, (error, opened) => {
        signal.removeEventListener("abort", cancel);
        if (error === null) {
          destroyOnAlert(secure);
          resolve(opened);
        } else reject(tlsFailureOf(error, secure));
      });
    });
  }

  private newUpgrade(): TlsUpgrade {
    const pems = this.options.certificates?.() ?? [];
    const secureContext = trustingContext(pems);
    // Code that patches `tls` to add certificates skips connections that have their own.
    const trust = secureContext === undefined ? {} : { secureContext, ca: [...pems] };
    return buildConnector({ ...trust, rejectUnauthorized: true, timeout: 0 }) as TlsUpgrade;
  }
}

/** undici's connector for TLS returns the socket, although its type says otherwise. */
type TlsUpgrade = (...given: Parameters<buildConnector.connector>) => TLSSocket;

/**
 * Keeps the error of an alert: with TLS 1.3 it arrives after the handshake, and undici would report only a closed
 * connection.
 */
function destroyOnAlert(socket: TLSSocket): void {
  socket.once("error", (error: Error) => socket.destroy(tlsFailureOf(error, socket)));
}

function report(dialed: Promise<Socket>, callback: buildConnector.Callback): void {
  dialed.then(
    (socket) => callback(null, socket),
    (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
  );
}

function originOf({ protocol, host, hostname }: buildConnector.Options): string {
  return `${protocol}//${host ?? hostname}`;
}

function headersOf(headers: Dispatcher.ResponseData["headers"]): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return result;
}
