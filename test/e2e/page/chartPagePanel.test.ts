import assert from "node:assert/strict";
import { type ToChart } from "../../../src/features/chart/protocol";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { failureOf, consecutiveDays, part, signalData } from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { type EditorPageOptions } from "../../support/editorPage";
import { choose, plotOf } from "../../support/chartStates";
import { attributesOf, orderBy, placesOf, rowsOf, three, titlesOf } from "../../support/panelPage";
import { pageProgram } from "../../support/pageProgram";
import { panelBefore, panelOutline, panelParts, showPanel } from "../../support/panelFrames";
import { plotInside } from "../../support/plotPlaces";

/** The functions that `test/page/pixels.ts` puts into the page. */
declare const pixels: {
  inkOf(colour: string): number;
};

/** The layout shifts of the page so far. */
declare const jumps: readonly { readonly startTime: number }[];

/** Lets the browser count layout shifts from the start of the page (https://wicg.github.io/layout-instability). */
const watchJumps = `
  window.jumps = [];
  new PerformanceObserver((list) => jumps.push(...list.getEntries()))
    .observe({ type: "layout-shift", buffered: true });
`;

/**
 * The size of all layout shifts, and what moved. The browser reports them in order: once it has reported a shift that
 * is made here, it has reported all earlier ones.
 */
async function countedJumps({ page }: ChartPage): Promise<{ score: number; what: string[] }> {
  const madeMs = await page.evaluate<number>(`(() => {
    const own = document.createElement("div");
    own.style.height = "100px";
    document.body.prepend(own);
    return performance.now();
  })()`);
  // A function, because a text would be evaluated at each poll, which the page's policy forbids.
  await page.waitForFunction((ms) => jumps.some(({ startTime }) => startTime >= ms), madeMs);
  return page.evaluate(`(() => {
    const before = jumps.filter(({ startTime }) => startTime < ${madeMs});
    const what = before.flatMap(({ sources }) => sources.map(({ node, previousRect, currentRect }) =>
      [node?.className, JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" ")));
    return { score: before.reduce((sum, { value }) => sum + value, 0), what };
  })()`);
}

/** The opacity of the progress bar a given time after it began. */
const opacityAt = (ms: number): string => `(() => {
  const bar = document.querySelector(".progress");
  for (const animation of bar.getAnimations({ subtree: true })) {
    animation.pause();
    animation.currentTime = ${ms};
  }
  return getComputedStyle(bar, "::before").opacity;
})()`;

describe("the chart page of a panel", () => {
  const pages = useChartPages();

  async function opened(
    message: ToChart = showPanel(three),
    options: EditorPageOptions = {},
  ): Promise<ChartPage> {
    const chart = await pages.open({ width: 1000, height: 700, ...options });
    await chart.post(message);
    await chart.page.locator(".cross tbody tr").first().waitFor({ state: "attached" });
    return chart;
  }

  it("shows each variant in a plot of its own, by name, and its numbers beside them", async () => {
    const chart = await opened();
    assert.deepEqual(await titlesOf(chart), ["Germany", "Japan", "United States"]);
    assert.deepEqual(await rowsOf(chart), [
      ["Germany", "+2.00", "–", "33"],
      ["United States", "+1.00", "–", "100"],
      ["Japan", "+0.50", "–", "100"],
    ]);
    // The day of an older value is in the tooltip when there is no room for it.
    const japan = chart.page.locator(".cross tbody tr:has-text('Japan') th");
    assert.equal(await japan.getAttribute("title"), "18 Nov 2026");
    await chart.page.getByRole("radio", { name: "Cross-section" }).click();
    assert.equal((await rowsOf(chart))[2]?.[0], "Japan 18 Nov 2026");
    assert.deepEqual(chart.errors, []);
  });

  it("draws the newest values as bars on a scale, labelled where there is room", async () => {
    const chart = await opened();
    assert.equal(await chart.page.locator(".bar-axis").isVisible(), false);
    await chart.page.getByRole("radio", { name: "Cross-section" }).click();
    await chart.settle();
    const box = async (selector: string): Promise<{ left: number; right: number }> => {
      const found = await chart.page.locator(selector).boundingBox();
      assert.ok(found !== null, selector);
      return { left: found.x, right: found.x + found.width };
    };
    assert.deepEqual(await chart.page.locator(".bar-axis span").allInnerTexts(), ["−2", "0", "+2"]);
    const [zero, two] = [1, 2].map((place) => `.bar-axis span >> nth=${place}`);
    const middleOf = async (selector = ""): Promise<number> => {
      const { left, right } = await box(selector);
      return (left + right) / 2;
    };
    // Its newest value is 2.
    const bar = await box(".cross tbody tr:has-text('Germany') rect");
    assert.ok(Math.abs(bar.left - (await middleOf(zero))) <= 1);
    assert.ok(Math.abs(bar.right - (await middleOf(two))) <= 1);
  });

  it("orders the plots without creating them again, and leaves the cross-section in its own order", async () => {
    const chart = await opened();
    await chart.page.evaluate(
      "document.querySelectorAll('canvas').forEach((each) => (each.id = 'old'))",
    );
    const before = await rowsOf(chart);
    await orderBy(chart, "Newest value");
    assert.deepEqual(await titlesOf(chart), ["Germany", "United States", "Japan"]);
    assert.deepEqual(await rowsOf(chart), before);
    const made = "document.querySelectorAll('.pane canvas:not(#old)').length";
    assert.equal(await chart.page.evaluate(made), 0);
    assert.equal((await chart.waitForSent("keep")).state.sort, "newest");
  });

  it("sorts the cross-section by a click on a heading, and reverses the order by a second one", async () => {
    const chart = await opened();
    const namesBy = async (heading: string): Promise<readonly (string | undefined)[]> => {
      await chart.page.getByRole("columnheader", { name: heading }).getByRole("button").click();
      await chart.settle();
      return (await rowsOf(chart)).map(([name]) => name?.split(" ")[0]);
    };
    assert.deepEqual(await namesBy("Country"), ["Germany", "Japan", "United"]);
    assert.deepEqual(await namesBy("Country"), ["United", "Japan", "Germany"]);
    assert.deepEqual(await namesBy("Newest"), ["Germany", "United", "Japan"]);
    assert.deepEqual(await namesBy("Newest"), ["Japan", "United", "Germany"]);
    const heading = chart.page.getByRole("columnheader", { name: "Newest" });
    assert.equal(await heading.getAttribute("aria-sort"), "ascending");
    const { crossSort } = (await chart.waitForSent("keep")).state;
    assert.deepEqual(crossSort, { column: "newest", isAscending: true });
    assert.deepEqual(await titlesOf(chart), ["Germany", "Japan", "United States"]);
  });

  it("sorts by the change of the days in sight once a zoom has ended", async () => {
    const chart = await opened();
    await orderBy(chart, "Change in range");
    await chart.page.getByRole("textbox", { name: "Range" }).fill("2026-11-18..2026-11-19");
    await chart.page.keyboard.press("Enter");
    await chart.page.locator(".pane-title").first().getByText("United States").waitFor();
    assert.deepEqual(await titlesOf(chart), ["United States", "Germany", "Japan"]);
  });

  it("highlights a variant of the cross-section in all plots, names it, and saves that", async () => {
    const chart = await opened();
    await chart.page.locator(".cross tbody tr:has-text('Germany')").click();
    const legend = chart.page.getByRole("group", { name: "Legend" });
    await legend.getByRole("button", { name: "Germany" }).waitFor();
    assert.equal((await chart.waitForSent("keep")).state.highlighted, "acme/Germany");
    await chart.page.keyboard.press("ArrowDown");
    await chart.page.keyboard.press("Enter");
    await legend.getByRole("button", { name: "United States" }).waitFor();
    assert.equal(await chart.page.getByRole("row", { selected: true }).count(), 1);
    await chart.page.keyboard.press("Escape");
    await legend.getByRole("button", { name: "United States" }).waitFor({ state: "detached" });
    assert.equal((await chart.waitForSent("keep")).state.highlighted, null);
  });

  it("shows a variant of the cross-section in full size by a double click, and by Enter with Ctrl", async () => {
    const chart = await opened();
    await chart.page.locator(".cross tbody tr:has-text('Germany')").dblclick();
    await chart.page.getByRole("button", { name: "3 countries" }).waitFor();
    assert.equal((await chart.waitForSent("keep")).state.fullSize, "acme/Germany");
    await chart.page.locator(".cross tbody tr:has-text('Japan')").press("Control+Enter");
    await chart.settle();
    assert.equal((await chart.waitForSent("keep")).state.fullSize, "acme/Japan");
  });

  it("draws the highlighted line in every other plot", async () => {
    const chart = await opened();
    const picture = (name: string): Promise<string> =>
      chart.page.evaluate(`document.querySelector("[data-id='acme/${name}'] canvas").toDataURL()`);
    const before = await Promise.all(["Germany", "Japan", "United States"].map(picture));
    await chart.page.locator(".cross tbody tr:has-text('Germany')").click();
    // The line that is pointed at is thicker.
    await chart.page.getByRole("heading").first().hover();
    await chart.page.evaluate("document.activeElement.blur()");
    await chart.settle();
    const after = await Promise.all(["Germany", "Japan", "United States"].map(picture));
    assert.deepEqual(
      after.map((each, place) => each === before[place]),
      [true, false, false],
    );
  });

  for (const [theme, own, behind] of [
    ["highContrast", "#59a4f9", "#999999"],
    ["highContrastLight", "#0063d3", "#7e7e7e"],
  ] as const) {
    it(`draws the highlighted line thinner than a plot's own: ${theme}`, async () => {
      // Clear of the guides at whole scores.
      const flat = ["Germany", "Japan"].map((title, place) => {
        const values = new Float64Array(400).fill(2.5 - place);
        const data = signalData(consecutiveDays("2025-01-01", 400), { Aggregate: values });
        return part(data, { id: `acme/${title}`, title, identity: { variant: title } });
      });
      const state = { ...defaultViewState, axis: "three", highlighted: "acme/Japan" };
      const chart = await opened(showPanel(flat), { theme, state });
      await chart.page.evaluate(await pageProgram("test/page/pixels.ts", "pixels"));
      const inkOf = async (colour: string): Promise<number> =>
        chart.page.evaluate((each) => pixels.inkOf(each), colour);
      const [ownInk, behindInk] = [await inkOf(own), await inkOf(behind)];
      // Two pixels high, as wide as the plot; the other one is thinner and dashed.
      assert.ok(ownInk > 400, `${ownInk}`);
      assert.ok(behindInk > 0 && behindInk < ownInk / 2, `${behindInk} of ${ownInk}`);
    });
  }

  it("opens with the saved order, view and highlight", async () => {
    const state = { ...defaultViewState, sort: "newest", highlighted: "acme/Japan" };
    const chart = await opened(showPanel(three), { state });
    assert.deepEqual(await titlesOf(chart), ["Germany", "United States", "Japan"]);
    await chart.page.getByRole("row", { name: /^Japan/, selected: true }).waitFor();
  });

  it("shows the values at the crosshair in place of the changes", async () => {
    const chart = await opened();
    await plotOf(chart).focus();
    await chart.page.keyboard.press("Home");
    await chart.page
      .getByRole("columnheader", { name: "On day" })
      .getByTitle("17 Nov 2026")
      .waitFor();
    assert.deepEqual(
      (await rowsOf(chart)).map((row) => row[2]),
      ["+3.00", "0.00", "−1.00"],
    );
  });

  it("has one of three views, chosen with the arrow keys: one stop of the Tab key", async () => {
    const chart = await opened();
    const views = chart.page.getByRole("radiogroup", { name: "View" }).getByRole("radio");
    await views.first().focus();
    for (const key of ["ArrowRight", "Enter"]) await chart.page.keyboard.press(key);
    await chart.settle();
    assert.deepEqual(await attributesOf(views, "aria-checked", "tabindex"), [
      "false,-1",
      "true,0",
      "false,-1",
    ]);
    assert.equal(await plotOf(chart).isVisible(), false);
    assert.equal(await chart.page.locator(".cross tbody tr").first().isVisible(), true);
    assert.equal((await chart.waitForSent("keep")).state.panelView, "crossSection");
    // The newest values do not depend on the range.
    const range = chart.page.getByRole("radiogroup", { name: "Recent years" });
    assert.equal(await range.isVisible(), false);
    await views.first().click();
    assert.equal(await range.isVisible(), true);
  });

  it("shows the cross-section only in its own view if there is no room beside the plots", async () => {
    const chart = await opened(showPanel(three), { width: 300 });
    assert.equal(await chart.page.locator(".cross tbody tr").first().isVisible(), false);
    await chart.page.getByRole("radio", { name: "Cross-section" }).click();
    assert.equal(await chart.page.locator(".cross tbody tr").first().isVisible(), true);
  });

  it("shows of a slice of one column the variants that have it, and names the others", async () => {
    const days = consecutiveDays("2026-11-17", 3);
    const uneven = (["Germany", "Japan", "United States"] as const).map((title, place) => {
      const values = Float64Array.from([place, place + 1, place + 2]);
      const whole = signalData(days, title === "Japan" ? {} : { Momentum: values });
      const columns = whole.columns.map((column) => ({ ...column, percentile: 50 }));
      const slice = { words: "Momentum", lastDay: days[2] ?? null };
      const identity = { variant: title };
      return part({ ...whole, columns, slice }, { id: `acme/${title}`, title, identity });
    });
    const chart = await opened(showPanel(uneven));
    await orderBy(chart, "Newest value");
    assert.deepEqual(await titlesOf(chart), ["United States", "Germany"]);
    assert.deepEqual(await rowsOf(chart), [
      ["United States", "+4.00", "–", "50"],
      ["Germany", "+2.00", "–", "50"],
      ["Japan", "–", "–", ""],
    ]);
    await chart.page.locator(".cross tbody tr:has-text('Japan')").click();
    await chart.settle();
    assert.deepEqual(chart.errors, []);
    assert.deepEqual(await chart.sent("failed"), []);
  });

  it("draws 60 of 300, lists all in the cross-section, and states both numbers and that of the omitted ones", async () => {
    const panel = panelOutline({ omitted: 112 });
    const chart = await opened(showPanel(panelParts(300, 500), { panel }));
    assert.equal(await chart.page.locator(".pane").count(), 60);
    assert.equal(await chart.page.locator(".cross tbody tr").count(), 300);
    const words = "60 of 300 variants, sorted by name; 112 more not in the chart";
    await chart.page.locator(".foot-words").getByText(words).waitFor();
  });

  it("counts the variants that have arrived, and then shows all", async () => {
    const chart = await pages.open();
    await chart.post(showPanel([], { panel: panelBefore() }));
    const panel = panelBefore({ progress: { done: 27, of: 40 } });
    await chart.post({ type: "panel", generation: 1, panel });
    const progress = chart.page.getByRole("progressbar");
    await progress.getByText("Fetching 27 of 40…").waitFor();
    assert.equal(await progress.getAttribute("aria-valuenow"), "27");
    assert.equal(await chart.page.evaluate(opacityAt(499)), "0");
    assert.notEqual(await chart.page.evaluate(opacityAt(501)), "0");
    await chart.post(showPanel(three, { generation: 2 }));
    await chart.page.locator(".pane").first().waitFor();
    assert.equal(await progress.isVisible(), false);
  });

  it("can be cancelled while it is fetched, and then offers to fetch it after all", async () => {
    const chart = await pages.open({ isPanel: true });
    const panel = panelBefore({ progress: { done: 27, of: 40 } });
    await chart.post(showPanel([], { panel }));
    const cancel = chart.page.getByRole("button", { name: "Cancel" });
    await cancel.click();
    await chart.waitForSent("do", { action: "cancel" });
    const failure = failureOf("Fetching was canceled.", ["retry"]);
    await chart.post({
      type: "panel",
      generation: 1,
      panel: panelBefore({ progress: null, failure }),
    });
    await chart.page.getByRole("alert").getByText(failure.message).waitFor();
    assert.equal(await cancel.isVisible(), false);
    assert.equal(await chart.page.getByRole("progressbar").isVisible(), false);
    // The keyboard focus does not return to the start of the page.
    assert.equal(await chart.page.evaluate("document.activeElement.textContent"), "Retry");
    await chart.page.getByRole("button", { name: "Retry" }).click();
    await chart.waitForSent("retry");
  });

  it("has its own frame in the first picture, in which nothing jumps later", async () => {
    const chart = await pages.open({ isPanel: true, width: 1000, height: 700 });
    const { page } = chart;
    await page.locator("main").waitFor();
    await page.evaluate(watchJumps);
    assert.equal(await page.getByRole("button", { name: "Add", exact: true }).isVisible(), false);
    assert.equal(await page.locator(".skeleton > div").count(), 60);
    assert.equal(await page.getByRole("button", { name: "Cancel" }).isVisible(), true);
    await chart.post(showPanel([], { panel: panelBefore() }));
    const panel = panelBefore({ progress: { done: 1, of: 12 } });
    await chart.post({ type: "panel", generation: 1, panel });
    assert.equal(await page.locator(".skeleton > div").count(), 12);
    const frames = await placesOf(page.locator(".skeleton > div"));
    await chart.post(showPanel(panelParts(12), { generation: 2 }));
    await page.locator(".pane").first().waitFor();
    const plots = await placesOf(page.locator(plotInside));
    assert.equal(plots.length, 12);
    const apart = plots.map(({ x, y }, index) =>
      Math.max(Math.abs(x - (frames[index]?.x ?? 0)), Math.abs(y - (frames[index]?.y ?? 0))),
    );
    assert.ok(Math.max(...apart) <= 6, apart.join());
    assert.deepEqual(await countedJumps(chart), { score: 0, what: [] });
  });

  it("shows why it could not be fetched, and requests it again", async () => {
    const chart = await pages.open();
    const failure = failureOf("the service cannot be reached", ["retry"]);
    const panel = panelBefore({ progress: null, failure });
    await chart.post(showPanel([], { panel }));
    await chart.page.getByRole("alert").getByText(failure.message).waitFor();
    await chart.page.getByRole("button", { name: "Retry" }).click();
    await chart.waitForSent("retry");
  });

  it("states that no variant has data", async () => {
    const chart = await pages.open();
    const coverage = "0 of 13 variants · 13 without data";
    await chart.post(showPanel([], { panel: panelOutline({ coverage }) }));
    await chart.page.locator(".nothing").getByText(coverage).waitFor();
  });

  const entries = [
    ["Show Coverage", "showCoverage"],
    ["Save As…", "saveAs"],
    ["Insert Code…", "insertIntoNotebook"],
  ] as const;

  it("links to its coverage, files and a notebook", async () => {
    const chart = await opened();
    for (const [entry, action] of [...entries, ["Save Vintages…", "saveVintages"] as const]) {
      await choose(chart, entry);
      await chart.waitForSent("do", { action });
    }
  });

  for (const width of [600, 800, 1100]) {
    it(`has Save and Insert buttons in its header if there is room: ${width} px wide`, async () => {
      const chart = await opened(showPanel(three), { width });
      const seen = width >= 680;
      for (const [name, action] of entries.slice(1)) {
        const button = chart.page.getByRole("button", { name, exact: true });
        assert.equal(await button.isVisible(), seen, name);
        await (seen ? button.click() : choose(chart, name));
        await chart.waitForSent("do", { action });
      }
    });
  }

  it("compares all variants with the other kind: a second line in each plot", async () => {
    const chart = await opened();
    const button = chart.page.getByRole("button", { name: "Compare with FIT" });
    await button.click();
    await chart.waitForSent("compare", { isKindCompared: true });
    const fit = three.map((each) => ({
      ...each,
      id: `${each.id}/FIT`,
      role: "kind" as const,
      identity: { ...each.identity, dataKind: "FIT" as const },
    }));
    await chart.post(showPanel([...three, ...fit], { generation: 2 }));
    const legend = chart.page.getByRole("group", { name: "Legend" });
    assert.match(await legend.innerText(), /SNAP[\s\S]*FIT/);
    assert.match(await chart.page.locator(".subtitle").first().innerText(), /SNAP and FIT/);
    assert.equal(await chart.page.locator(".pane").count(), 3);
    await chart.page.locator(`[data-id='acme/Germany'] ${plotInside}`).hover();
    await chart.settle();
    assert.equal(
      await chart.page.locator("[data-id='acme/Germany'] .crosshair-dot:visible").count(),
      2,
    );
    await button.click();
    await chart.waitForSent("compare", { isKindCompared: false });
    assert.doesNotMatch(await legend.innerText(), /FIT/);
  });

  it("adds a variant to a chart of series: the highlighted one comes first in the menu", async () => {
    const chart = await opened();
    await chart.page.locator(".cross tbody tr:has-text('Japan')").click();
    await choose(chart, "Add to Chart…");
    const entries = chart.page.getByRole("menuitem");
    assert.deepEqual(await entries.allInnerTexts(), ["Japan", "Germany", "United States"]);
    await entries.filter({ hasText: "Germany" }).click();
    await chart.waitForSent("addVariant", { id: "acme/Germany" });
  });

  it("offers no action that does not apply to a panel", async () => {
    const chart = await opened();
    for (const name of ["Add", "Compare with As-Of…"]) {
      const control = chart.page.getByRole("button", { name, exact: true });
      assert.equal(await control.count(), 0, name);
    }
    await chart.page.getByRole("radio", { name: "FIT", exact: true }).click();
    await chart.waitForSent("switchKind", { kind: "FIT" });
  });
});
