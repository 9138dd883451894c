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
   * Tried at the first contact with an origin if a proxy blocks the usual one or, for hosts other than this computer,
   * if no connection can be made: the usual transport may not know the required proxy. Never tried after a certificate
   * was rejected.
   */
  readonly other: ReplaceableTransport;
  /** Called once for each origin that only the other transport reaches, with the error of the usual one. */
  readonly onOther: (origin: string, obstacle: Error) => void;
  /**
   * Called each time that the other transport gets no answer either, with its failure. The failure never contains the
   * key.
   */
  readonly onNeither: (origin: string, failure: Error) => void;
  /** The system clock by default. */
  readonly clock?: Clock;
}

/**
 * The shortest time between two tries of the other transport if no connection can be made: while this computer is
 * offline they are futile.
 */
const againAfterMs = 60_000;

/**
 * Determines at the first contact with an origin which of two transports reaches it, and uses that one from then on.
 */
export class AutoTransport implements ReplaceableTransport {
  private readonly chosen = new Map<string, ReplaceableTransport>();

  /** When the other transport last got no answer, by origin, on the monotonic clock. */
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

  /** The transport that reaches an origin; undefined before the first contact. */
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

  /** @throws the first transport's error, which is more informative, if the other one fails as well. */
  private async sendByOther(
    request: TransportRequest,
    obstacle: Error,
  ): Promise<TransportResponse> {
    const { other, onOther } = this.options;
    const { origin, headers, signal } = request;
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

  /** A service on this computer that is down must fail at once. */
  private mayGoAround(origin: string): boolean {
    const failedAtMs = this.failedAtMs.get(origin) ?? -Infinity;
    return (
      !isLoopback(new URL(origin).hostname) && this.clock.elapsed() - failedAtMs >= againAfterMs
    );
  }

  private isChosen(origin: string, transport: ReplaceableTransport): boolean {
    return this.chosen.get(origin) === transport;
  }

  /** Returns false if the choice was already made: the first answer decides. */
  private choose(origin: string, transport: ReplaceableTransport): boolean {
    if (this.chosen.has(origin)) return false;
    this.chosen.set(origin, transport);
    return true;
  }
}

/** The limit for a connection as long as the request still has time to try the other transport. */
const connectTimeoutMs = 5_000;

/** A request that may be sent by either of two transports, and the obstacle to the first. */
class FirstContact {
  /** Sent in place of the original request. */
  readonly request: TransportRequest;
  private readonly cut = new AbortController();
  private isConnecting = false;
  private stopClock = (): void => undefined;

  /** @param mayGoAround - Whether the other transport may help if no connection can be made. */
  constructor(
    private readonly given: TransportRequest,
    private readonly mayGoAround: boolean,
    private readonly clock: Clock,
  ) {
    const signal = AbortSignal.any([given.signal, this.cut.signal]);
    this.request = { ...given, signal, onPhase: (phase) => this.enter(phase) };
  }

  /**
   * What the other transport may get around: a proxy, or a connection that could not be made, so that nothing was sent.
   * Undefined for any other failure.
   */
  obstacleOf(error: unknown): Error | undefined {
    if (this.given.signal.aborted) return undefined;
    const reason: unknown = this.cut.signal.reason;
    if (reason instanceof ConnectTimeoutError) return reason;
    // A server that failed to prove its identity is not contacted again.
    if (isTlsFailure(error)) return undefined;
    if (error instanceof ProxyRefusedError) return error;
    const isUnconnected = this.mayGoAround && this.isConnecting && errorCodeOf(error) !== undefined;
    return isUnconnected && error instanceof Error ? error : undefined;
  }

  /** Call when there is an answer or a failure. */
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
