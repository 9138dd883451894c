/** Someone who only opens series outside the subscription has had an answer within this time. */
const recentAnswerMs = 60_000;

/**
 * Whether a service accepts the key, judged by the outcomes of all requests. If it does, a 403 to one series is about
 * the subscription. A 403 to a listing, or to everything that is requested, means that the key is no longer accepted
 * (HTTP-10).
 */
export class KeyAcceptance {
  private isAccepted = false;
  private answeredAtMs = 0;
  /** Signals and markets refused since the last answer. */
  private readonly refused = new Set<string>();

  /** @param now - Milliseconds since 1970-01-01 UTC. */
  constructor(private readonly now: () => number = Date.now) {}

  get hasWorked(): boolean {
    return this.isAccepted;
  }

  /** Notes that an answer was parsed. The status alone proves nothing: a portal's login page is a 200, too. */
  noteAnswer(): void {
    this.isAccepted = true;
    this.answeredAtMs = this.now();
    this.refused.clear();
  }

  /** @param subject - The one signal or market that was refused with 403; undefined for a listing or a 401. */
  noteRefusal(subject: string | undefined): void {
    if (subject !== undefined) this.refused.add(subject);
    const isEverything = this.refused.size > 1 && this.now() - this.answeredAtMs > recentAnswerMs;
    if (subject === undefined || isEverything) this.isAccepted = false;
  }
}
