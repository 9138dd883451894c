import * as vscode from "vscode";
import { plainMessage } from "../shared/plainText";
import { TokenSignal } from "./cancellation";

/** Shorter work shows no progress. */
const patienceMs = 1_000;

export interface DelayedProgressOptions {
  /** A notification by default; only notifications have a Cancel button. */
  readonly location?: vscode.ProgressOptions["location"];
  /** Whether a person is waiting for the work; called when it takes long. */
  readonly isWanted?: () => boolean;
}

/** Reports the progress of the work, such as `27 of 40`. */
export type ReportProgress = (message: string) => void;

/** As {@link withDelayedProgress}, for work that counts its steps. */
export function withCountedProgress<T>(
  title: string,
  work: (signal: AbortSignal, onProgress: (done: number, of: number) => void) => Promise<T>,
): Promise<T> {
  return withDelayedProgress(title, (signal, report) =>
    work(signal, (done, of) => report(vscode.l10n.t("{0} of {1}", done, of))),
  );
}

/**
 * Starts the work at once and shows a progress with Cancel when it takes longer than a second. Cancel aborts the
 * signal; the promise then rejects as the work does.
 */
export async function withDelayedProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
  { location = vscode.ProgressLocation.Notification, isWanted }: DelayedProgressOptions = {},
): Promise<T> {
  const cancelled = new AbortController();
  let message: string | undefined;
  let showMessage = (): void => undefined;
  const outcome = work(cancelled.signal, (reported) => {
    message = reported;
    showMessage();
  });
  const show = (): void => {
    if (isWanted?.() === false) return;
    const options = { location, title: plainMessage(title), cancellable: true };
    void vscode.window.withProgress(options, async (progress, token) => {
      showMessage = () => progress.report(message === undefined ? {} : { message });
      showMessage();
      const cancel = new TokenSignal(token);
      cancel.signal.addEventListener("abort", () => cancelled.abort());
      // The caller handles the outcome; only the end matters here.
      await Promise.allSettled([outcome]);
      cancel.dispose();
    });
  };
  const timer = setTimeout(show, patienceMs);
  try {
    return await outcome;
  } finally {
    clearTimeout(timer);
  }
}
