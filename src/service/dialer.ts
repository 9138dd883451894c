import { type Socket, isIP } from "node:net";
import { buildConnector } from "undici";
import { type Clock } from "../shared/clock";
import { trustingContext } from "./certificates";
import { endpointOf, openSocket, tunnelTargetOf } from "./openSocket";
import { type ProxyServer } from "./proxyServer";
import { openTunnel } from "./proxyTunnel";
import { type TransportRequest } from "./transport";

export interface DialerOptions {
  /** The proxy for an origin; undefined for the direct way. */
  readonly proxyFor: (origin: string) => ProxyServer | undefined;
  /**
   * PEM texts of what is trusted beside the runtime's own certificates; asked once, before the first TLS connection.
   */
  readonly certificates: () => readonly string[];
  readonly clock: Clock;
}

type Waiting = Pick<TransportRequest, "signal" | "onPhase">;

/**
 * Opens the sockets of an undici agent: directly or through a proxy, with TLS where the origin wants it, always
 * verified.
 *
 * undici itself goes on to connect when the request has been cancelled, and does not tell when a request waits for
 * that. But it asks for a socket in the very turn in which the request that needs it is dispatched, and for that
 * request alone.
 */
export class Dialer {
  private readonly dials = new Set<AbortController>();
  private upgrade: buildConnector.connector | undefined;
  private waiting: Waiting | undefined;

  constructor(private readonly options: DialerOptions) {}

  /** Runs what dispatches a request; what it dials ends with that request. */
  dispatch<T>(request: Waiting, dispatch: () => T): T {
    this.waiting = request;
    const result = dispatch();
    if (this.takeWaiting() !== undefined) request.onPhase?.("waiting for the response");
    return result;
  }

  /** To be given to the agent. */
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
   * A socket that leads through the proxy to a target, before any TLS in it.
   *
   * @param target - Host and port.
   * @throws {@link ProxyRefusedError} when the proxy cannot be used, cannot be reached, or gives no way there.
   */
  async openTunnel(proxy: ProxyServer, target: string, signal: AbortSignal): Promise<Socket> {
    const connect: buildConnector.connector = (toProxy, callback) => {
      report(this.openDirect(toProxy, signal), callback);
    };
    return openTunnel(proxy, target, { connect, signal, clock: this.options.clock });
  }

  /** Ends what is being dialed. */
  dispose(): void {
    for (const dial of this.dials) dial.abort(new Error("the transport is closed"));
  }

  /** The request that is being dispatched, unless something is dialed for it already. */
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
      // What was opened until then fails in its own words.
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
    const socket = await openSocket(endpointOf(originOf(options)), signal);
    return this.secured(options, socket, signal);
  }

  /** With TLS where the protocol wants it. */
  private secured(
    options: buildConnector.Options,
    socket: Socket,
    signal: AbortSignal,
  ): Promise<Socket> {
    if (options.protocol !== "https:") return Promise.resolve(socket);
    this.upgrade ??= this.newUpgrade();
    const { upgrade } = this;
    const { hostname, protocol, port } = options;
    // The name that is verified is always the one that was dialed; addresses are sent as no name (RFC 6066 §3).
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        // Destroys what stands upon it as well, which then is silent.
        socket.destroy();
        reject(new Error("cancelled"));
      };
      signal.addEventListener("abort", cancel, { once: true });
      upgrade({ hostname, protocol, port, ...name, httpSocket: socket }, (error, opened) => {
        signal.removeEventListener("abort", cancel);
        if (error === null) resolve(opened);
        else reject(error);
      });
    });
  }

  private newUpgrade(): buildConnector.connector {
    const pems = this.options.certificates();
    const secureContext = trustingContext(pems);
    // Whoever patches `tls` to add certificates leaves connections alone that bring their own.
    const trust = secureContext === undefined ? {} : { secureContext, ca: [...pems] };
    return buildConnector({ ...trust, rejectUnauthorized: true, timeout: 0 });
  }
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
