import * as vscode from "vscode";
import { RetryWait } from "../../service/retryWait";
import { withDelayedProgress } from "../progress";

/** Retries as soon as the service allows it, counted from now; Cancel gives up. */
export function waitingRetry(
  failures: readonly unknown[],
  retry: () => unknown,
): () => Promise<void> {
  const wait = new RetryWait();
  for (const failure of failures) wait.note(failure);
  return async () => {
    const seconds = Math.ceil(wait.leftMs / 1_000);
    const title = vscode.l10n.t("Retrying in {0} s, as the service asked", seconds);
    await withDelayedProgress(title, (signal) => wait.end(signal));
    await retry();
  };
}
