/** The most requests of one call, and of all calls within a minute: an agent must not use up a subscription. */
export const maxRequestsPerCall = 40;
export const maxRequestsPerMinute = 200;

const minuteMs = 60_000;

/** Counts the requests of all calls to one service. */
export class RequestLimits {
  private times: readonly number[] = [];

  /** @param now - Milliseconds, of any clock. */
  constructor(private readonly now: () => number = Date.now) {}

  forCall(): RequestAllowance {
    return new RequestAllowance((wanted) => this.take(wanted));
  }

  private take(wanted: number): number {
    const nowMs = this.now();
    const recent = this.times.filter((time) => Math.abs(nowMs - time) < minuteMs);
    const granted = Math.min(wanted, maxRequestsPerMinute - recent.length);
    this.times = [...recent, ...Array.from({ length: granted }, () => nowMs)];
    return granted;
  }
}

/** The requests that one call may still make. */
export class RequestAllowance {
  private used = 0;
  private isOfMinute = false;
  private stopReason: string | undefined;

  constructor(private readonly takeOfMinute: (wanted: number) => number) {}

  /** How many the call alone may still make. */
  get left(): number {
    return maxRequestsPerCall - this.used;
  }

  /** Takes requests for one piece of work; false if there are too few left, and none is taken. */
  take(count = 1): boolean {
    if (this.stopReason !== undefined || this.isOfMinute || count > this.left) return false;
    this.used += count;
    const granted = this.takeOfMinute(count);
    this.isOfMinute = granted < count;
    return !this.isOfMinute;
  }

  /** Counts requests that were made beyond those taken: attempts after a failure. */
  charge(count: number): void {
    this.used += count;
    this.takeOfMinute(count);
  }

  /** Ends the requests of the call: the next ones would fail as one did. */
  stop(reason: string): void {
    this.stopReason ??= reason;
  }

  /** Why {@link take} was false. */
  get reason(): string {
    if (this.stopReason !== undefined) return this.stopReason;
    return this.isOfMinute
      ? `More than ${maxRequestsPerMinute} requests in one minute: call again in a minute.`
      : `More than ${maxRequestsPerCall} requests in one call: ask for the rest in another call.`;
  }
}
