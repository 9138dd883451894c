import assert from "node:assert/strict";
import { type ToChart } from "../../../src/features/chart/protocol";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { type EditorPageOptions } from "../../support/editorPage";
import { show } from "../../support/chartFrames";
import { panelParts, showPanel } from "../../support/panelFrames";
import { attributesOf, focusedName, placesOf, three } from "../../support/panelPage";
import { plotInside } from "../../support/plotPlaces";

describe("the panes of a panel", () => {
  const pages = useChartPages();

  async function opened(
    message: ToChart = showPanel(three),
    options: EditorPageOptions = {},
  ): Promise<ChartPage> {
    const chart = await pages.open({ width: 1000, height: 700, ...options });
    await chart.post(message);
    await chart.page.locator(".pane").first().waitFor();
    return chart;
  }

  it("show a variant in full size by a click on its plot, and all others again by Escape", async () => {
    const chart = await opened();
    await chart.page.locator(`[data-id='acme/Japan'] ${plotInside}`).click();
    await chart.settle();
    assert.equal(await chart.page.locator(".pane").count(), 1);
    assert.equal((await chart.waitForSent("keep")).state.fullSize, "acme/Japan");
    assert.match(await chart.page.locator(".panel-bar").innerText(), /‹ 3 countries\s+Japan/);
    // As for any single series, the head has its newest value and percentile.
    assert.match(
      await chart.page.locator(".head-value").innerText(),
      /\+0\.50[\s\S]*percentile 100/,
    );
    await chart.page.keyboard.press("Escape");
    await chart.settle();
    assert.equal(await chart.page.locator(".pane").count(), 3);
    assert.equal((await chart.waitForSent("keep")).state.fullSize, null);
    assert.equal(await focusedName(chart), "Japan");
  });

  it("show a variant in full size by Enter on its title, with a link to its own chart", async () => {
    const chart = await opened();
    const titles = chart.page.locator(".opener");
    await titles.first().focus();
    await chart.page.keyboard.press("ArrowRight");
    assert.deepEqual(await attributesOf(titles, "tabindex"), ["-1", "0", "-1"]);
    await chart.page.keyboard.press("Enter");
    await chart.page.getByRole("button", { name: "Open Chart" }).click();
    await chart.waitForSent("openPart", { id: "acme/Japan" });
    await chart.page.getByRole("button", { name: "3 countries" }).click();
    await chart.settle();
    assert.equal(await focusedName(chart), "Japan");
  });

  it("support the keys of the chart also on the titles of their plots", async () => {
    const chart = await opened(showPanel(panelParts(12, 4_000)));
    const title = chart.page.locator(".opener").first();
    await title.press("1");
    assert.equal((await chart.waitForSent("keep")).state.years, 1);
    await title.press("?");
    await chart.page.getByRole("heading", { name: "Keyboard Shortcuts" }).waitFor();
  });

  it("move the focus among forty plots by rows and columns", async () => {
    const chart = await opened(showPanel(panelParts(40, 500)), { width: 1100, height: 760 });
    const rows = await placesOf(chart.page.locator(".opener"));
    assert.equal(rows.filter(({ y }) => y === rows[0]?.y).length, 5);
    const ids = await attributesOf(chart.page.locator(".pane"), "data-id");
    const focused = (): Promise<string> =>
      chart.page.evaluate("document.activeElement.closest('[data-id]').dataset.id");
    await chart.page.locator(".opener").first().focus();
    const to = [
      ["ArrowDown", 5],
      ["ArrowRight", 6],
      ["ArrowUp", 1],
      ["ArrowUp", 1],
      ["End", 39],
      ["ArrowDown", 39],
      ["Home", 0],
    ] as const;
    for (const [key, at] of to) {
      await chart.page.keyboard.press(key);
      assert.equal(await focused(), ids[at], key);
    }
  });

  it("show forty plots in a window of 1100 × 760, with figures and days once", async () => {
    const chart = await opened(showPanel(panelParts(40, 4_000)), { width: 1100, height: 760 });
    const plots = await chart.page.locator(plotInside).all();
    const boxes = await Promise.all(plots.map((plot) => plot.boundingBox()));
    const widths = new Set(boxes.map((box) => Math.round(box?.width ?? 0)));
    const heights = new Set(boxes.map((box) => Math.round(box?.height ?? 0)));
    const spread = (all: ReadonlySet<number>): number => Math.max(...all) - Math.min(...all);
    // Cells of the grid are not whole pixels.
    assert.ok(spread(widths) <= 1 && spread(heights) <= 1);
    const foot = await chart.page.locator(".foot").boundingBox();
    const lowest = Math.max(...boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0)));
    assert.ok(foot !== null && lowest + 14 <= foot.y, `${lowest} above ${foot?.y}`);
    assert.equal(await chart.page.evaluate("document.documentElement.scrollHeight"), 760);
  });

  it("use short names if full ones do not fit, and never cut them", async () => {
    const named = [
      ["Hong Kong SAR China", "Hong Kong"],
      ["United Kingdom", "UK"],
      ["Chile", "Chile"],
    ] as const;
    const parts = named.flatMap(([title, shortTitle]) =>
      panelParts(1, 400).map((each) => ({ ...each, id: `acme/${title}`, title, shortTitle })),
    );
    const others = panelParts(37, 400).map((each) => ({
      ...each,
      shortTitle: each.title.slice(0, 9),
    }));
    const many = [...parts, ...others];
    const chart = await opened(showPanel(many), { width: 1100, height: 760 });
    const titles = chart.page.locator(".opener");
    const texts = await titles.allInnerTexts();
    assert.ok(texts.includes("Hong Kong") && texts.includes("Chile"), texts.join());
    const cut = await chart.page.evaluate(
      "[...document.querySelectorAll('.opener')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)",
    );
    assert.deepEqual(cut, []);
    await chart.page.getByRole("button", { name: "Hong Kong SAR China" }).click();
    assert.equal((await chart.waitForSent("keep")).state.fullSize, "acme/Hong Kong SAR China");
  });

  it("have whole names, never codes, for several signals, on two lines if necessary", async () => {
    const titled = (first: string): Promise<ChartPage> => {
      const parts = panelParts(12, 400).map((each, at) => ({
        ...each,
        title: at === 0 ? first : `Housing ${at}`,
        shortTitle: `CODE${at}`,
      }));
      return opened(show(parts), { width: 1100, height: 760 });
    };
    const namesOf = (chart: ChartPage): Promise<string[]> =>
      chart.page.locator(".opener").allInnerTexts();
    for (const [first, hasSecond] of [
      ["Sector Price Trend · Information Technology", true],
      ["Prices", false],
    ] as const) {
      const chart = await titled(first);
      const names = await namesOf(chart);
      assert.deepEqual([names.length, names[0], names[11]], [12, first, "Housing 11"]);
      assert.equal((await chart.page.locator(".plots.is-two-lined").count()) > 0, hasSecond);
    }
  });

  it("emphasise one variant in its plot and its row, with its value, and the day below its column", async () => {
    const chart = await opened(showPanel(panelParts(12, 400)), { width: 1100, height: 760 });
    const pointed = async (): Promise<readonly string[]> => [
      ...(await attributesOf(chart.page.locator("[data-id].is-pointed"), "data-id")),
      ...(await chart.page.locator(".cross .is-pointed .name").allInnerTexts()),
    ];
    await chart.page.locator(`[data-id='acme/Japan'] ${plotInside}`).hover();
    await chart.settle();
    assert.deepEqual(await pointed(), ["acme/Japan", "Japan"]);
    assert.match(
      await chart.page.locator(".crosshair-beside:visible").innerText(),
      /^[+−]\d\.\d\d$/,
    );
    assert.equal(await chart.page.locator(".crosshair-day:visible").count(), 1);
    assert.equal(await chart.page.locator(".crosshair-line.is-hair:visible").count(), 11);
    const [day, plot] = await Promise.all([
      chart.page.locator(".crosshair-day:visible").boundingBox(),
      chart.page.locator(`[data-id='acme/Japan'] ${plotInside}`).boundingBox(),
    ]);
    assert.ok(day !== null && plot !== null);
    assert.ok(day.x >= plot.x - 1 && day.x + day.width <= plot.x + plot.width + 1);
    await chart.page.locator(".cross tbody tr:has-text('France')").hover();
    await chart.settle();
    assert.deepEqual(await pointed(), ["acme/France", "France"]);
  });
});
