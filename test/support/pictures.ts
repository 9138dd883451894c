import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Page } from "playwright-core";

const screenshots = path.resolve("test/e2e/screenshots");

/** Keeps what a page looks like as `test/e2e/screenshots/<name>.png`, for people to look at: with `TEST_PICTURES=1`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (process.env["TEST_PICTURES"] !== undefined) await keepFailure(page, name);
}

/** Keeps in any case what a page looks like whose test has failed. */
export async function keepFailure(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  const file = `${name.replace(/[^\w.-]+/g, "-").slice(0, 100)}.png`;
  await page.screenshot({ path: path.join(screenshots, file) });
}
