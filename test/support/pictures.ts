import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Page } from "playwright-core";
import { compactPng } from "./compactPng";
import { type ThemeName, themeNames } from "./editorThemes";

const screenshots = path.resolve("test/e2e/screenshots");

export const arePicturesWanted = process.env["TEST_PICTURES"] !== undefined;

/** The themes in which a whole page is checked: the usual one, and the one that differs most in colours and borders. */
export const checkedThemes: readonly ThemeName[] = arePicturesWanted
  ? themeNames
  : ["light", "highContrast"];

/** Those of which pictures are kept; one is enough for what does not depend on colours. */
export const picturedThemes: readonly ThemeName[] = arePicturesWanted
  ? themeNames
  : themeNames.slice(0, 1);

/** Keeps what a page looks like as `test/e2e/screenshots/<name>.png`, for people to look at: with `TEST_PICTURES=1`. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  if (arePicturesWanted) await keepFailure(page, name);
}

/** Keeps in any case what a page looks like whose test has failed. */
export async function keepFailure(page: Page, name: string): Promise<void> {
  await mkdir(screenshots, { recursive: true });
  const file = `${name.replace(/[^\w.-]+/g, "-").slice(0, 100)}.png`;
  await page.screenshot({ path: path.join(screenshots, file) });
}

/** The largest size of a picture: pages that show all of them load at once. */
const maxBytes = 150_000;

/** Retakes a picture of the README if `README_PICTURES=1` is set. */
export async function keepReadmePicture(page: Page, name: string): Promise<void> {
  if (process.env["README_PICTURES"] === undefined) return;
  // Away from all that has a tooltip.
  await page.mouse.move(300, 2);
  await page.locator(".workbench-hover:visible").waitFor({ state: "hidden" });
  const picture = compactPng(await page.screenshot());
  assert.ok(picture.length <= maxBytes, `${name}: ${picture.length} bytes`);
  await writeFile(path.join("media/pictures", `${name}.png`), picture);
}
