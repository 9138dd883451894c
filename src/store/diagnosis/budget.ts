import { type Clock } from "../../shared/clock";

/** A step of a diagnosis took longer than it may. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";

  constructor(readonly budgetMs: number) {
    super(`no response within ${budgetMs} ms`);
  }
}

/**
 * What the work gives.
 *
 * @param work - Gets a signal that aborts when the time is over or the caller cancels.
 * @throws {@link BudgetError}, or the caller's reason, as soon as either happens, even when the work hangs.
 */
export async function withinBudget<T>(
  { after }: Clock,
  budgetMs: number,
  caller: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const expired = new AbortController();
  const stop = after(budgetMs, () => expired.abort(new BudgetError(budgetMs)));
  const signal = AbortSignal.any([caller, expired.signal]);
  let end = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(signal.reason as Error);
  });
  if (signal.aborted) end();
  else signal.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    stop();
    signal.removeEventListener("abort", end);
  }
}
