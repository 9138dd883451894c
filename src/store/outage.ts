import { isUnreachable, ServiceError } from "../service/errors";

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

  /**
   * @param now - Milliseconds since 1970-01-01 UTC.
   * @param noteOutcome - Told what each request came to, before whoever asked; without an error it was answered.
   */
  constructor(
    private readonly now: () => number = Date.now,
    private readonly noteOutcome: (error?: unknown) => void = () => undefined,
  ) {}

  /** Why the service could not be reached a moment ago; undefined when it may be there. */
  get error(): ServiceError | undefined {
    if (this.last === undefined) return undefined;
    const elapsedMs = this.now() - this.last.sinceMs;
    return elapsedMs >= 0 && elapsedMs < this.last.forMs ? this.last.error : undefined;
  }

  /**
   * Waits for an answer and notes whether there was a service to give it. A cancelled request says nothing about that.
   */
  async watch<T>(answer: Promise<T>): Promise<T> {
    const startedMs = this.now();
    try {
      const given = await answer;
      this.end();
      this.noteOutcome();
      return given;
    } catch (error) {
      this.noteOutcome(error);
      if (isUnreachable(error)) this.remember(error, this.now() - startedMs);
      else if (error instanceof ServiceError && error.attempts > 0) this.end();
      throw error;
    }
  }

  /**
   * What a request comes to. While the service cannot be reached, what is kept, which is looked for only then; a moment
   * after a request in vain without another.
   *
   * @throws what the request does when nothing is kept, or when the service can be reached.
   */
  async answerOr<T>(
    request: () => Promise<T>,
    kept: (because: ServiceError) => Promise<T | undefined>,
  ): Promise<T> {
    const known = this.error;
    const early = known === undefined ? undefined : await kept(known);
    if (early !== undefined) return early;
    try {
      return await request();
    } catch (error) {
      const late = isUnreachable(error) ? await kept(error) : undefined;
      if (late === undefined) throw error;
      return late;
    }
  }

  /** The service has answered, whoever asked. */
  end(): void {
    this.last = undefined;
  }

  private remember(error: ServiceError, tookMs: number): void {
    const forMs = Math.max(rememberedAtLeastMs, rememberedTimes * tookMs);
    this.last = { error, sinceMs: this.now(), forMs };
  }
}
