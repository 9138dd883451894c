import * as vscode from "vscode";
import { plainMessage } from "../shared/plainText";
import { TokenSignal } from "./cancellation";

/** Work that ends sooner shows nothing at all. */
const patienceMs = 1_000;

export interface DelayedProgressOptions {
  /** A notification unless another place is given; only notifications have a Cancel. */
  readonly location?: vscode.ProgressOptions["location"];
  /** Whether a person waits for the work; asked when it turns out to take long. */
  readonly isWanted?: () => boolean;
}

/** Says how far the work is, such as `27 of 40`. */
export type ReportProgress = (message: string) => void;

/** As {@link withDelayedProgress}, of work that says how many of how many are done. */
export function withCountedProgress<T>(
  title: string,
  work: (signal: AbortSignal, onProgress: (done: number, of: number) => void) => Promise<T>,
): Promise<T> {
  return withDelayedProgress(title, (signal, report) =>
    work(signal, (done, of) => report(vscode.l10n.t("{0} of {1}", done, of))),
  );
}

/**
 * Starts the work at once and shows a progress with Cancel only when it takes longer than a second. Cancel aborts the
 * signal, and the promise then rejects as the work does.
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
      // The outcome is the caller's; here only its end counts.
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
