import { type Locator, errors } from "playwright-core";

/** Whether an action that has a timeout of its own ended before it. */
export async function isDoneInTime(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/** Whether an element is there to see, now or before the time is over. */
export async function isShownWithin(element: Locator, timeoutMs: number): Promise<boolean> {
  return isDoneInTime(element.waitFor({ timeout: timeoutMs }));
}
