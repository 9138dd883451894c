import assert from "node:assert/strict";
import { type Locator } from "playwright-core";
import { show, signalPart } from "../support/chartFrames";
import { useChartPages } from "../support/useChartPages";

/** Whether nothing stands in front of the middle of an element, nor cuts it off. */
function isInFront(locator: Locator): Promise<boolean> {
  return locator.evaluate((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
}

describe("the controls of the chart page", () => {
  const pages = useChartPages();

  for (const width of [300, 1000]) {
    it(`opens the menu of a series in front of the plot, ${width} px wide`, async () => {
      const chart = await pages.open({ width });
      const parts = ["Germany", "Japan"].map((variant) => signalPart({ variant }));
      await chart.post(show(parts));
      const legend = chart.page.getByRole("group", { name: "Legend" });
      await chart.page.getByRole("button", { name: "More about INFL v2 Japan" }).click();
      const entries = chart.page.getByRole("menuitem");
      await entries.first().waitFor();
      const seen = await Promise.all((await entries.all()).map(isInFront));
      assert.deepEqual(seen, [true, true]);
      const hidden = await legend.evaluate((each) => each.scrollHeight - each.clientHeight);
      assert.ok(hidden <= 0, `${hidden} px of the legend`);
      await chart.page.getByRole("menuitem", { name: "Remove from this chart" }).click();
      await chart.waitForSent("remove", { id: "a/INFL v2 Japan" });
    });
  }
});
