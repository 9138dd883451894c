import assert from "node:assert/strict";
import { type ToChart } from "../../../src/features/chart/protocol";
import { day, forecastPart, show, signalPart } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { type EditorPageOptions } from "../../support/editorPage";
import { choose, failedPart, plotOf } from "../../support/chartStates";
import { pageProgram } from "../../support/pageProgram";
import { dayText } from "../../support/peopleNumbers";
import { plotInside } from "../../support/plotPlaces";

/** The functions that `test/page/controls.ts` puts into the page. */
declare const controls: {
  inFront(selector: string): boolean[];
  outOfSight(selector: string): { x: number; y: number };
};

/** A day that the data of a test lack. */
const saturday = day("2026-11-14");

/** A picture of the right edge of the table. */
async function rightEdge({ page }: ChartPage): Promise<Buffer> {
  const box = await page.locator(".table-scroll").boundingBox();
  assert.ok(box !== null);
  return page.screenshot({
    clip: { x: box.x + box.width - 36, y: box.y + 60, width: 36, height: 20 },
  });
}

const namesOf = (variant: string): { id: string; title: string } => ({
  id: variant,
  title: variant,
});

describe("the controls of the chart page", () => {
  const pages = useChartPages();

  async function opened(message: ToChart, options: EditorPageOptions = {}): Promise<ChartPage> {
    const chart = await pages.open(options);
    await chart.post(message);
    await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
    return chart;
  }

  for (const width of [300, 1000]) {
    it(`open the menu of a series in front of the plot, ${width} px wide`, async () => {
      const parts = ["Germany", "Japan"].map((variant) => signalPart({ variant }));
      const chart = await opened(show(parts), { width });
      await chart.page.getByRole("button", { name: "Actions for INFL v2 Japan" }).click();
      await chart.page.getByRole("menuitem").first().waitFor();
      const seen = await chart.page.evaluate(() => controls.inFront("[role=menuitem]"));
      assert.deepEqual(seen, [true, true]);
      const hidden = await chart.page.evaluate(() => controls.outOfSight(".legend"));
      assert.deepEqual(hidden, { x: 0, y: 0 });
      await chart.page.getByRole("menuitem", { name: "Remove from This Chart" }).click();
      await chart.waitForSent("remove", { id: "a/INFL v2 Japan" });
    });
  }

  it("link to the forecasts that a signal moves, and to none for a forecast", async () => {
    const chart = await opened(show([signalPart()]));
    await choose(chart, "Forecasts It Moves");
    await chart.waitForSent("do", { action: "forecastsItMoves" });
    const forecast = await opened(show([forecastPart()]));
    await forecast.page.getByRole("button", { name: "More", exact: true }).click();
    await forecast.page.getByRole("menuitem", { name: "Open as CSV" }).waitFor();
    assert.equal(await forecast.page.getByText("Forecasts It Moves").count(), 0);
  });

  it("offer vintages only in a chart of one signal", async () => {
    const chart = await opened(show([signalPart()]));
    await choose(chart, "Add Vintages…");
    await chart.waitForSent("do", { action: "addVintages" });
    const several = ["Germany", "Japan"].map((variant) => signalPart({ variant }));
    for (const parts of [several, [forecastPart()]]) {
      const other = await opened(show(parts));
      await other.page.getByRole("button", { name: "More", exact: true }).click();
      await other.page.getByRole("menuitem", { name: "Open as CSV" }).waitFor();
      assert.equal(await other.page.getByText("Add Vintages…").count(), 0);
    }
  });

  async function typed(text: string): Promise<ChartPage> {
    const chart = await opened(show([signalPart()]));
    await chart.page.getByRole("textbox", { name: "Range" }).fill(text);
    await chart.page.keyboard.press("Enter");
    return chart;
  }

  for (const [text, words] of [
    ["2030", "The data run from 10 Dec 2015 to 21 Nov 2026."],
    ["foo", "Enter 2020, 2020Q2, 2020-03..2020-06 or 2020-03-15.."],
    ["2020-06..2020-03", "2020-06..2020-03 ends before it begins."],
  ] as const) {
    it(`explain why ${text} cannot be shown, and restore the text of the visible range`, async () => {
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

  async function bridged(): Promise<ChartPage> {
    const whole = forecastPart();
    const { data } = whole;
    if (data === null) throw new Error("The forecast has no data");
    // The last Saturday is removed; until then it is a day like any other.
    const kept = data.days.map((_, row) => row).filter((row) => data.days[row] !== saturday);
    const columns = data.columns.map((column) => ({
      ...column,
      values: Float64Array.from(kept, (row) => column.values[row] ?? Number.NaN),
    }));
    const days = Int32Array.from(kept, (row) => data.days[row] ?? 0);
    const chart = await opened(show([{ ...whole, data: { ...data, days, columns } }]));
    await chart.page.getByRole("button", { name: "Change Bridge", exact: true }).click();
    await chart.page.getByRole("region", { name: "Change Bridge" }).waitFor();
    return chart;
  }

  for (const [typedDay, words, used] of [
    ["2022-02-30", "2022-02-30 is not a day. Enter YYYY-MM-DD.", "2026-10-19"],
    ["2026-11-14", "2026-11-14 has no data; the value of 13 Nov 2026 is used", "2026-11-13"],
    ["2031-01-01", "2031-01-01: the data run from 3 Sep 2018 to 19 Nov 2026", "2026-10-19"],
    ["2026-11-12", "", "2026-11-12"],
  ] as const) {
    it(`report how the bridge uses ${typedDay}, and show the day that is used`, async () => {
      const chart = await bridged();
      const box = chart.page.getByRole("textbox", { name: "From (A)" });
      await box.fill(typedDay);
      await chart.page.keyboard.press("Tab");
      await chart.settle();
      const reported = chart.page.locator(".bridge-panel").getByRole("status");
      assert.equal(await reported.textContent(), words);
      assert.equal(await box.inputValue(), used);
      const handle = chart.page.getByRole("slider", { name: "Bridge from (A)" });
      assert.equal(await handle.getAttribute("aria-valuetext"), dayText(used));
    });
  }

  it("apply a day that is typed into the bridge before the rows arrive", async () => {
    const chart = await bridged();
    const whole = forecastPart();
    const part = { ...whole, data: null, isLoading: true };
    await chart.post({ type: "part", generation: 1, part });
    const box = chart.page.getByRole("textbox", { name: "From (A)" });
    await box.fill("2025-02-28");
    await chart.page.keyboard.press("Tab");
    await chart.settle();
    const reported = chart.page.locator(".bridge-panel").getByRole("status");
    assert.equal(await reported.textContent(), "");
    await chart.post({ type: "part", generation: 1, part: whole });
    await chart.page.getByText(/^From 28 Feb 2025 to/).waitFor();
    assert.equal(await box.inputValue(), "2025-02-28");
  });

  it("discard a day that is typed into the bridge before the rows arrive when it is closed", async () => {
    const chart = await bridged();
    const whole = forecastPart();
    const toggle = chart.page.getByRole("button", { name: "Change Bridge", exact: true });
    const box = chart.page.getByRole("textbox", { name: "From (A)" });
    const opening = await box.inputValue();
    await chart.post({
      type: "part",
      generation: 1,
      part: { ...whole, data: null, isLoading: true },
    });
    await box.fill("2025-02-28");
    await chart.page.keyboard.press("Tab");
    await toggle.click();
    await chart.post({ type: "part", generation: 1, part: whole });
    await toggle.click();
    await chart.settle();
    assert.equal(await box.inputValue(), opening);
  });

  it("clear the message about a typed day when another is set", async () => {
    const chart = await bridged();
    await chart.page.getByRole("textbox", { name: "From (A)" }).fill("2031-01-01");
    await chart.page.keyboard.press("Tab");
    const reported = chart.page.locator(".bridge-panel").getByRole("status");
    assert.notEqual(await reported.textContent(), "");
    await chart.page.getByRole("slider", { name: "Bridge from (A)" }).press("ArrowLeft");
    await chart.settle();
    assert.equal(await reported.textContent(), "");
  });

  it("ask for no click on a plot while the table is in its place", async () => {
    const chart = await bridged();
    const words = chart.page.getByText("Click the plot to set A");
    assert.equal(await words.count(), 1);
    await choose(chart, /table/i);
    assert.equal(await words.count(), 0);
  });

  it("show all columns of a forecast in a table of the full width", async () => {
    const chart = await opened(show([forecastPart()]));
    await choose(chart, /table/i);
    const table = chart.page.getByRole("table").first();
    await table.waitFor();
    const last = await chart.page.getByRole("columnheader", { name: "Tactical" }).boundingBox();
    const box = await table.boundingBox();
    assert.ok(last !== null && box !== null);
    const free = box.x + box.width - (last.x + last.width);
    // At most a scroll bar is beside it.
    assert.ok(free >= -1 && free <= 18, `${free} px`);
    const { x } = await chart.page.evaluate(() => controls.outOfSight(".table-scroll"));
    assert.equal(x, 0);
  });

  it("mark that a table continues beyond its right edge, and keep the days in sight", async () => {
    const chart = await opened(show([forecastPart()]), { width: 320 });
    await choose(chart, /table/i);
    const days = chart.page.locator(".table-head span").first();
    const before = await days.boundingBox();
    const { x } = await chart.page.evaluate(() => controls.outOfSight(".table-scroll"));
    assert.ok(x > 0);
    // The contents of the table would differ anyway.
    await chart.page.evaluate(`
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(".table-row { visibility: hidden; }");
      document.adoptedStyleSheets = [sheet];`);
    const atStart = await rightEdge(chart);
    await chart.page.evaluate("document.querySelector('.table-scroll').scrollLeft = 9999");
    await chart.settle();
    assert.ok(!(await rightEdge(chart)).equals(atStart));
    assert.deepEqual(await days.boundingBox(), before);
  });

  it("remove the crosshair when its day goes out of sight", async () => {
    const chart = await opened(show([signalPart()]));
    await plotOf(chart).press("End");
    await chart.settle();
    const values = chart.page.getByRole("complementary", { name: "Values" });
    assert.equal(await values.getByText("Newest").count(), 0);
    await chart.page.getByRole("textbox", { name: "Range" }).fill("2020");
    await chart.page.keyboard.press("Enter");
    await values.getByText("Newest").waitFor({ state: "attached" });
  });

  it("state that there are no days, and wait for none", async () => {
    const chart = await opened(show([signalPart({ asOf: "20010203T235959Z" }, {}, 0)]));
    const legend = chart.page.getByRole("group", { name: "Legend" });
    assert.equal(await legend.locator(".awaited").count(), 0);
    const explained = "No data as of 3 Feb 2001, which may be before the first production.";
    await chart.page.getByText(explained).waitFor();
  });

  it("show which column contains text in place of the plot, and draw nothing else", async () => {
    const note = "Level contains text instead of numbers: “n.a.” on 2024-06-27";
    const drawn = signalPart();
    const data = drawn.data && { ...drawn.data, columns: [], repairs: [note] };
    const chart = await opened(show([{ ...drawn, data }]));
    await chart.page.getByText(`No numeric columns · ${note}`).waitFor();
    assert.equal(await chart.page.locator(".plots canvas").count(), 0);
  });

  it("show below the plot that a series has days after its as-of (DATA-17)", async () => {
    const drawn = signalPart();
    const data = drawn.data && { ...drawn.data, repairs: ["has days after its as-of"] };
    const chart = await opened(show([{ ...drawn, data }]));
    const foot = chart.page.getByRole("region", { name: "What is shown" });
    await foot.locator(".foot-words", { hasText: " · has days after its as-of" }).waitFor();
  });

  it("keep the letters of the bridge above the plot", async () => {
    const chart = await bridged();
    const letter = chart.page.getByRole("slider", { name: "Bridge to (B)" }).locator("span");
    const [box, plot] = await Promise.all([
      letter.boundingBox(),
      chart.page.locator(plotInside).first().boundingBox(),
    ]);
    assert.ok(box !== null && plot !== null);
    // Half of it is beyond the last day.
    assert.ok(box.x + box.width <= plot.x + plot.width + 12);
    assert.ok(box.y + box.height <= plot.y + 1);
  });

  it("report equal failures of several series once, and retry them all", async () => {
    const variants = ["Germany", "Japan"];
    const failures = variants.map((variant) => failedPart({ data: null, ...namesOf(variant) }));
    const chart = await opened(show(failures));
    assert.match(await chart.page.getByRole("alert").innerText(), /Germany, Japan\s+GET .* 503/);
    await chart.page.getByRole("button", { name: "Retry" }).click();
    const retried = await chart.sent("retry");
    assert.deepEqual(
      retried.map(({ id }) => id),
      variants,
    );
  });
});
