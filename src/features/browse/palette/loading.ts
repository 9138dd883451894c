import * as vscode from "vscode";
import { isCancellation } from "../../../editor/cancellation";
import { type Disposable } from "../../../editor/disposables";

/** The loading work of a list and its failure; disposing it aborts everything. */
export class Loading implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;
  private readonly abort = new AbortController();
  private underWay = 0;

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get isUnderWay(): boolean {
    return this.underWay > 0;
  }

  /** Announces that there is more to show. */
  announce(): void {
    if (!this.signal.aborted) this.didChange.fire();
  }

  /** Runs some work; passes its failure to `fail`, unless it was cancelled. */
  run(work: (signal: AbortSignal) => Promise<void>, fail: (error: unknown) => void): void {
    void this.follow(work, fail);
  }

  dispose(): void {
    this.abort.abort();
    this.didChange.dispose();
  }

  private async follow(
    work: (signal: AbortSignal) => Promise<void>,
    fail: (error: unknown) => void,
  ): Promise<void> {
    this.underWay++;
    this.announce();
    try {
      await work(this.signal);
    } catch (error) {
      if (!isCancellation(error)) fail(error);
    } finally {
      this.underWay--;
      this.announce();
    }
  }
}
