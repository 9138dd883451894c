import { type Locator } from "playwright-core";
import { consecutiveDays, part, signalData } from "./chartFrames";
import { type ChartPage } from "./chartPage";

/** Three variants: by name Germany, Japan, United States; by newest value and by change in other orders. */
export const three = (
  [
    ["United States", [0, 0.5, 1]],
    ["Germany", [3, 2.5, 2]],
    ["Japan", [-1, 0.5, Number.NaN]],
  ] as const
).map(([name, values]) => {
  const days = consecutiveDays("2026-11-17", values.length);
  const data = signalData(days, { Aggregate: Float64Array.from(values) });
  return part(data, { id: `acme/${name}`, title: name, identity: { variant: name } });
});

export function titlesOf({ page }: ChartPage): Promise<readonly string[]> {
  return page.locator(".pane-title > :first-child").allInnerTexts();
}

/** The cross-section as it reads. */
export async function rowsOf({ page }: ChartPage): Promise<readonly (readonly string[])[]> {
  const rows = await page.locator(".cross tbody tr").all();
  return Promise.all(
    rows.map(async (row) => {
      const name = await row.getByRole("rowheader").innerText();
      const numbers = await row.locator(".number").allInnerTexts();
      return [name.replaceAll(/\s+/g, " "), ...numbers];
    }),
  );
}

/** Attributes of each element that is found, joined. */
export async function attributesOf(
  all: Locator,
  ...names: readonly string[]
): Promise<readonly string[]> {
  const found = await all.all();
  return Promise.all(
    found.map(async (each) => {
      const values = await Promise.all(names.map((name) => each.getAttribute(name)));
      return values.join();
    }),
  );
}

/** Where each element that is found begins, in pixels of the page. */
export async function placesOf(all: Locator): Promise<readonly { x: number; y: number }[]> {
  const boxes = await Promise.all((await all.all()).map((each) => each.boundingBox()));
  return boxes.flatMap((box) => (box === null ? [] : [{ x: box.x, y: box.y }]));
}

/** Orders the plots by an entry of the menu. */
export async function orderBy(chart: ChartPage, entry: string): Promise<void> {
  await chart.page.getByRole("button", { name: /^Order/ }).click();
  await chart.page.getByRole("menuitemcheckbox", { name: entry }).click();
  await chart.settle();
}

/** Of what has the focus. */
export function focusedName({ page }: ChartPage): Promise<string | null> {
  return page.evaluate("document.activeElement.getAttribute('aria-label')");
}
