import { type Locator, errors } from "playwright-core";

/** Whether an action finished before its own timeout. */
export async function isDoneInTime(action: Promise<unknown>): Promise<boolean> {
  try {
    await action;
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/** Whether an element is visible now or within the time. */
export async function isShownWithin(element: Locator, timeoutMs: number): Promise<boolean> {
  return isDoneInTime(element.waitFor({ timeout: timeoutMs }));
}
