import { Urgency } from "../service/urgency";
import { untilAborted } from "../shared/untilAborted";

/** One piece of running work, shared by all callers. */
interface RunningWork<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  readonly urgency: Urgency;
  waiters: number;
  hasEnded: boolean;
}

/** What the work knows about its waiters. */
export interface Waiting {
  /** Aborts when all have cancelled; never after the end. */
  readonly signal: AbortSignal;
  /** Becomes a click as soon as one of them is a person. */
  readonly urgency: Urgency;
}

type Work<T> = (waiting: Waiting) => Promise<T>;

export interface JoinOptions {
  readonly signal?: AbortSignal | undefined;
  /** Who is waiting; a click by default. */
  readonly urgency?: Urgency | undefined;
}

/**
 * Runs equal work once: a call with the key of running work joins it. The work is aborted when all its waiters have
 * cancelled; cancelling one does not affect the others. Nothing is cached once the work has ended.
 */
export class SingleFlight<T> {
  private readonly running = new Map<string, RunningWork<T>>();
  private isDisposed = false;

  /**
   * The result of the work for this key; starts it unless it is already running.
   *
   * @throws the signal's reason as soon as it aborts, whatever the state of the work; an `AbortError` once this is
   * disposed.
   */
  async join(
    key: string,
    work: Work<T>,
    { signal, urgency = new Urgency("click") }: JoinOptions = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.isDisposed)
      throw new DOMException("the connection has changed in the meantime", "AbortError");
    const shared = this.running.get(key) ?? this.start(key, work, urgency.isClick);
    const stopFollowing = follow(urgency, shared.urgency);
    shared.waiters += 1;
    try {
      return await untilAborted(shared.result, signal);
    } finally {
      stopFollowing();
      shared.waiters -= 1;
      if (shared.waiters === 0) this.settle(key, shared);
    }
  }

  /** Resolves when the work for this key has ended, successfully or not; immediately if none is running. */
  async ended(key: string): Promise<void> {
    await Promise.allSettled([this.running.get(key)?.result]);
  }

  /** The number of pieces of running work. */
  get size(): number {
    return this.running.size;
  }

  /** Aborts all work and starts no more. */
  dispose(): void {
    this.isDisposed = true;
    const running = [...this.running.values()];
    this.running.clear();
    for (const { abort } of running) abort.abort();
  }

  private start(key: string, work: Work<T>, isClick: boolean): RunningWork<T> {
    const abort = new AbortController();
    const urgency = new Urgency(isClick ? "click" : "bulk");
    const result = work({ signal: abort.signal, urgency });
    const shared = { result, abort, urgency, waiters: 0, hasEnded: false };
    const end = (): void => void (shared.hasEnded = true);
    // The waiters get a failure; one caused by the abort has no waiter left.
    result.then(end, end);
    this.running.set(key, shared);
    return shared;
  }

  /** Called when the last waiter has left, with or without the result: work that is being aborted cannot be joined. */
  private settle(key: string, shared: RunningWork<T>): void {
    if (this.running.get(key) === shared) this.running.delete(key);
    // Abort only running work: the error that an abort creates costs more than finishing it.
    if (!shared.hasEnded) shared.abort.abort();
  }
}

/** Work is as urgent as its most urgent waiter. */
function follow(waiter: Urgency, shared: Urgency): () => void {
  if (waiter.isClick) shared.raise();
  return waiter.onRaise(() => shared.raise());
}
