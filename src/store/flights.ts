import { Urgency } from "../service/urgency";
import { untilAborted } from "../shared/untilAborted";

/** One piece of work under way, shared by everyone who asked for it. */
interface Flight<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  readonly urgency: Urgency;
  passengers: number;
  hasEnded: boolean;
}

/** What the work of a flight is told of those who wait for it. */
export interface Waiting {
  /** Aborts when all have cancelled; never after the end. */
  readonly signal: AbortSignal;
  /** A click as soon as a person is among them. */
  readonly urgency: Urgency;
}

type Start<T> = (waiting: Waiting) => Promise<T>;

export interface JoinOptions {
  readonly signal?: AbortSignal | undefined;
  /** Who waits; a click by default. */
  readonly urgency?: Urgency | undefined;
}

/**
 * Runs equal work once: whoever asks for a key that is under way joins it. The work is aborted when everyone who
 * joined has cancelled; cancelling one leaves the others. Nothing is kept once a flight has ended.
 */
export class Flights<T> {
  private readonly flights = new Map<string, Flight<T>>();
  private isDisposed = false;

  /**
   * The result of the flight for this key, started if there is none.
   *
   * @throws the signal's reason as soon as it aborts, whatever the work does; an `AbortError` once this is disposed.
   */
  async join(
    key: string,
    start: Start<T>,
    { signal, urgency = new Urgency("click") }: JoinOptions = {},
  ): Promise<T> {
    signal?.throwIfAborted();
    if (this.isDisposed)
      throw new DOMException("the connection has changed in the meantime", "AbortError");
    const flight = this.flights.get(key) ?? this.takeOff(key, start, urgency.isClick);
    const stopFollowing = follow(urgency, flight.urgency);
    flight.passengers += 1;
    try {
      return await untilAborted(flight.result, signal);
    } finally {
      stopFollowing();
      flight.passengers -= 1;
      if (flight.passengers === 0) this.land(key, flight);
    }
  }

  /** Resolves when the flight for this key has ended, with success or without; at once when there is none. */
  async ended(key: string): Promise<void> {
    await Promise.allSettled([this.flights.get(key)?.result]);
  }

  /** How many flights are under way. */
  get size(): number {
    return this.flights.size;
  }

  /** Aborts everything under way; nothing is started any more. */
  dispose(): void {
    this.isDisposed = true;
    const flights = [...this.flights.values()];
    this.flights.clear();
    for (const { abort } of flights) abort.abort();
  }

  private takeOff(key: string, start: Start<T>, isClick: boolean): Flight<T> {
    const abort = new AbortController();
    const urgency = new Urgency(isClick ? "click" : "bulk");
    const result = start({ signal: abort.signal, urgency });
    const flight = { result, abort, urgency, passengers: 0, hasEnded: false };
    const end = (): void => void (flight.hasEnded = true);
    // Whoever joined hears of a failure; one that the abort causes has nobody to go to.
    result.then(end, end);
    this.flights.set(key, flight);
    return flight;
  }

  /** The last passenger has left, with the result or without: nobody new may join work that is being aborted. */
  private land(key: string, flight: Flight<T>): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
    // Not when nothing is left to stop: the error that an abort makes costs more than all the rest of a flight.
    if (!flight.hasEnded) flight.abort.abort();
  }
}

/** A flight is as urgent as the most urgent of those who wait for it. */
function follow(passenger: Urgency, flight: Urgency): () => void {
  if (passenger.isClick) flight.raise();
  return passenger.onRaise(() => flight.raise());
}
