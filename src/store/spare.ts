import { type Clock, systemClock } from "../shared/clock";

/** Holds one thing that may be of use again, for a while. */
export class Spare<T extends { dispose(): void }> {
  private kept: T | undefined;
  private stopWaiting: () => void = () => undefined;

  constructor(
    private readonly forMs: number,
    private readonly clock: Clock = systemClock,
  ) {}

  take(): T | undefined {
    const { kept } = this;
    this.kept = undefined;
    this.stopWaiting();
    return kept;
  }

  /** In the place of one that is kept already, which goes. */
  keep(thing: T): void {
    this.dispose();
    this.kept = thing;
    this.stopWaiting = this.clock.after(this.forMs, () => this.dispose());
  }

  dispose(): void {
    this.take()?.dispose();
  }
}
