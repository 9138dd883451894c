import { isUnreachable, ServiceError } from "../service/errors";

/** Asking in vain can take many seconds; who comes back this much later may find the service there again. */
const rememberedForMs = 10_000;

/**
 * Remembers for a short while that a service could not be reached: what is kept of it is then served at once, not after
 * another request in vain.
 */
export class Outage {
  private last: { readonly error: ServiceError; readonly sinceMs: number } | undefined;

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
    return elapsedMs >= 0 && elapsedMs < rememberedForMs ? this.last.error : undefined;
  }

  /** Waits for an answer and notes whether there was a service to give it. A cancelled request says nothing about that. */
  async watch<T>(answer: Promise<T>): Promise<T> {
    try {
      const given = await answer;
      this.end();
      this.noteOutcome();
      return given;
    } catch (error) {
      this.noteOutcome(error);
      if (isUnreachable(error)) this.last = { error, sinceMs: this.now() };
      else if (error instanceof ServiceError && error.attempts > 0) this.end();
      throw error;
    }
  }

  /**
   * What a request comes to. While the service cannot be reached, what is kept, which is looked for only then; a moment after a
   * request in vain without another.
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
}
