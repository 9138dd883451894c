import assert from "node:assert/strict";
import { violationsIn } from "../../support/axe";
import { part, show, signalData } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { chartStates, choose, plotOf } from "../../support/chartStates";
import { themeNames } from "../../support/editorThemes";
import { plotInside } from "../../support/plotPlaces";
import { dayHistoryByPandas, observationsOf } from "../../support/dayHistoryFixture";

function dataOf(rows: Parameters<typeof observationsOf>[0]): ReturnType<typeof signalData> {
  const { days, values } = observationsOf(rows);
  return signalData(days, { Aggregate: values });
}

interface Sized {
  readonly scrollWidth: number;
  readonly clientWidth: number;
}

describe("a chart page of vintages", () => {
  const pages = useChartPages();

  async function opened(size = { width: 1440, height: 800 }): Promise<ChartPage> {
    const chart = await pages.open(size);
    const vintages = dayHistoryByPandas.vintages
      .toReversed()
      .map((each) => part(dataOf(each), { id: `a/${each.asOf}`, identity: { asOf: each.asOf } }));
    const fit = part(dataOf(dayHistoryByPandas.fit), {
      ...{ id: "a/FIT", title: "FIT", identity: { dataKind: "FIT" } },
    });
    await chart.post(show([...vintages, fit]));
    await plotOf(chart).waitFor();
    return chart;
  }

  async function rowsOf({ page }: ChartPage): Promise<string[][]> {
    const rows = await page.locator(".history tbody tr").all();
    return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
  }

  /** Moves the crosshair to a day with the keyboard: to the newest day, then to the left. */
  async function historyFromEnd(chart: ChartPage, steps: number): Promise<void> {
    await plotOf(chart).press("End");
    for (let left = steps; left > 0; left--) await plotOf(chart).press("ArrowLeft");
    await plotOf(chart).press("h");
    await chart.page.locator(".history").waitFor();
  }

  it("shows the history of the day at the crosshair as pandas computes it, beside FIT (DATA-14)", async () => {
    const chart = await opened();
    // 31 Jan 2024 is the eleventh month before the newest.
    await historyFromEnd(chart, 11);
    assert.equal(await chart.page.locator(".history h2").innerText(), "Aggregate on 31 Jan 2024");
    assert.equal(
      await chart.page.locator(".history .revisions-sentence").innerText(),
      "First print +0.25, as of 29 Feb 2024. Changed at least 2 times; now +0.15. FIT: +0.25.",
    );
    assert.deepEqual(await rowsOf(chart), [
      ["29 Feb 2024", "+0.25", "", "first print"],
      ["30 Apr 2024", "+0.20", "−0.05", "revised"],
      ["31 Aug 2024", "+0.15", "−0.05", "revised"],
      ["31 Jan 2025", "+0.15", "0.00", "now"],
    ]);
    await chart.page.getByRole("button", { name: "Details" }).click();
    await chart.page.getByText("First print delay for 31 Jan 2024: at most 29 days").waitFor();
    await chart.screenshot("vintages-history");
    assert.deepEqual(await violationsIn(chart.page), []);
    await chart.page.locator(".history").getByRole("button", { name: "Close" }).click();
    await chart.page.locator(".history").waitFor({ state: "hidden" });
    assert.equal((await chart.sent("keep")).at(-1)?.state.history, null);
    assert.deepEqual(chart.errors, []);
  });

  it("shows the history of a pinned day from the menu, and follows the next pin", async () => {
    const chart = await opened({ width: 800, height: 900 });
    await plotOf(chart).press("Home");
    await plotOf(chart).press("Enter");
    await choose(chart, "History of a Day");
    assert.equal(await chart.page.locator(".history h2").innerText(), "Aggregate on 31 Jan 2023");
    const text = await chart.page.locator(".history .revisions-sentence").innerText();
    assert.match(text, /^Earliest of these vintages: [+−]\d\.\d\d, as of 31 Dec 2023\. /);
    assert.match(text, /FIT: [+−]\d\.\d\d, so it was revised before 31 Dec 2023\.$/);
    await plotOf(chart).press("End");
    await plotOf(chart).press("Enter");
    assert.equal(await chart.page.locator(".history h2").innerText(), "Aggregate on 31 Dec 2024");
    await chart.screenshot("vintages-history-narrow");
  });

  it("shows the history of a clicked day on H once the pointer has left the plot", async () => {
    const chart = await opened();
    const { page } = chart;
    const inside = await page.locator(plotInside).first().boundingBox();
    assert.ok(inside !== null);
    await page.mouse.click(inside.x + inside.width / 3, inside.y + 60);
    const card = page.getByRole("complementary", { name: "Values" });
    const clicked = await card.locator("th").first().innerText();
    await page.mouse.move(0, 0);
    await chart.settle();
    await page.keyboard.press("h");
    const title = page.locator(".history h2");
    assert.equal(await title.innerText(), `Aggregate on ${clicked}`);
    // With a crosshair, its day.
    await plotOf(chart).press("End");
    await plotOf(chart).press("h");
    await title.filter({ hasText: "Aggregate on 31 Dec 2024" }).waitFor();
    assert.deepEqual(chart.errors, []);
  });

  it("shows the history of a row of the table, and opens on a day that two vintages have", async () => {
    const chart = await opened();
    const { page } = chart;
    await plotOf(chart).press("h");
    const title = page.locator(".history h2");
    // Only the newest vintage has 31 Dec 2024.
    assert.equal(await title.innerText(), "Aggregate on 30 Nov 2024");
    const plot = page.locator(".history-plot svg");
    const { width = 0 } = (await plot.boundingBox()) ?? {};
    assert.equal(await plot.getAttribute("viewBox"), `0 0 ${Math.round(width)} 150`);
    await choose(chart, "Show as Table");
    const days = page.locator(".table").getByRole("button");
    await days.filter({ hasText: "31 Dec 2024" }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await title.filter({ hasText: "Aggregate on 31 Oct 2024" }).waitFor();
    assert.equal(await page.evaluate("document.activeElement.textContent"), "31 Oct 2024");
    await days.filter({ hasText: "31 Aug 2024" }).click();
    await title.filter({ hasText: "Aggregate on 31 Aug 2024" }).waitFor();
    assert.deepEqual(await violationsIn(page), []);
    await chart.screenshot("vintages-history-table");
    assert.deepEqual(chart.errors, []);
  });

  for (const width of [800, 932, 1232]) {
    it(`shows its whole range beside its other tools at ${width} pixels`, async () => {
      const chart = await pages.open({ width, height: 700 });
      await chartStates["of 13 monthly vintages"]?.(chart);
      const box = chart.page.getByRole("textbox", { name: "Range" });
      await chart.settle();
      const hidden = await box.evaluate(
        ({ scrollWidth, clientWidth }: Sized) => scrollWidth - clientWidth,
      );
      assert.equal(hidden, 0);
      const tools = await chart.page.locator(".toolbar > *:visible").all();
      const boxes = await Promise.all(tools.map((tool) => tool.boundingBox()));
      for (const [at, one] of boxes.entries()) {
        const next = boxes[at + 1];
        if (!one || !next) continue;
        assert.ok(one.x + one.width <= next.x || one.y + one.height <= next.y, `tool ${at}`);
      }
    });
  }

  it("has no history without vintages", async () => {
    const chart = await pages.open();
    await chartStates["of two series"]?.(chart);
    await plotOf(chart).press("End");
    await plotOf(chart).press("h");
    await chart.page.getByRole("button", { name: "More", exact: true }).click();
    await chart.page.getByRole("menuitem", { name: "Open as CSV" }).waitFor();
    assert.equal(await chart.page.getByText("History of a Day").count(), 0);
    assert.equal(await chart.page.locator(".history").count(), 0);
  });

  for (const theme of themeNames) {
    it(`draws them from faint to ink in ${theme}, with a history`, async () => {
      const chart = await pages.open({ width: 1440, height: 800, theme });
      await chartStates["of vintages"]?.(chart);
      const rows = chart.page.getByRole("table", { name: "Series" }).locator("tbody th");
      assert.equal((await rows.allInnerTexts()).length, 6);
      await plotOf(chart).press("h");
      await chart.page.locator(".history").waitFor();
      assert.deepEqual(await violationsIn(chart.page, theme), []);
      await chart.screenshot(`vintages-${theme}`);
      assert.deepEqual(chart.errors, []);
    });
  }
});
