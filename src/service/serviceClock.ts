import { parseHttpDate } from "./parseHttpDate";

/** How far a clock that has never been compared with the service's may be off. */
const unknownClockToleranceMs = 86_400_000;
const knownClockToleranceMs = 5 * 60_000;

/** A time, and when it was so by this machine's clock. */
interface SeenTime {
  readonly serverMs: number;
  readonly seenMs: number;
}

/**
 * The service's time, learnt from the `Date` headers of its answers. One header may be wrong, and so may this machine's
 * clock: a header is believed when this machine's clock, or the answer before, says the same (CLOCK-01).
 */
export class ServiceClock {
  private believed: SeenTime | undefined;
  /** Stands in while none is believed: a header that lies behind this machine's clock takes no as-of too many. */
  private unconfirmed: SeenTime | undefined;
  private last: SeenTime | undefined;

  /** @param now - This machine's clock: milliseconds since 1970-01-01 UTC. */
  constructor(private readonly now: () => number) {}

  /** The newest `Date` header that no other time contradicts; undefined before any. Milliseconds since 1970-01-01 UTC. */
  get newestMs(): number | undefined {
    return this.known?.serverMs;
  }

  /** The time a `Date` header names, or what is known instead when it is ahead of that; undefined without a readable one. */
  observe(header: string | undefined): number | undefined {
    const serverMs = parseHttpDate(header);
    if (serverMs === undefined) return undefined;
    const seen = { serverMs, seenMs: this.now() };
    const { last } = this;
    this.last = seen;
    const isOfThisMachine = isClose(serverMs, seen.seenMs);
    const isConfirmed = last !== undefined && isClose(serverMs, this.nowBy(last));
    if (isOfThisMachine || isConfirmed) this.believe(seen, isOfThisMachine);
    else if (serverMs < seen.seenMs) this.unconfirmed = seen;
    const knownMs = this.known === undefined ? seen.seenMs : this.nowBy(this.known);
    return serverMs <= knownMs + knownClockToleranceMs ? serverMs : knownMs;
  }

  /**
   * The last time that can be meant by an as-of, inclusive: the newest `Date` header, run on by the time since it came,
   * plus five minutes; before there is one, this machine's clock plus a day.
   */
  latestAsOfMs(): number {
    if (this.known === undefined) return this.now() + unknownClockToleranceMs;
    return this.nowBy(this.known) + knownClockToleranceMs;
  }

  private get known(): SeenTime | undefined {
    return this.believed ?? this.unconfirmed;
  }

  /**
   * An older header comes from a cache on the way and changes nothing, unless this machine agrees with it and not with
   * the newer one: then that was wrong.
   */
  private believe(seen: SeenTime, isOfThisMachine: boolean): void {
    const { believed } = this;
    const isNewer = believed === undefined || seen.serverMs > believed.serverMs;
    const isCorrection =
      isOfThisMachine && believed !== undefined && !isClose(this.nowBy(believed), seen.seenMs);
    if (isNewer || isCorrection) this.believed = seen;
  }

  private nowBy({ serverMs, seenMs }: SeenTime): number {
    return serverMs + Math.max(0, this.now() - seenMs);
  }
}

function isClose(aMs: number, bMs: number): boolean {
  return Math.abs(aMs - bMs) <= knownClockToleranceMs;
}
