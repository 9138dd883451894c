import { parseHttpDate } from "./parseHttpDate";

/** How wrong a clock may be that has not been compared with the service's. */
const unknownClockToleranceMs = 86_400_000;
const knownClockToleranceMs = 5 * 60_000;

/** A server time, and this machine's time when it arrived. */
interface SeenTime {
  readonly serverMs: number;
  readonly seenMs: number;
}

/** When the service gave an answer that has just arrived. */
export interface Arrival {
  /**
   * Milliseconds since 1970-01-01 UTC, by the service's clock if it is known, else by the later of the service's and this
   * machine's clock. So an answer never seems older than it is, provided that one of the two clocks is right.
   */
  readonly ms: number;
  /**
   * Whether this machine's clock or another answer agrees with the service's clock; if so, stored times later than it are
   * wrong.
   */
  readonly isConfirmed: boolean;
  /**
   * The earlier of the two clocks' times if they agree; absent if they do not, if they may be the same clock, or if the
   * service sends no time.
   */
  readonly agreedMs?: number;
}

/**
 * The service's time, from the `Date` headers of its answers. A header may be wrong, and so may this machine's clock,
 * so a header is trusted only if this machine's clock or the previous answer agrees with it (CLOCK-01).
 */
export class ServiceClock {
  private believed: SeenTime | undefined;
  /** Used while no header is trusted: one that is behind this machine's clock rejects no valid as-of. */
  private unconfirmed: SeenTime | undefined;
  private last: SeenTime | undefined;

  /**
   * @param now - This machine's clock: milliseconds since 1970-01-01 UTC.
   * @param isOnThisMachine - Whether the service runs on this machine: then equal times confirm nothing about an answer.
   */
  constructor(
    private readonly now: () => number,
    private readonly isOnThisMachine = false,
  ) {}

  /**
   * The newest `Date` header that no other time contradicts, milliseconds since 1970-01-01 UTC; undefined before the
   * first one.
   */
  get newestMs(): number | undefined {
    return this.known?.serverMs;
  }

  /** The time of a `Date` header, or the known time if the header is ahead of it; undefined without a valid header. */
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
   * The latest valid as-of, inclusive: the newest `Date` header plus the time since it arrived plus five minutes;
   * before there is one, this machine's clock plus a day.
   */
  latestAsOfMs(): number {
    if (this.known === undefined) return this.now() + unknownClockToleranceMs;
    return this.nowBy(this.known) + knownClockToleranceMs;
  }

  /** The arrival of an answer; must be called as soon as the answer has arrived. */
  arrival(): Arrival {
    const nowMs = this.now();
    const { last, believed } = this;
    const isOfThisAnswer = last !== undefined && isClose(last.seenMs, nowMs);
    if (!isOfThisAnswer) return { ms: nowMs, isConfirmed: false };
    const { serverMs } = last;
    const ms = Math.max(serverMs, nowMs);
    if (isClose(serverMs, nowMs)) {
      if (this.isOnThisMachine) return { ms, isConfirmed: false };
      return { ms, isConfirmed: true, agreedMs: Math.min(serverMs, nowMs) };
    }
    const isConfirmed = believed?.serverMs === serverMs;
    return { ms: isConfirmed ? serverMs : ms, isConfirmed };
  }

  private get known(): SeenTime | undefined {
    return this.believed ?? this.unconfirmed;
  }

  /**
   * An older header comes from a cache on the way and is ignored, unless this machine agrees with it and not with the
   * newer one, which then was wrong.
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
