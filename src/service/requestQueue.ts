import { type Urgency } from "./urgency";

/** Starts a queued task. */
type Start = () => void;

/**
 * Limits how many exchanges run at once. First come, first served, but clicks before bulk work. Bulk work starts only
 * while places remain free for clicks, so that a click does not wait for a download to finish.
 */
export class RequestQueue {
  private running = 0;
  // Sets keep insertion order.
  private readonly clicks = new Set<Start>();
  private readonly bulk = new Set<Start>();

  /** @param places - The maximum number of concurrent exchanges, read anew for each; less than 1 counts as 1. */
  constructor(private readonly places: () => number) {}

  /** The number of queued tasks. */
  get waiting(): number {
    return this.clicks.size + this.bulk.size;
  }

  /**
   * The result of the work, which starts when it is its turn.
   *
   * @throws the signal's reason as soon as it is aborted while the work is queued.
   */
  async run<T>(work: () => Promise<T>, urgency: Urgency, signal?: AbortSignal): Promise<T> {
    await this.turn(urgency, signal);
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.admit();
    }
  }

  private async turn(urgency: Urgency, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const hasTurn = await new Promise<boolean>((resolve) => {
      const settle = (isStarted: boolean): void => {
        this.remove(start);
        stopListening();
        signal?.removeEventListener("abort", leave);
        resolve(isStarted);
      };
      const start = (): void => settle(true);
      const leave = (): void => settle(false);
      const stopListening = urgency.onRaise(() => this.promote(start));
      signal?.addEventListener("abort", leave, { once: true });
      (urgency.isClick ? this.clicks : this.bulk).add(start);
      this.admit();
    });
    if (!hasTurn) signal?.throwIfAborted();
  }

  private promote(start: Start): void {
    if (this.bulk.delete(start)) this.clicks.add(start);
    this.admit();
  }

  private remove(start: Start): void {
    this.clicks.delete(start);
    this.bulk.delete(start);
  }

  private admit(): void {
    const wanted = this.places();
    const places = wanted >= 1 ? Math.floor(wanted) : 1;
    this.startSome(this.clicks, places);
    this.startSome(this.bulk, places - placesKeptForClicks(places));
  }

  private startSome(waiting: ReadonlySet<Start>, places: number): void {
    for (const start of waiting) {
      if (this.running >= places) return;
      this.running += 1;
      start();
    }
  }
}

/** A quarter, at least one; none if there is only one place, which bulk work needs as well. */
function placesKeptForClicks(places: number): number {
  return places > 1 ? Math.max(1, Math.floor(places / 4)) : 0;
}
