import { parseHttpDate } from "./parseHttpDate";

/** How far a clock that has never been compared with the service's may be off. */
const unknownClockToleranceMs = 86_400_000;
const knownClockToleranceMs = 5 * 60_000;

/** The service's time, learnt from the `Date` headers of its answers. */
export class ServiceClock {
  private newest: { readonly serverMs: number; readonly seenMs: number } | undefined;

  /** @param now - This machine's clock: milliseconds since 1970-01-01 UTC. */
  constructor(private readonly now: () => number) {}

  /** The newest `Date` header so far; undefined before any. Milliseconds since 1970-01-01 UTC. */
  get newestMs(): number | undefined {
    return this.newest?.serverMs;
  }

  /** The time a `Date` header names; undefined when there is none that can be read. */
  observe(header: string | undefined): number | undefined {
    const serverMs = parseHttpDate(header);
    if (serverMs === undefined) return undefined;
    if (this.newest === undefined || serverMs > this.newest.serverMs) {
      this.newest = { serverMs, seenMs: this.now() };
    }
    return serverMs;
  }

  /**
   * The last time that can be meant by an as-of, inclusive: the newest `Date` header, run on by the time since it came,
   * plus five minutes; before any answer, this machine's clock plus a day.
   */
  latestAsOfMs(): number {
    if (this.newest === undefined) return this.now() + unknownClockToleranceMs;
    const elapsedMs = Math.max(0, this.now() - this.newest.seenMs);
    return this.newest.serverMs + elapsedMs + knownClockToleranceMs;
  }
}
