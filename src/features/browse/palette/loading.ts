import * as vscode from "vscode";
import { isCancellation } from "../../../editor/cancellation";
import { type Disposable } from "../../../editor/disposables";

/** The loading work of a list and its failure; stopping and disposing abort everything. */
export class Loading implements Disposable {
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;
  private abort = new AbortController();
  private underWay = 0;
  private failed: { readonly error: unknown } | undefined;

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get isUnderWay(): boolean {
    return this.underWay > 0;
  }

  /** Why the last work failed, until {@link restart}. */
  get failure(): { readonly error: unknown } | undefined {
    return this.failed;
  }

  /** Announces that there is more to show. */
  announce(): void {
    if (!this.signal.aborted) this.didChange.fire();
  }

  run(work: (signal: AbortSignal) => Promise<void>): void {
    void this.follow(work);
  }

  restart(work: (signal: AbortSignal) => Promise<void>): void {
    this.failed = undefined;
    this.run(work);
  }

  /** Aborts what is under way; what runs from then on is not. */
  stop(): void {
    this.abort.abort();
    this.abort = new AbortController();
  }

  dispose(): void {
    this.abort.abort();
    this.didChange.dispose();
  }

  private async follow(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.underWay++;
    this.announce();
    const { signal } = this;
    try {
      await work(signal);
    } catch (error) {
      if (!signal.aborted && !isCancellation(error)) this.failed = { error };
    } finally {
      this.underWay--;
      this.announce();
    }
  }
}
