import { type PageIdentity } from "../../src/features/latest/protocol";
import { type FromExplorer } from "../../src/features/latest/explorer/messages";
import { type ToExplorer } from "../../src/features/latest/explorer/protocol";
import { type ToldForecasts } from "./sampleForecasts";
import { type EditorPage } from "./editorPage";

export type ExplorerPage = EditorPage<ToExplorer, FromExplorer>;

export const identity: PageIdentity = {
  service: "Sample data",
  isSample: true,
  signal: null,
  otherAsOf: null,
  archived: null,
  archiveBeginsMs: null,
};

/** As people read a forecast, in percent without the unit. */
export function percent(fraction: number): string {
  const text = Math.abs(fraction * 100).toFixed(2);
  return Number(text) !== 0 && fraction < 0 ? `−${text}` : text;
}

/** Tells the page what it has asked for last. */
export async function tell(page: ExplorerPage, told: ToldForecasts): Promise<void> {
  const asked = await page.sent("details");
  // What the browser has of a typed array is an object here.
  const wanted = Object.values(asked.at(-1)?.summaries ?? {});
  const { generation } = told.answer;
  await page.post({ type: "details", generation, details: told.details(wanted) });
}

/** What elements say, without the space around it. */
export async function texts(page: ExplorerPage, selector: string): Promise<readonly string[]> {
  const texts = await page.page.locator(selector).allTextContents();
  return texts.map((text) => text.replaceAll("\u00a0", " ").trim());
}

/** Selects the cell of a market in a column. */
export async function cellOf(page: ExplorerPage, name: string, column: number): Promise<string> {
  const header = page.page.getByRole("rowheader", { name, exact: true });
  const row = await header.first().getAttribute("data-row");
  return `[data-row="${row ?? ""}"][data-column="${column}"]`;
}
