import { type Disposable } from "./disposables";

/** Runs some time after it is first requested, once for all requests until then. */
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

/** So long what the status bar says of the tabs waits for the tab that opens: the editor is busy with that. */
export const statusMs = 250;
