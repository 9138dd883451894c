import assert from "node:assert/strict";
import { type ToChart } from "../../src/shared/chart/chartProtocol";
import { show, signalPart } from "../support/chartFrames";
import { type ChartPage, type ChartPageOptions } from "../support/chartPage";
import { plotOf } from "../support/chartStates";
import { pageProgram } from "../support/pageProgram";
import { useChartPages } from "../support/useChartPages";

/** What `test/page/controls.ts` puts into the page. */
declare const controls: {
  inFront(selector: string): boolean[];
  outOfSight(selector: string): { x: number; y: number };
};

describe("the controls of the chart page", () => {
  const pages = useChartPages();

  async function opened(message: ToChart, options: ChartPageOptions = {}): Promise<ChartPage> {
    const chart = await pages.open(options);
    await chart.post(message);
    await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
    return chart;
  }

  for (const width of [300, 1000]) {
    it(`opens the menu of a series in front of the plot, ${width} px wide`, async () => {
      const parts = ["Germany", "Japan"].map((variant) => signalPart({ variant }));
      const chart = await opened(show(parts), { width });
      await chart.page.getByRole("button", { name: "More about INFL v2 Japan" }).click();
      await chart.page.getByRole("menuitem").first().waitFor();
      const seen = await chart.page.evaluate(() => controls.inFront("[role=menuitem]"));
      assert.deepEqual(seen, [true, true]);
      const hidden = await chart.page.evaluate(() => controls.outOfSight(".legend"));
      assert.deepEqual(hidden, { x: 0, y: 0 });
      await chart.page.getByRole("menuitem", { name: "Remove from this chart" }).click();
      await chart.waitForSent("remove", { id: "a/INFL v2 Japan" });
    });
  }

  async function typed(text: string): Promise<ChartPage> {
    const chart = await opened(show([signalPart()]));
    await chart.page.getByRole("textbox", { name: "Range" }).fill(text);
    await chart.page.keyboard.press("Enter");
    return chart;
  }

  for (const [text, words] of [
    ["2030", "The data go from 2015-12-10 to 2026-11-21."],
    ["foo", "Write 2020, 2020Q2, 2020-03..2020-06 or 2020-03-15.."],
    ["2020-06..2020-03", "2020-06..2020-03 ends before it begins."],
  ] as const) {
    it(`says why it does not show ${text}, and puts back what it shows`, async () => {
      const chart = await typed(text);
      const box = chart.page.getByRole("textbox", { name: "Range" });
      const hint = chart.page.getByRole("alert").filter({ hasText: words });
      await hint.waitFor();
      assert.equal(await hint.textContent(), words);
      const seen = await chart.page.evaluate(() => controls.inFront(".hint"));
      assert.deepEqual(seen, [true]);
      assert.equal(await box.getAttribute("aria-invalid"), "true");
      assert.equal(await box.getAttribute("aria-describedby"), await hint.getAttribute("id"));
      await plotOf(chart).focus();
      assert.equal(await hint.count(), 0);
      assert.equal(await box.inputValue(), "2016-11-21..2026-11-21");
      assert.equal(await box.getAttribute("aria-invalid"), null);
    });
  }
});
