import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type Duplex } from "node:stream";
import { type BaseUrl } from "../../service/baseUrl";
import { type Endpoint, endpointOf, openSocket, tunnelTargetOf } from "../../service/openSocket";
import { type Clock } from "../../shared/clock";
import { isLoopback } from "../../shared/loopback";
import { untilAborted } from "../../shared/untilAborted";
import { type Handshake, shakeHands } from "./certificate";
import { type AnyStep, type Conclusion, type StepName } from "./findings";
import { ProxyUnreachableError, type TunnelProxy } from "./tunnelProxy";

/** How requests leave this computer. */
export interface NetworkPath {
  /**
   * The transport: `undici`; `editor`, whose own means cannot be inspected; or `auto`, which uses the editor's if a
   * proxy or TLS blocks undici, or if no connection to another computer can be made.
   */
  readonly carrier: "auto" | "editor" | "undici";
  /** The proxy for an origin; undefined for a direct connection. */
  readonly proxyFor: (origin: string) => TunnelProxy | undefined;
  /** Additionally trusted certificates as PEM texts. */
  readonly certificates: () => readonly string[];
}

/** Longer than any name lookup, connection or handshake takes that still works. */
const stepBudgetMs = 10_000;

const dayMs = 86_400_000;

/** Certificates are renewed well before they expire; one that is not will soon cause a failure. */
const fewDays = 14;

/** The network path to the service: name, connection, proxy, TLS. Sends nothing but the request for a tunnel. */
export class PathSteps {
  readonly steps: readonly AnyStep[];
  /** The steps that a request to the service needs, except those that its transport can work around. */
  readonly needed: readonly StepName[];
  private readonly service: Endpoint;
  /** Host and port, as `CONNECT` requires them. */
  private readonly target: string;
  private readonly isPlain: boolean;
  private readonly proxy: TunnelProxy | undefined;
  /** The connection so far, on which the next step continues. */
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
        // A failed connection to the proxy is itself the result of this step.
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

  /** Closes the open connection. */
  dispose(): void {
    this.open?.destroy();
  }

  private get first(): Endpoint {
    const { proxy, service } = this;
    if (proxy === undefined) return service;
    if (proxy.endpoint !== undefined) return proxy.endpoint;
    throw new Error("it has no usable address");
  }

  /** A failure before the proxy was contacted is the proxy's failure, if there is one. */
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

/** The editor has its own means; `auto` uses them if undici cannot reach another computer. */
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

/** A step of a diagnosis timed out. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";

  constructor(readonly budgetMs: number) {
    super(`no response within ${budgetMs} ms`);
  }
}

/**
 * The result of the work.
 *
 * @param work - Gets a signal that aborts on timeout or when the caller cancels.
 * @throws {@link BudgetError}, or the caller's reason, as soon as either happens, even if the work hangs.
 */
async function withinBudget<T>(
  { after }: Clock,
  budgetMs: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  caller.throwIfAborted();
  const expired = new AbortController();
  const stop = after(budgetMs, () => expired.abort(new BudgetError(budgetMs)));
  const signal = AbortSignal.any([caller, expired.signal]);
  try {
    return await untilAborted(work(signal), signal);
  } finally {
    stop();
  }
}
