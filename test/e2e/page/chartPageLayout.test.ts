import assert from "node:assert/strict";
import { violationsIn } from "../../support/axe";
import { chartStates } from "../../support/chartStates";
import { type ThemeName, themeNames } from "../../support/editorThemes";
import { arePicturesWanted } from "../../support/pictures";
import { pageProgram } from "../../support/pageProgram";
import { plotCanvas, plotInside } from "../../support/plotPlaces";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** From the narrowest tab beside others to a whole window. */
const widths = [300, 800, 1400] as const;
const height = 700;

/** The themes in turn: what most states have in common is thus checked in all of them. */
function otherTheme(index: number): ThemeName {
  const others = themeNames.slice(1);
  return others[index % others.length] ?? "dark";
}

/** The functions that `test/page/controls.ts` puts into the page. */
declare const controls: { clipped(): string[] };

async function clippedIn({ page }: ChartPage): Promise<string[]> {
  await page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
  return page.evaluate(() => controls.clipped());
}

describe("the chart page, as wide as a tab may be,", () => {
  const pages = useChartPages();

  for (const [index, [name, open]] of Object.entries(chartStates).entries()) {
    it(`cuts off nothing at any width, and has no violation of WCAG 2.2 AA: ${name}`, async () => {
      const chart = await pages.open({ width: widths[0], height });
      await open(chart);
      const found: string[] = [];
      const picture = `chartPage-${name.replaceAll(/\W+/g, "-")}`;
      for (const width of widths) {
        await chart.page.setViewportSize({ width, height });
        await chart.settle();
        found.push(...(await clippedIn(chart)).map((each) => `at ${width} px: ${each}`));
        await chart.screenshot(`${picture}-${width}`);
      }
      await chart.page.setViewportSize({ width: 1000, height });
      await chart.settle();
      for (const theme of arePicturesWanted
        ? themeNames
        : (["light", otherTheme(index)] as const)) {
        await chart.setTheme(theme);
        found.push(...(await violationsIn(chart.page, theme)).map((each) => `${theme}: ${each}`));
        await chart.screenshot(`${picture}-${theme}`);
      }
      assert.deepEqual(found, []);
      assert.deepEqual(chart.errors, []);
    });
  }

  it("leaves the plot enough room to be legible", async () => {
    const chart = await pages.open({ width: widths[0], height });
    await chartStates["ready"]?.(chart);
    for (const width of widths) {
      await chart.page.setViewportSize({ width, height });
      await chart.settle();
      const inside = await chart.page.locator(plotInside).first().boundingBox();
      assert.ok(inside !== null);
      assert.ok(inside.height >= 150 && inside.width >= width * 0.5, JSON.stringify(inside));
    }
  });

  it("redraws when its tab becomes wider, with the same days in sight", async () => {
    const chart = await pages.open({ width: 500, height: 600 });
    await chartStates["ready"]?.(chart);
    const range = chart.page.getByRole("textbox", { name: "Range" });
    const before = await range.inputValue();
    await chart.page.setViewportSize({ width: 1100, height: 600 });
    await chart.settle();
    const [canvas, host] = await Promise.all([
      chart.page.locator(plotCanvas).first().boundingBox(),
      chart.page.locator(".pane-plot").first().boundingBox(),
    ]);
    assert.ok(canvas !== null && host !== null);
    assert.ok(Math.abs(canvas.width - host.width) <= 2, `${canvas.width} in ${host.width}`);
    assert.equal(await range.inputValue(), before);
    assert.deepEqual(await clippedIn(chart), []);
  });
});
