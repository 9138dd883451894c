import { isUnreachable, ServiceError } from "./errors";

/** After this long the service may be back, so a person's next try contacts it again. */
const rememberedAtLeastMs = 10_000;
/**
 * A vain request can take half a minute. An outage is remembered this many times longer, or people would wait more than
 * they work.
 */
const rememberedTimes = 3;

/** Whether the service was reached and declined: an earlier answer must not take its place. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && !isUnreachable(error);
}

/**
 * Remembers for a short while that a service could not be reached, so that cached answers are served immediately
 * instead of after another vain request.
 */
export class Outage {
  private last:
    | { readonly error: ServiceError; readonly sinceMs: number; readonly forMs: number }
    | undefined;

  /** @param now - Milliseconds since 1970-01-01 UTC. */
  constructor(private readonly now: () => number = Date.now) {}

  /** Why the service was recently unreachable; undefined if it may be available. */
  get error(): ServiceError | undefined {
    if (this.last === undefined) return undefined;
    const elapsedMs = this.now() - this.last.sinceMs;
    return elapsedMs >= 0 && elapsedMs < this.last.forMs ? this.last.error : undefined;
  }

  /**
   * Records why a request failed. A cancelled request says nothing about the service.
   *
   * @param tookMs - From the start of the request to its failure.
   */
  note(error: unknown, tookMs: number): void {
    if (isUnreachable(error)) {
      const forMs = Math.max(rememberedAtLeastMs, rememberedTimes * tookMs);
      this.last = { error, sinceMs: this.now(), forMs };
    } else if (error instanceof ServiceError && error.attempts > 0) this.end();
  }

  /**
   * The result of a request, or the cached answer if the service cannot be reached. The cache is only read then; during
   * a known outage, before any request.
   *
   * @throws the request's error if nothing is cached, or if the service can be reached.
   */
  async answerOr<T>(
    request: () => Promise<T>,
    cached: (because: ServiceError) => Promise<T | undefined>,
  ): Promise<T> {
    const known = this.error;
    const early = known === undefined ? undefined : await cached(known);
    if (early !== undefined) return early;
    try {
      return await request();
    } catch (error) {
      const late = isUnreachable(error) ? await cached(error) : undefined;
      if (late === undefined) throw error;
      return late;
    }
  }

  /** Call when the service has answered any request. */
  end(): void {
    this.last = undefined;
  }
}
