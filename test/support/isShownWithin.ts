import { type Locator, errors } from "playwright-core";

/** Whether an element is there to see, now or before the time is over. */
export async function isShownWithin(element: Locator, timeoutMs: number): Promise<boolean> {
  try {
    await element.waitFor({ timeout: timeoutMs });
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}
