import { type Clock, systemClock } from "../shared/clock";
import { plainCause, isTlsFailure } from "./connectionError";
import { isLoopback } from "../shared/loopback";
import { Redaction } from "./redaction";
import { type TransportRequest, type TransportResponse, type TransportPhase } from "./transport";
import { type ReplaceableTransport } from "./transportSlot";
import { errorCodeOf } from "./errorCode";
import { ConnectTimeoutError, ProxyRefusedError } from "./transportError";

export interface AutoTransportOptions {
  /** Tried first. */
  readonly usual: ReplaceableTransport;
  /**
   * Tried at the first contact with an origin when a proxy stands in the way of the usual one, and, for other hosts than
   * this computer, when no connection can be made: the usual one may not know of the proxy that leads there. Never tried
   * because a certificate was refused.
   */
  readonly other: ReplaceableTransport;
  /** Called once for each origin that is reached by the other one alone, with what stood in the usual one's way. */
  readonly onOther: (origin: string, obstacle: Error) => void;
  /** Called each time that the other one gets no answer either, with its failure, in which the key does not stand. */
  readonly onNeither: (origin: string, failure: Error) => void;
  /** This machine's by default. */
  readonly clock?: Clock;
}

/**
 * Where no connection can be made, the other way is asked so often at most: it is asked in vain while this computer is
 * offline.
 */
const againAfterMs = 60_000;

/** Finds out, at the first contact with an origin, which of two transports reaches it, and stays with that one. */
export class AutoTransport implements ReplaceableTransport {
  private readonly chosen = new Map<string, ReplaceableTransport>();

  /** By origin, when the other one got no answer; on the clock that never runs backwards. */
  private readonly failedAtMs = new Map<string, number>();
  private readonly clock: Clock;

  constructor(private readonly options: AutoTransportOptions) {
    this.clock = options.clock ?? systemClock;
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { usual } = this.options;
    const { origin } = request;
    const chosen = this.chosen.get(origin);
    if (chosen !== undefined) return chosen.send(request);
    const contact = new FirstContact(request, this.mayGoAround(origin), this.clock);
    try {
      const response = await usual.send(contact.request);
      this.choose(origin, usual);
      return response;
    } catch (error) {
      const obstacle = contact.obstacleOf(error);
      if (obstacle === undefined || this.isChosen(origin, usual)) throw error;
      return await this.sendByOther(request, obstacle);
    } finally {
      contact.end();
    }
  }

  /** Which way an origin is reached; undefined before the first contact. */
  wayOf(origin: string): "usual" | "other" | undefined {
    const chosen = this.chosen.get(origin);
    if (chosen === undefined) return undefined;
    return chosen === this.options.usual ? "usual" : "other";
  }

  async retire(): Promise<void> {
    await Promise.all([this.options.usual.retire(), this.options.other.retire()]);
  }

  dispose(): void {
    this.options.usual.dispose();
    this.options.other.dispose();
  }

  /** @throws the obstacle, which says more, when the other way leads nowhere either. */
  private async sendByOther(
    request: TransportRequest,
    obstacle: Error,
  ): Promise<TransportResponse> {
    const { other, onOther } = this.options;
    const { origin, headers, signal } = request;
    // Nobody tells when the other one has connected: from here on the time for the answer counts.
    request.onPhase?.("waiting for the response");
    let response: TransportResponse;
    try {
      response = await other.send(request);
    } catch (error) {
      if (!signal.aborted) {
        this.failedAtMs.set(origin, this.clock.elapsed());
        const redaction = new Redaction(headers["x-api-key"]);
        this.options.onNeither(origin, plainCause(error, redaction));
      }
      throw obstacle;
    }
    if (this.choose(origin, other)) onOther(origin, obstacle);
    return response;
  }

  /** A service on this computer that is down has to fail at once. */
  private mayGoAround(origin: string): boolean {
    const failedAtMs = this.failedAtMs.get(origin) ?? -Infinity;
    return (
      !isLoopback(new URL(origin).hostname) && this.clock.elapsed() - failedAtMs >= againAfterMs
    );
  }

  private isChosen(origin: string, transport: ReplaceableTransport): boolean {
    return this.chosen.get(origin) === transport;
  }

  /** False when the choice was made before: the first answer decides. */
  private choose(origin: string, transport: ReplaceableTransport): boolean {
    if (this.chosen.has(origin)) return false;
    this.chosen.set(origin, transport);
    return true;
  }
}

/** Where there is another way to try in the time of the request, a connection takes no longer. */
const connectTimeoutMs = 5_000;

/** A request by one of two ways, and what was in its way. */
class FirstContact {
  /** To be sent instead of the one that was given. */
  readonly request: TransportRequest;
  private readonly cut = new AbortController();
  private isConnecting = false;
  private stopClock = (): void => undefined;

  /** @param mayGoAround - Whether the other way may help where no connection can be made. */
  constructor(
    private readonly given: TransportRequest,
    private readonly mayGoAround: boolean,
    private readonly clock: Clock,
  ) {
    const signal = AbortSignal.any([given.signal, this.cut.signal]);
    this.request = { ...given, signal, onPhase: (phase) => this.enter(phase) };
  }

  /**
   * What the other way may get around: a proxy, or that no connection could be made, so that nothing was sent.
   * Undefined for any other failure.
   */
  obstacleOf(error: unknown): Error | undefined {
    if (this.given.signal.aborted) return undefined;
    const reason: unknown = this.cut.signal.reason;
    if (reason instanceof ConnectTimeoutError) return reason;
    // A server that could not prove its identity is not asked again by a transport that may not demand proof.
    if (isTlsFailure(error)) return undefined;
    if (error instanceof ProxyRefusedError) return error;
    const isUnconnected = this.mayGoAround && this.isConnecting && errorCodeOf(error) !== undefined;
    return isUnconnected && error instanceof Error ? error : undefined;
  }

  /** To be called when there is an answer, or none. */
  end(): void {
    this.stopClock();
  }

  private enter(phase: TransportPhase): void {
    this.stopClock();
    this.isConnecting = phase === "connecting";
    if (this.isConnecting && this.mayGoAround) {
      const expire = (): void => this.cut.abort(new ConnectTimeoutError(connectTimeoutMs));
      this.stopClock = this.clock.after(connectTimeoutMs, expire);
    }
    this.given.onPhase?.(phase);
  }
}
