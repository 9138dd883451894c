import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type Duplex } from "node:stream";
import { type BaseUrl } from "../../service/baseUrl";
import { type Endpoint, endpointOf, openSocket, tunnelTargetOf } from "../../service/openSocket";
import { type Clock } from "../../shared/clock";
import { isLoopback } from "../../shared/loopback";
import { type Handshake, shakeHands } from "./certificate";
import { type AnyStep, type Conclusion, type StepName } from "./findings";
import { ProxyUnreachableError, type TunnelProxy } from "./tunnelProxy";

/** How requests leave this computer. */
export interface NetworkPath {
  /**
   * Who carries them: `undici`, the `editor` by means of its own that cannot be looked into, or `auto`, where the
   * editor steps in when a proxy or TLS is in the way, or when no connection can be made to another computer.
   */
  readonly carrier: "auto" | "editor" | "undici";
  /** The proxy for an origin; undefined for the direct way. */
  readonly proxyFor: (origin: string) => TunnelProxy | undefined;
  /** PEM texts of what is trusted beside the runtime's own certificates. */
  readonly certificates: () => readonly string[];
}

/** Longer than a name, a connection or a handshake takes that still works. */
const stepBudgetMs = 10_000;

const dayMs = 86_400_000;

/** A certificate is renewed well before it ends; one that is not, will be a failure soon. */
const fewDays = 14;

/**
 * The way from here to the service: its name, a connection, the proxy, TLS. Nothing is sent but the request for a
 * tunnel.
 */
export class PathSteps {
  readonly steps: readonly AnyStep[];
  /** The steps that a request to the service needs; those that its carrier can go around are not among them. */
  readonly needed: readonly StepName[];
  private readonly service: Endpoint;
  /** Host and port, as a tunnel is asked for. */
  private readonly target: string;
  private readonly isPlain: boolean;
  private readonly proxy: TunnelProxy | undefined;
  /** The way as far as it is open: the next step goes on from its end. */
  private open: Duplex | undefined;
  /** Why there is no connection to the proxy. */
  private unreachable: ProxyUnreachableError | undefined;

  constructor(
    { origin }: BaseUrl,
    private readonly path: NetworkPath,
    private readonly clock: Clock,
  ) {
    this.service = endpointOf(origin);
    this.target = tunnelTargetOf(origin);
    this.isPlain = origin.startsWith("http:");
    this.proxy = path.proxyFor(origin);
    const isProxied = this.proxy !== undefined;
    this.steps = [
      { name: "name", needs: () => [], run: (signal) => this.atFirst(() => this.findName(signal)) },
      {
        name: "connection",
        needs: () => ["name"],
        run: (signal) => this.atFirst(() => this.connect(signal)),
      },
      {
        name: "proxy",
        // Connecting to it was trying it.
        needs: () => (isProxied && this.unreachable === undefined ? ["connection"] : []),
        run: (signal) => this.askProxy(signal),
      },
      {
        name: "tls",
        needs: () => (this.isPlain ? [] : ["connection", "proxy"]),
        run: (signal) => this.shakeHands(signal),
      },
    ];
    this.needed = neededFor(path.carrier, isLoopback(new URL(origin).hostname));
  }

  /** Closes what is open. */
  dispose(): void {
    this.open?.destroy();
  }

  private get first(): Endpoint {
    const { proxy, service } = this;
    if (proxy === undefined) return service;
    if (proxy.endpoint !== undefined) return proxy.endpoint;
    throw new Error("it has no usable address");
  }

  /** What fails before the proxy was asked is the proxy's failure, where there is one. */
  private async atFirst<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (this.proxy === undefined) throw error;
      this.unreachable = new ProxyUnreachableError(this.proxy, error);
      throw this.unreachable;
    }
  }

  private async findName(caller: AbortSignal): Promise<Conclusion<"name">> {
    const { host } = this.first;
    if (isIP(host) !== 0) {
      return { state: "not-needed", why: this.proxy === undefined ? "address" : "proxy-address" };
    }
    const found = await this.timed(caller, () => lookup(host, { all: true }));
    const addresses = found.value.map(({ address }) => address);
    return { state: "passed", facts: { host, addresses, isProxy: this.proxy !== undefined } };
  }

  private async connect(caller: AbortSignal): Promise<Conclusion<"connection">> {
    const { first } = this;
    const { value, ms } = await this.timed(caller, (signal) => openSocket(first, signal));
    this.open = value;
    const { remoteAddress: address = first.host, remotePort: port = first.port } = value;
    return { state: "passed", facts: { address, port, isProxy: this.proxy !== undefined, ms } };
  }

  private async askProxy(caller: AbortSignal): Promise<Conclusion<"proxy">> {
    const { proxy, target } = this;
    if (proxy === undefined) return { state: "not-needed", why: "no-proxy" };
    if (this.unreachable !== undefined) throw this.unreachable;
    // It opens a connection of its own.
    this.dispose();
    const { value, ms } = await this.timed(caller, (signal) => proxy.openTunnel(target, signal));
    this.open = value;
    const { host: proxyHost, source, hasCredentials } = proxy;
    return { state: "passed", facts: { proxyHost, source, hasCredentials, ms } };
  }

  private async shakeHands(caller: AbortSignal): Promise<Conclusion<"tls">> {
    if (this.isPlain) return { state: "not-needed", why: "no-tls" };
    const { value, ms } = await this.timed(caller, (signal) => this.handshake(signal));
    const { protocol, certificate } = value;
    const daysLeft = Math.floor((certificate.validUntilMs - this.clock.now()) / dayMs);
    const state = daysLeft < fewDays ? "warning" : "passed";
    return { state, facts: { protocol, certificate, daysLeft, ms } };
  }

  private async handshake(signal: AbortSignal): Promise<Handshake> {
    const socket = this.open;
    if (socket === undefined) throw new Error("there is no connection for a TLS handshake");
    const cancel = (): void => void socket.destroy();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await shakeHands(socket, this.service.host, this.path.certificates());
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  private async timed<T>(
    caller: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<{ readonly value: T; readonly ms: number }> {
    const startedMs = this.clock.elapsed();
    const value = await withinBudget(this.clock, stepBudgetMs, caller, work);
    return { value, ms: this.clock.elapsed() - startedMs };
  }
}

/** The editor has ways of its own; in `auto` it takes them when the usual one does not lead to another computer. */
function neededFor(carrier: NetworkPath["carrier"], isHere: boolean): readonly StepName[] {
  switch (carrier) {
    case "undici":
      return ["connection", "proxy", "tls"];
    case "auto":
      return isHere ? ["connection"] : [];
    case "editor":
      return [];
  }
}

/** A step of a diagnosis took longer than it may. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";

  constructor(readonly budgetMs: number) {
    super(`no response within ${budgetMs} ms`);
  }
}

/**
 * What the work gives.
 *
 * @param work - Gets a signal that aborts when the time is over or the caller cancels.
 * @throws {@link BudgetError}, or the caller's reason, as soon as either happens, even when the work hangs.
 */
async function withinBudget<T>(
  { after }: Clock,
  budgetMs: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const expired = new AbortController();
  const stop = after(budgetMs, () => expired.abort(new BudgetError(budgetMs)));
  const signal = AbortSignal.any([caller, expired.signal]);
  let end = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
  });
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    stop();
    signal.removeEventListener("abort", end);
  }
}
