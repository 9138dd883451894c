import { type Disposable } from "../disposables";

/** Passes on the first of many calls at once, and those that follow together, at most once in an interval. */
export class Throttle implements Disposable {
  private timer: NodeJS.Timeout | undefined;
  private isDue = false;
  private isDisposed = false;

  constructor(
    private readonly run: () => void,
    private readonly intervalMs: number,
  ) {}

  request(): void {
    if (this.isDisposed) return;
    if (this.timer === undefined) this.runNow();
    else this.isDue = true;
  }

  dispose(): void {
    this.isDisposed = true;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private runNow(): void {
    this.isDue = false;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.isDue) this.runNow();
    }, this.intervalMs);
    this.run();
  }
}
