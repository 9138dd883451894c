import * as vscode from "vscode";

/** Work that the editor shows the progress of. */
export type ProgressWork = Parameters<typeof vscode.window.withProgress<unknown>>[1];

/** Does the work of a progress, and presses Cancel at a message. */
export function cancelledAt(last: string, work: ProgressWork): Thenable<unknown> {
  const source = new vscode.CancellationTokenSource();
  const report = (step: { message?: string }): void => {
    // After the work has its listener, as a person does.
    if (step.message === last) queueMicrotask(() => source.cancel());
  };
  return work({ report }, source.token);
}
