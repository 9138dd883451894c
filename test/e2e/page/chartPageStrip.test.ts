import assert from "node:assert/strict";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { consecutiveDays, part, signalData } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { stripOf } from "../../support/chartStates";
import { type EditorPageOptions } from "../../support/editorPage";
import { panelParts, showPanel } from "../../support/panelFrames";
import { orderBy } from "../../support/panelPage";

/** Values that hold for half of three years each, so that every month of a half has one colour. */
function steady(name: string, halves: readonly number[]): ChartPart {
  const days = consecutiveDays("2023-01-01", 1_096);
  const values = Float64Array.from(days, (_, row) => halves[row < 548 ? 0 : 1] ?? Number.NaN);
  const data = signalData(days, { Aggregate: values });
  return part(data, { id: `acme/${name}`, title: name, identity: { variant: name } });
}

const three = [steady("Chile", [-2.6, 0.6]), steady("Japan", [1, -1]), steady("Peru", [2.6, 0.9])];
const state = { ...defaultViewState, panelView: "heatStrip" };

/** The texts of the card beside the crosshair. */
function cardOf({ page }: ChartPage): Promise<string> {
  return page.locator(".strip .card").innerText();
}

/** The colour of the strip's canvas at a point, in its own pixels. */
function colourAt({ page }: ChartPage, x: number, y: number): Promise<string> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector(".strip canvas");
    const [red, green, blue] = canvas.getContext("2d").getImageData(${x}, ${y}, 1, 1).data;
    return [red, green, blue].join();
  })()`);
}

describe("the heat strip of a panel", () => {
  const pages = useChartPages();

  async function opened(options: EditorPageOptions = {}, parts = three): Promise<ChartPage> {
    const chart = await pages.open({ width: 1100, height: 760, state, ...options });
    await chart.post(showPanel(parts));
    await stripOf(chart).waitFor();
    return chart;
  }

  it("has a row for each variant, by newest value, and moves over its cells with the arrow keys", async () => {
    const chart = await opened();
    const strip = stripOf(chart);
    await strip.focus();
    const read = async (key: string): Promise<string> => {
      await strip.press(key);
      return (await cardOf(chart)).replaceAll(/\s+/g, " ");
    };
    const first = "value change percentile rank Aggregate";
    assert.equal(await read("ArrowLeft"), `Peru · 31 Dec 2025 ${first} +0.90 0.00 50 1 of 3`);
    assert.equal(await read("ArrowDown"), `Chile · 31 Dec 2025 ${first} +0.60 0.00 100 2 of 3`);
    assert.equal(await read("Home"), `Chile · 31 Jan 2023 ${first} −2.60 0.00 100 3 of 3`);
    assert.equal(await read("ArrowRight"), `Chile · 28 Feb 2023 ${first} −2.60 0.00 100 3 of 3`);
    assert.equal(await read("ArrowUp"), `Peru · 28 Feb 2023 ${first} +2.60 0.00 100 1 of 3`);
    assert.equal(await strip.locator(".strip-name").innerText(), "Peru");
    await chart.page
      .getByRole("status")
      .getByText("Peru, 28 Feb 2023: +2.60, percentile 100, rank 1 of 3")
      .waitFor();
    await strip.press("Escape");
    assert.equal(await strip.locator(".card").isVisible(), false);
    assert.deepEqual(chart.errors, []);
  });

  it("opens a row in full size by Enter or a click, with the crosshair on its day, and returns by Escape", async () => {
    const chart = await opened();
    await stripOf(chart).focus();
    for (const key of ["Home", "ArrowDown", "Enter"]) await stripOf(chart).press(key);
    await chart.settle();
    assert.equal((await chart.waitForSent("keep")).state.fullSize, "acme/Chile");
    assert.equal(await chart.page.locator(".crosshair-day:visible").innerText(), "31 Jan 2023");
    await chart.page.keyboard.press("Escape");
    await chart.settle();
    assert.equal(await chart.page.evaluate("document.activeElement.className"), "strip");
    await stripOf(chart).click({ position: { x: 500, y: 10 } });
    await chart.settle();
    assert.equal((await chart.waitForSent("keep")).state.fullSize, "acme/Peru");
  });

  it("draws the extremes in full colours, and small values near the grey of the page", async () => {
    const chart = await opened();
    const box = await stripOf(chart).locator("canvas").boundingBox();
    assert.ok(box !== null);
    // Within the first cells of the three rows: the key on the light theme has the same colours.
    const left = Math.round(box.width * 0.3);
    const right = Math.round(box.width * 0.85);
    const [peru, chile, japan] = await Promise.all(
      [10, 24, 38].map((y) => colourAt(chart, left, y)),
    );
    const dominant = (colour = ""): number => {
      const [red = 0, , blue = 0] = colour.split(",").map(Number);
      return blue - red;
    };
    assert.ok(dominant(peru) > 100, peru);
    assert.ok(dominant(chile) < -100, chile);
    assert.ok(dominant(japan) > 20 && dominant(japan) < dominant(peru), japan);
    const small = dominant(await colourAt(chart, right, 10));
    assert.ok(small > 10 && small < dominant(peru), `${small}`);
  });

  it("sorts its rows independently, and states the number of cells", async () => {
    const chart = await opened();
    await orderBy(chart, "Name");
    assert.equal((await chart.waitForSent("keep")).state.stripSort, "name");
    assert.equal((await chart.waitForSent("keep")).state.sort, "name");
    await stripOf(chart).focus();
    await stripOf(chart).press("Home");
    assert.equal(await chart.page.locator(".strip-name").innerText(), "Chile");
    const foot = await chart.page.locator(".foot").innerText();
    assert.match(foot, /3 countries × 36 months · each cell is the month's last observation/);
  });

  it("has weeks if less than two years are in sight", async () => {
    const chart = await opened();
    await chart.page.getByRole("textbox", { name: "Range" }).fill("2024-06-03..2024-06-30");
    await chart.page.keyboard.press("Enter");
    await chart.page.locator(".foot").getByText("3 countries × 4 weeks").waitFor();
  });

  it("supports the keys of every chart beside its own", async () => {
    const chart = await opened();
    const strip = stripOf(chart);
    await strip.press("1");
    await chart.page.locator(".foot").getByText("× 53 weeks").waitFor();
    await strip.press("a");
    await chart.page.locator(".foot").getByText("× 36 months").waitFor();
    await strip.press("?");
    await chart.page.getByRole("heading", { name: "Keyboard Shortcuts" }).waitFor();
  });

  it("is drawn in pixels of the screen", async () => {
    const chart = await opened({ pixelRatio: 2 });
    const sizes = await chart.page.evaluate<readonly number[]>(`(() => {
      const canvas = document.querySelector(".strip canvas");
      return [canvas.width / canvas.getBoundingClientRect().width, canvas.height];
    })()`);
    assert.deepEqual(sizes[0], 2);
  });

  it("is replaced by the table of values", async () => {
    const chart = await opened();
    await chart.page.getByRole("button", { name: "More" }).click();
    await chart.page.getByRole("menuitemcheckbox", { name: "Show as Table" }).click();
    await chart.page.getByRole("table").first().waitFor();
    assert.equal(await stripOf(chart).isVisible(), false);
  });

  it("shows all 300 variants", async () => {
    const chart = await opened({}, [...panelParts(300, 800)]);
    const canvas = await stripOf(chart).locator("canvas").boundingBox();
    assert.ok(canvas !== null && canvas.height >= 300 * 14);
    assert.equal(await chart.page.locator(".pane").count(), 0);
    await stripOf(chart).focus();
    await stripOf(chart).press("ArrowUp");
    assert.equal(await chart.page.locator(".strip-name").isVisible(), true);
  });
});
