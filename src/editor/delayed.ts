import { type Disposable } from "./disposables";

/** Runs a function once, a fixed time after the first of any number of requests. */
export class Delayed implements Disposable {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly run: () => void,
    private readonly delayMs: number,
  ) {}

  request(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.run();
    }, this.delayMs);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

/** How long the status bar waits after a change of tabs, while the editor is busy opening one. */
export const statusMs = 250;
