import { type Socket, isIP } from "node:net";
import { buildConnector } from "undici";
import { TLSSocket } from "node:tls";
import { type Clock } from "../shared/clock";
import { trustingContext } from "./certificates";
import { tlsFailureOf } from "./clientCertificate";
import { endpointOf, openSocket, tunnelTargetOf } from "./openSocket";
import { type ProxyServer } from "./proxyServer";
import { openTunnel } from "./proxyTunnel";
import { type TransportRequest } from "./transport";

export interface DialerOptions {
  /** The proxy for an origin; undefined for a direct connection. */
  readonly proxyFor: (origin: string) => ProxyServer | undefined;
  /** Additionally trusted certificates as PEM texts; called once, before the first TLS connection. */
  readonly certificates: () => readonly string[];
  readonly clock: Clock;
}

type Waiting = Pick<TransportRequest, "signal" | "onPhase">;

/**
 * Opens the sockets of an undici agent: directly or through a proxy, with TLS if the origin requires it, always
 * verified.
 *
 * undici continues to connect after the request has been cancelled, and does not report that a request is waiting for a
 * connection. But it asks for a socket in the same turn in which it dispatches the request that needs it, and only for
 * that request.
 */
export class Dialer {
  private readonly dials = new Set<AbortController>();
  private upgrade: buildConnector.connector | undefined;
  private waiting: Waiting | undefined;

  constructor(private readonly options: DialerOptions) {}

  /** Calls a function that dispatches a request; connecting stops when that request ends. */
  dispatch<T>(request: Waiting, dispatch: () => T): T {
    this.waiting = request;
    const result = dispatch();
    if (this.takeWaiting() !== undefined) request.onPhase?.("waiting for the response");
    return result;
  }

  /** The `connect` option of the agent. */
  readonly connect: buildConnector.connector = (options, callback) => {
    const waiting = this.takeWaiting();
    waiting?.onPhase?.("connecting");
    const dialed = this.dial(options, waiting).then((socket) => {
      waiting?.onPhase?.("waiting for the response");
      return socket;
    });
    report(dialed, callback);
  };

  /**
   * A socket that leads through the proxy to a target, before any TLS.
   *
   * @param target - Host and port.
   * @throws {@link ProxyRefusedError} if the proxy is invalid, cannot be reached, or refuses the tunnel.
   */
  async openTunnel(proxy: ProxyServer, target: string, signal: AbortSignal): Promise<Socket> {
    const connect: buildConnector.connector = (toProxy, callback) => {
      report(this.openDirect(toProxy, signal), callback);
    };
    return openTunnel(proxy, target, { connect, signal, clock: this.options.clock });
  }

  /** Ends all pending connections. */
  dispose(): void {
    for (const dial of this.dials) dial.abort(new Error("the transport is closed"));
  }

  /** The request that is being dispatched, unless a connection is already being opened for it. */
  private takeWaiting(): Waiting | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  private async dial(options: buildConnector.Options, waiting?: Waiting): Promise<Socket> {
    const ending = new AbortController();
    const cancel = (): void => ending.abort(waiting?.signal.reason);
    this.dials.add(ending);
    waiting?.signal.addEventListener("abort", cancel, { once: true });
    try {
      return await this.openWay(options, ending.signal);
    } catch (error) {
      // If it has ended, its own reason is the error, whatever failed on the way.
      ending.signal.throwIfAborted();
      throw error;
    } finally {
      waiting?.signal.removeEventListener("abort", cancel);
      this.dials.delete(ending);
    }
  }

  private async openWay(options: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const origin = originOf(options);
    const proxy = this.options.proxyFor(origin);
    if (proxy === undefined) return this.openDirect(options, signal);
    const socket = await this.openTunnel(proxy, tunnelTargetOf(origin), signal);
    return this.secured(options, socket, signal);
  }

  private async openDirect(options: buildConnector.Options, signal: AbortSignal): Promise<Socket> {
    const socket = await openSocket(endpointOf(originOf(options)), signal, this.options);
    return this.secured(options, socket, signal);
  }

  /** With TLS if the protocol requires it. */
  private secured(
    options: buildConnector.Options,
    socket: Socket,
    signal: AbortSignal,
  ): Promise<Socket> {
    if (options.protocol !== "https:") return Promise.resolve(socket);
    this.upgrade ??= this.newUpgrade();
    // It returns the socket, although its type says otherwise.
    const upgrade: (...given: Parameters<buildConnector.connector>) => unknown = this.upgrade;
    const { hostname, protocol, port } = options;
    // The name that is verified is always the one that was dialed; an address is not sent as a name (RFC 6066 §3).
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        // Also destroys the layers above, which then emit nothing.
        socket.destroy();
        reject(new Error("cancelled"));
      };
      signal.addEventListener("abort", cancel, { once: true });
      const to = { hostname, protocol, port, ...name, httpSocket: socket };
      const secure = upgrade(to, (error, opened) => {
        signal.removeEventListener("abort", cancel);
        if (error === null) resolve(opened);
        else reject(secure instanceof TLSSocket ? tlsFailureOf(error, secure) : error);
      });
      if (secure instanceof TLSSocket) destroyOnAlert(secure);
    });
  }

  private newUpgrade(): buildConnector.connector {
    const pems = this.options.certificates();
    const secureContext = trustingContext(pems);
    // Code that patches `tls` to add certificates skips connections that have their own.
    const trust = secureContext === undefined ? {} : { secureContext, ca: [...pems] };
    return buildConnector({ ...trust, rejectUnauthorized: true, timeout: 0 });
  }
}

/**
 * Keeps the error of an alert: with TLS 1.3 it arrives after the handshake, and undici would report only a closed
 * connection.
 */
function destroyOnAlert(socket: TLSSocket): void {
  socket.once("secureConnect", () => {
    socket.once("error", (error: Error) => socket.destroy(tlsFailureOf(error, socket)));
  });
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
