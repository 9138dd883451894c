import assert from "node:assert/strict";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { show } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { pageProgram } from "../../support/pageProgram";
import { profileOfSpain, profileParts } from "../../support/profileParts";

/** The functions that `test/page/controls.ts` puts into the page. */
declare const controls: { clipped(): string[] };

describe("the profile of a tag value", () => {
  const pages = useChartPages();

  async function opened(width: number): Promise<ChartPage> {
    const chart = await pages.open({ width, height: 760 });
    const state = {
      ...defaultViewState,
      arrangement: "panes",
      seriesSort: { by: "distance", isAscending: false },
      profile: profileOfSpain,
    } as const;
    await chart.post(show(profileParts(), { isSample: true, state }));
    await chart.computed();
    return chart;
  }

  it("groups panes under the names of their signals, each with one name and no code", async () => {
    const { page } = await opened(1_280);
    const texts = await page.locator(".plots :is(.pane-heading, .opener)").allInnerTexts();
    const at = ["Profit Margins", "Valuation"].map((heading) => texts.indexOf(heading));
    const firsts = texts.slice(0, Math.min(...at));
    assert.deepEqual(firsts.toSorted(), [
      "Growth",
      "Housing",
      "Inflation",
      "Labour Market",
      "Private Sector Leverage",
    ]);
    const sectors = texts.slice(Math.min(...at) + 1, Math.max(...at));
    assert.equal(sectors.length, 7);
    assert.ok(sectors.includes("Information Technology"), sectors.join(", "));
    assert.equal(await page.getByRole("heading", { name: "Valuation", level: 2 }).count(), 1);
  });

  it("cuts off no title at any width", async () => {
    const chart = await opened(1_440);
    for (const width of [1_440, 1_280, 800]) {
      await chart.page.setViewportSize({ width, height: 760 });
      await chart.settle();
      await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
      assert.deepEqual(await chart.page.evaluate(() => controls.clipped()), [], `${width} px`);
      await chart.screenshot(`profile-${width}`);
    }
  });

  it("has the table of all series before the panes, and SAMPLE on the same line as the title", async () => {
    const { page } = await opened(800);
    const [table, plots, title, badge] = await Promise.all(
      [".series", ".plots", "h1", ".badge"].map((each) => page.locator(each).first().boundingBox()),
    );
    assert.ok(table && plots && title && badge);
    assert.ok(table.y + table.height <= plots.y);
    assert.ok(badge.y < title.y + title.height && badge.y + badge.height > title.y);
  });

  it("has values beside the first column, and days below the lowest panes of each signal", async () => {
    const { page } = await opened(1_280);
    const columns = Number(
      await page.evaluate("document.querySelector('.plots').style.getPropertyValue('--columns')"),
    );
    assert.equal(columns, 7);
    // Five signals alone, and two with seven sectors each.
    assert.equal(await page.locator(".pane.is-first").count(), 3);
    assert.equal(await page.locator(".pane.is-lowest").count(), 5 + 7 + 7);
  });
});
