import { isUnreachable, ServiceError } from "./errors";

/** Who comes back this much later may find the service there again. */
const rememberedAtLeastMs = 10_000;
/** Asking in vain can take half a minute. So much longer it is remembered, or people would wait more than they work. */
const rememberedTimes = 3;

/** Whether a service that could be reached did not give what it was asked for: what it gave before does not stand in. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && !isUnreachable(error);
}

/**
 * Remembers for a short while that a service could not be reached: what is kept of it is then served at once, not after
 * another request in vain.
 */
export class Outage {
  private last:
    { readonly error: ServiceError; readonly sinceMs: number; readonly forMs: number } | undefined;

  /** @param now - Milliseconds since 1970-01-01 UTC. */
  constructor(private readonly now: () => number = Date.now) {}

  /** Why the service could not be reached a moment ago; undefined when it may be there. */
  get error(): ServiceError | undefined {
    if (this.last === undefined) return undefined;
    const elapsedMs = this.now() - this.last.sinceMs;
    return elapsedMs >= 0 && elapsedMs < this.last.forMs ? this.last.error : undefined;
  }

  /**
   * Notes why a request failed. A cancelled request says nothing about the service.
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
   * What a request comes to. While the service cannot be reached, what is kept, which is looked for only then; a moment
   * after a request in vain without another.
   *
   * @throws what the request does when nothing is kept, or when the service can be reached.
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

  /** The service has answered, whoever asked. */
  end(): void {
    this.last = undefined;
  }
}
