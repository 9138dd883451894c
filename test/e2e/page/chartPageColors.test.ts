import assert from "node:assert/strict";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { show, signalPart } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";

describe("the colors of a chart of several series", () => {
  const pages = useChartPages();
  const parts = ["United States", "Germany", "Japan", "United Kingdom"].map((variant) =>
    signalPart({ variant }),
  );

  it("stay with their series after another is removed and after a reload", async () => {
    const [first, removed, ...others] = parts;
    assert.ok(first !== undefined && removed !== undefined);
    const chart = await pages.open();
    await chart.post(show(parts));
    await chart.computed();
    const before = await coloursOf(chart);
    assert.equal(new Set(before.values()).size, 4);
    before.delete(removed.title);

    // As the editor moves the tab: with the view of the earlier chart.
    const colours = parts.map(({ id }) => id);
    const later = await pages.open();
    await later.post(show([first, ...others], { state: { ...defaultViewState, colours } }));
    await later.computed();
    assert.deepEqual(await coloursOf(later), before);
    await later.reload();
    await later.post(show([first, ...others], { generation: 2 }));
    await later.computed();
    assert.deepEqual(await coloursOf(later), before);
  });
});

/** The color of each series by its name, in the order of the names. */
async function coloursOf({ page }: ChartPage): Promise<Map<string, string>> {
  const rows = await page.locator(".series tbody tr").all();
  const pairs = rows.map(async (row): Promise<[string, string]> => [
    await row.locator(".series-name").innerText(),
    (await row.locator(".swatch").getAttribute("style")) ?? "",
  ]);
  const all = await Promise.all(pairs);
  return new Map(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
