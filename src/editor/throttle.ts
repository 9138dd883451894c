import { type Disposable } from "./disposables";

/** Forwards the first of many calls at once, and the later ones combined, at most once per interval. */
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
