import type * as vscode from "vscode";
import { type Disposable } from "./disposables";

/** An editor's cancellation as the signal that the core takes. Dispose it when the work has ended. */
export class TokenSignal implements Disposable {
  private readonly controller = new AbortController();
  private readonly listener: vscode.Disposable;

  constructor(token: vscode.CancellationToken) {
    this.listener = token.onCancellationRequested(() => this.controller.abort());
    if (token.isCancellationRequested) this.controller.abort();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  dispose(): void {
    this.listener.dispose();
  }
}

/** Whether work ended because somebody cancelled it: no failure, and nothing is told. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "Canceled");
}
