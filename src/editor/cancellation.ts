import type * as vscode from "vscode";
import { type Disposable } from "./disposables";

/** Adapts an editor's CancellationToken to an AbortSignal. Dispose it when the work has ended. */
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

/** Whether work ended because the person cancelled it; that is no failure and is not reported. */
export function isCancellation(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "Canceled");
}
