import { type Clock } from "../shared/clock";
import { isTlsFailure } from "./connectionError";
import { errorCodeOf } from "./errorCode";
import { type TransportPhase, type TransportRequest } from "./transport";
import { ConnectTimeoutError, ProxyRefusedError } from "./transportError";

/** Where there is another way to try in the time of the request, a connection takes no longer. */
const connectTimeoutMs = 5_000;

/** A request by one of two ways, and what was in its way. */
export class FirstContact {
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
