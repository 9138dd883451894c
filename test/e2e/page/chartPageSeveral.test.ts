import assert from "node:assert/strict";
import { type Locator } from "playwright-core";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import {
  consecutiveDays,
  forecastPart,
  part,
  scores,
  show,
  signalData,
} from "../../support/chartFrames";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { plotOf } from "../../support/chartStates";
import { pageProgram } from "../../support/pageProgram";
import { picturedThemes } from "../../support/pictures";
import { plotInside } from "../../support/plotPlaces";

declare const controls: {
  clipped(): string[];
  focused(): string;
  outOfSight(selector: string): { readonly y: number };
};

const countries = [
  ...["United States", "Germany", "Japan", "United Kingdom", "Brazil", "India", "France", "Italy"],
  ...["Canada", "Australia", "South Korea", "Hong Kong", "Mexico", "Spain", "Sweden", "Norway"],
];

const days = consecutiveDays("2006-12-10", 7_286);
const daysPerMonth = 30;

/** Scores that change monthly, each not far from the one before; the same at each call. */
function walk(seed: number): Float64Array {
  const steps = scores(days.length / daysPerMonth + 1, 31 * seed + 7);
  let [value, own] = [0, 0];
  return Float64Array.from(days, (_day, row) => {
    if (row % daysPerMonth !== 0) return value;
    const step = steps[row / daysPerMonth] ?? 0;
    own =
      0.94 * own +
      0.5 * (Number.isNaN(step) ? 0 : step - 2 * Math.sin(row / 5_400 + 31 * seed + 7));
    return (value = own);
  });
}

/** One series for each country, each with its own history. */
function countryParts(count: number): ChartPart[] {
  return Array.from({ length: count }, (_, at) => {
    const variant = countries[at] ?? `Country ${at + 1}`;
    const columns = { Level: walk(at + 50), Momentum: walk(at + 99), Aggregate: walk(at + 1) };
    const identity = { variant, title: `Inflation · ${variant}` };
    const names = {
      id: `a/${variant}`,
      title: variant,
      shortTitle: variant === "United Kingdom" ? "UK" : variant,
      fullTitle: `INFL ${variant}`,
    };
    return part(signalData(days, columns), { identity, ...names });
  });
}

/** The height of the window for each width. */
const heights: ReadonlyMap<number, number> = new Map([
  [1100, 760],
  [1440, 860],
]);

/** `+1.23` as a number. */
function numberOf(text: string): number {
  return Number(text.replace("−", "-").replace(/ .*$/, ""));
}

describe("a chart of several series", () => {
  const pages = useChartPages();

  async function opened(count: number, size = { width: 1000, height: 800 }): Promise<ChartPage> {
    const chart = await pages.open(size);
    await chart.post(show(countryParts(count)));
    await chart.computed();
    return chart;
  }

  const come = (chart: ChartPage, each: ChartPart): Promise<void> =>
    chart.post({ type: "part", generation: 1, part: each });
  const rowsOf = ({ page }: ChartPage): Locator => page.locator(".series tbody tr");
  const namesOf = (chart: ChartPage): Promise<string[]> =>
    chart.page.locator(".series .series-name").allInnerTexts();
  const cellsOf = (chart: ChartPage, column: number): Promise<string[]> =>
    chart.page.locator(`.series tbody tr > :nth-child(${column})`).allInnerTexts();
  const heading = ({ page }: ChartPage, name: string | RegExp): Locator =>
    page.locator(".series").getByRole("columnheader", { name });

  it("is overlaid or in panes, as a person chooses", async () => {
    const chart = await opened(6);
    const plots = chart.page.locator(plotInside);
    assert.equal(await plots.count(), 1);
    const overlay = chart.page.getByRole("radio", { name: "Overlay" });
    assert.equal(await overlay.getAttribute("aria-checked"), "true");
    await chart.page.getByRole("radio", { name: "Panes" }).click();
    await chart.settle();
    assert.equal(await plots.count(), 6);
    await overlay.click();
    await chart.settle();
    assert.equal(await plots.count(), 1);
    assert.deepEqual(chart.errors, []);
  });

  it("counts the series of a tag value from which they were chosen, and lets a person choose others", async () => {
    const profile = { tagKind: "sector", value: "Energy", count: 61, order: "distance", failed: 0 };
    const chart = await pages.open({ width: 1000, height: 800 });
    await chart.post({ ...show(countryParts(6)), state: { ...defaultViewState, profile } });
    await chart.computed();
    const { page } = chart;
    assert.equal(await page.locator("h1").innerText(), "Inflation · 6 series");
    const line = page.locator(".titles .subtitle");
    assert.match(await line.innerText(), /^6 of 61, furthest from their mean · INFL v2/);
    await page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
    await page.getByRole("button", { name: "Choose…" }).click();
    assert.deepEqual(await chart.sent("do"), [{ type: "do", action: "chooseSeries" }]);
    assert.deepEqual(await page.evaluate(() => controls.clipped()), []);
    assert.deepEqual(chart.errors, []);
  });

  it("offers no comparison of more than twelve signals", async () => {
    const chart = await opened(13);
    const offered = chart.page.getByRole("button", { name: /^Compare with/ });
    assert.equal(await offered.count(), 0);
    await plotOf(chart).press("f");
    await chart.settle();
    assert.ok((await chart.sent("compare")).every(({ isKindCompared }) => !isKindCompared));
    assert.deepEqual(chart.errors, []);
  });

  it("offers only panes for more than twelve lines, with the reason", async () => {
    const chart = await opened(13);
    const overlay = chart.page.getByRole("radio", { name: "Overlay" });
    assert.equal(await overlay.getAttribute("aria-disabled"), "true");
    assert.match((await overlay.getAttribute("title")) ?? "", /^Overlay holds up to 12 lines/);
    await overlay.click({ force: true });
    await chart.settle();
    assert.equal(await chart.page.locator(plotInside).count(), 13);
  });

  it("has a row for each, sorted by the newest value or by the chosen column", async () => {
    const chart = await opened(6);
    const newest = (await cellsOf(chart, 3)).map(numberOf);
    assert.equal(newest.length, 6);
    assert.deepEqual(
      newest,
      newest.toSorted((one, other) => other - one),
    );
    assert.equal(await heading(chart, "Newest").getAttribute("aria-sort"), "descending");
    await heading(chart, "Newest").getByRole("button").focus();
    await chart.page.keyboard.press("Enter");
    await chart.settle();
    assert.deepEqual((await cellsOf(chart, 3)).map(numberOf), newest.toReversed());
    assert.equal(await heading(chart, "Newest").getAttribute("aria-sort"), "ascending");
    await heading(chart, "Series").getByRole("button", { name: "Series", exact: true }).click();
    await chart.settle();
    const names = await namesOf(chart);
    assert.deepEqual(names, names.toSorted());
    assert.equal(await heading(chart, "Newest").getAttribute("aria-sort"), "none");
    const { state } = await chart.waitForSent("keep");
    assert.deepEqual(state.seriesSort, { by: "name", isAscending: true });
    assert.deepEqual(chart.errors, []);
  });

  it("shows the values at the crosshair, and sorts by them", async () => {
    const chart = await opened(4);
    assert.deepEqual(await cellsOf(chart, 2), ["", "", "", ""]);
    await plotOf(chart).press("End");
    await plotOf(chart).press("ArrowUp");
    await chart.settle();
    const day = await chart.page.locator(".crosshair-day").innerText();
    await heading(chart, day).getByRole("button").click();
    await chart.settle();
    const values = (await cellsOf(chart, 2)).map(numberOf);
    assert.deepEqual(
      values,
      values.toSorted((one, other) => other - one),
    );
    const card = await chart.page.locator(".card .values td:nth-child(2)").allInnerTexts();
    assert.deepEqual((await cellsOf(chart, 2)).toSorted(), card.toSorted());
  });

  it("shows a series, hides it, or shows it alone, by its row", async () => {
    const chart = await opened(3);
    const names = await namesOf(chart);
    const japan = chart.page.getByRole("button", { name: "Japan", exact: true });
    await japan.click();
    await chart.settle();
    assert.equal(await japan.getAttribute("aria-pressed"), "false");
    // It stays where it was clicked.
    assert.deepEqual(await namesOf(chart), names);
    await japan.dblclick();
    await chart.settle();
    const pressed = chart.page.locator(".series .toggle[aria-pressed=true]");
    assert.deepEqual(await pressed.allInnerTexts(), ["Japan"]);
  });

  it("works by keyboard: rows, their menus, and showing one alone", async () => {
    const chart = await opened(3);
    await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
    const [, second = ""] = await namesOf(chart);
    const toggles = chart.page.locator(".series .toggle");
    assert.equal(await chart.page.locator(".series .toggle[tabindex='0']").count(), 1);
    await toggles.first().focus();
    await chart.page.keyboard.press("ArrowDown");
    await chart.page.locator(".series tr.is-emphasised", { hasText: second }).waitFor();
    await chart.page.keyboard.press("Shift+F10");
    await chart.page.getByRole("menuitem", { name: "Open Chart" }).waitFor();
    await chart.page.keyboard.press("Escape");
    const focused = (): Promise<string> => chart.page.evaluate(() => controls.focused());
    assert.equal(await focused(), `button ${second}`);
    for (const key of ["Right", "Left", "Right"]) await chart.page.keyboard.press(`Arrow${key}`);
    assert.equal(await focused(), `button Actions for ${second}`);
    await chart.page.keyboard.press("Enter");
    await chart.page.getByRole("menuitem", { name: "Remove from This Chart" }).click();
    await chart.waitForSent("remove", { id: `a/${second}` });
    // The headings are above the first row, and no stops of the Tab key.
    await toggles.first().focus();
    for (const key of ["ArrowUp", "End", "ArrowLeft"]) await chart.page.keyboard.press(key);
    assert.equal(await focused(), "button z-score");
    await chart.page.keyboard.press("ArrowDown");
    assert.equal(await chart.page.locator(".series [tabindex='0']").count(), 1);
    await toggles.nth(1).focus();
    await chart.page.keyboard.press("Shift+Enter");
    await chart.settle();
    const pressed = chart.page.locator(".series .toggle[aria-pressed=true]");
    assert.deepEqual(await pressed.allInnerTexts(), [second]);
    assert.deepEqual(chart.errors, []);
  });

  it("emphasises a line everywhere when its row, line or label is pointed at", async () => {
    const chart = await opened(4);
    const { page } = chart;
    const pixels = (): Promise<string> =>
      page.evaluate<string>(`document.querySelector(".plots canvas").toDataURL()`);
    const emphasised = page.locator(".series tr.is-emphasised .series-name");
    const before = await pixels();
    const row = rowsOf(chart).nth(2);
    const name = await row.locator(".series-name").innerText();
    await row.hover();
    await chart.settle();
    assert.deepEqual(await emphasised.allInnerTexts(), [name]);
    assert.notEqual(await pixels(), before);
    await page.locator("h1").hover();
    await chart.settle();
    assert.equal(await emphasised.count(), 0);
    assert.equal(await pixels(), before);
    await plotOf(chart).press("End");
    await plotOf(chart).press("ArrowUp");
    await chart.settle();
    const dot = page.locator(".crosshair-dot:visible").first();
    const place = await dot.boundingBox();
    assert.ok(place);
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await chart.settle();
    assert.equal(await emphasised.count(), 1);
    const inCard = page.locator(".card .values.is-emphasised");
    assert.equal((await inCard.innerText()).includes(await emphasised.innerText()), true);
    await page.locator(".crosshair-value:visible").waitFor();
    const plot = await page.locator(plotInside).boundingBox();
    assert.ok(plot);
    // Labels begin right of the plot: somewhere along its edge there is one.
    const found = new Set<string>();
    for (let y = plot.y; y < plot.y + plot.height; y += 8) {
      await page.mouse.move(plot.x + plot.width + 40, y);
      await chart.settle();
      for (const each of await emphasised.allInnerTexts()) found.add(each);
    }
    assert.deepEqual([...found].toSorted(), (await namesOf(chart)).toSorted());
    assert.deepEqual(chart.errors, []);
  });

  it("changes only cells while the crosshair moves", async () => {
    const chart = await opened(6);
    const plot = await chart.page.locator(plotInside).boundingBox();
    assert.ok(plot);
    await chart.page.mouse.move(plot.x + plot.width / 2, plot.y + 2);
    await chart.settle();
    await chart.page.evaluate(`
      globalThis.touched = [];
      new MutationObserver((changes) => touched.push(...changes.map(({ type, target }) =>
        type + " " + (target.closest ?? target.parentElement.closest).call(target.closest ? target : target.parentElement, "td, th, tr")?.localName,
      ))).observe(document.querySelector(".series"), { childList: true, subtree: true, characterData: true, attributes: true });
    `);
    await chart.page.mouse.move(plot.x + plot.width / 3, plot.y + 2);
    await chart.settle();
    const touched = await chart.page.evaluate<string[]>("globalThis.touched");
    assert.ok(touched.length > 0);
    // A row may become the one that is pointed at, or stop being it.
    assert.deepEqual(
      touched.filter((each) => !/^childList (td|th)$|^attributes tr$/.test(each)),
      [],
    );
  });

  it("scrolls forty rows, and keeps the plot 150 pixels high", async () => {
    const parts = countryParts(40);
    const chart = await pages.open({ width: 1000, height: 600 });
    const hidden = parts.slice(12).map(({ id }) => id);
    await chart.post(show(parts, { state: { version: 1, hidden, arrangement: "overlay" } }));
    // The lines of forty series are computed in pieces.
    await rowsOf(chart).nth(39).waitFor({ state: "attached" });
    assert.equal(await rowsOf(chart).count(), 40);
    await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
    const beyond = await chart.page.evaluate(() => controls.outOfSight(".series-scroll"));
    const scroll = await chart.page.locator(".series-scroll").boundingBox();
    assert.ok(beyond.y > 0 && (scroll?.height ?? 0) >= 100);
    const plot = await chart.page.locator(plotInside).boundingBox();
    assert.ok((plot?.height ?? 0) >= 12 * 16, `${plot?.height}`);
    const [last = ""] = (await namesOf(chart)).slice(-1);
    await chart.page.locator(".series .toggle").first().focus();
    await chart.page.keyboard.press("End");
    await chart.page.locator(".series .toggle", { hasText: last }).waitFor();
    assert.equal(await chart.page.evaluate<string>("document.activeElement.textContent"), last);
  });

  it("makes room for statistics: shrinks the plot first, then the overview", async () => {
    const chart = await opened(6, { width: 1100, height: 760 });
    const overview = chart.page.locator(".overview");
    assert.equal(await overview.isVisible(), true);
    const heightOf = async (): Promise<number> =>
      (await chart.page.locator(plotInside).boundingBox())?.height ?? 0;
    const before = await heightOf();
    await chart.page.getByRole("button", { name: "Statistics" }).click();
    await chart.settle();
    const after = await heightOf();
    assert.ok(after >= 150 && after < before, `${before}, then ${after}`);
    assert.equal(await overview.isVisible(), false);
    const scrolls = await chart.page.evaluate<number>(
      "document.documentElement.scrollHeight - innerHeight",
    );
    assert.equal(scrolls, 0);
    const beyond = await chart.page.evaluate<number>(`(() => {
      const { scrollWidth, clientWidth } = document.querySelector(".statistics-tables");
      return scrollWidth - clientWidth;
    })()`);
    assert.equal(beyond, 0);
    for (const theme of picturedThemes) {
      await chart.setTheme(theme);
      await chart.screenshot(`chartPage-several-statistics-${theme}`);
    }
    const rows = chart.page.getByRole("table", { name: "Statistics" }).locator("tbody th");
    const names = (await rows.allInnerTexts()).map((text) => text.replace(/^\d+\s*/, ""));
    assert.deepEqual(names, await namesOf(chart));
  });

  it("folds its rows, and stays folded", async () => {
    const chart = await opened(3);
    await chart.page.getByRole("button", { name: "Collapse series table" }).click();
    await chart.settle();
    assert.equal(await rowsOf(chart).first().isVisible(), false);
    const { state } = await chart.waitForSent("keep");
    assert.equal(state.isSeriesFolded, true);
    await chart.page.getByRole("button", { name: "Expand series table" }).click();
    await chart.settle();
    assert.equal(await rowsOf(chart).first().isVisible(), true);
  });

  it("moves neither the plot nor a row while its series arrive", async () => {
    const parts = countryParts(6);
    const chart = await pages.open({ width: 1000, height: 800 });
    const placeOf = (): Promise<string> =>
      chart.page.evaluate<string>(`JSON.stringify([".plots", ".series"].map((each) =>
        document.querySelector(each).getBoundingClientRect()))`);
    await chart.post(show(parts.map((each) => ({ ...each, isLoading: true, data: null }))));
    await chart.page.locator("main").waitFor();
    const before = await placeOf();
    const titles = parts.map(({ title }) => title);
    for (const each of parts.slice(0, 3)) await come(chart, each);
    assert.equal(await placeOf(), before);
    // Rows are sorted once all have arrived.
    assert.deepEqual(await namesOf(chart), titles);
    for (const each of parts.slice(3)) await come(chart, each);
    assert.equal(await placeOf(), before);
    assert.notDeepEqual(await namesOf(chart), titles);
  });

  it("shows z-scores and ranks, and names them beside every value", async () => {
    const chart = await pages.open({ width: 1000, height: 800 });
    await chart.post(show([...countryParts(3), forecastPart({ id: "f", title: "SPX" })]));
    await chart.computed();
    const percentiles = await cellsOf(chart, 6);
    assert.ok(
      percentiles.every((text) => /^\d+$/.test(text)),
      percentiles.join(),
    );
    const choose = async (entry: string): Promise<void> => {
      await chart.page.getByRole("button", { name: /^Values/ }).click();
      await chart.page.getByRole("menuitemcheckbox", { name: entry }).click();
      await chart.settle();
    };
    await choose("As z-Scores over All History");
    const scores = await cellsOf(chart, 3);
    assert.ok(
      scores.every((text) => /^[+−]?\d\.\d\d σ$/.test(text)),
      scores.join(),
    );
    await plotOf(chart).press("End");
    await chart.settle();
    const card = await chart.page.locator(".card .values td:nth-child(2)").allInnerTexts();
    assert.ok(
      card.every((text) => /σ$|^–$/.test(text)),
      card.join(),
    );
    await chart.screenshot("chartPage-several-z-scores");
    await choose("As Ranks Among the Shown Series");
    // The forecast is the only one of its unit.
    assert.deepEqual((await cellsOf(chart, 3)).toSorted(), ["#1", "#1", "#2", "#3"]);
    assert.deepEqual((await cellsOf(chart, 6)).toSorted(), percentiles.toSorted());
    assert.equal(await chart.page.locator(".axis-menu").isVisible(), false);
    await chart.screenshot("chartPage-several-ranks");
    await chart.page.getByRole("button", { name: "More", exact: true }).click();
    await chart.page.getByRole("menuitem", { name: "Copy Visible Range" }).click();
    const { text } = await chart.waitForSent("copyText");
    assert.match(
      text,
      /# Values are ranks on each day among the shown series of the same unit and column: 1 is the largest/,
    );
    // Its reader does not see the title of the page.
    assert.match(text, /^Date\tINFL United States Aggregate \(rank\)\t.*\tSPX \(rank\)$/m);
    await choose("As Served");
    const { state } = await chart.waitForSent("keep");
    assert.equal(state.values, "served");
    assert.deepEqual(chart.errors, []);
  });

  for (const count of [7, 12, 24, 40]) {
    it(`shows ${count} panes and their table without scrolling, labelled at first column and last row`, async () => {
      const chart = await opened(count, { width: 1100, height: 760 });
      await chart.page.getByRole("radio", { name: "Panes" }).click();
      await chart.settle();
      assert.equal(await chart.page.locator(".pane-multiple").count(), count);
      const scrolls = await chart.page.evaluate<number>(
        "document.documentElement.scrollHeight - innerHeight",
      );
      assert.equal(scrolls, 0);
      const all = await chart.page.locator(".pane-multiple").all();
      const boxes = await Promise.all(all.map((pane) => pane.boundingBox()));
      const lefts = boxes.flatMap((box) => box?.x ?? []);
      const first = Math.min(...lefts);
      assert.equal(
        await chart.page.locator(".pane-multiple.is-first").count(),
        lefts.filter((left) => left === first).length,
      );
      const columns = new Set(lefts).size;
      assert.equal(await chart.page.locator(".pane-multiple.is-lowest").count(), columns);
      const table = await chart.page.locator(".series-scroll").boundingBox();
      assert.ok((table?.height ?? 0) >= 96, `${table?.height}`);
      await chart.page.locator(`[data-id='a/Japan'] ${plotInside}`).hover();
      await chart.page.locator("[data-id='a/Japan'].is-pointed").waitFor();
      await chart.page.locator(".series tr.is-emphasised", { hasText: "Japan" }).waitFor();
      await chart.screenshot(`chartPage-several-panes-${count}-1100`);
      await plotOf(chart).press("Enter");
      for (let steps = 0; steps < 5; steps++) await plotOf(chart).press("ArrowUp");
      await plotOf(chart).press("Enter");
      await chart.settle();
      await chart.screenshot(`chartPage-several-panes-pins-${count}-1100`);
      assert.deepEqual(chart.errors, []);
    });
  }

  it("has panes with their own axes if scores are shown with forecasts", async () => {
    const chart = await pages.open({ width: 1100, height: 760 });
    await chart.post(show([...countryParts(7), forecastPart({ id: "f", title: "SPX" })]));
    await chart.page.locator(".pane-multiple").nth(7).waitFor();
    assert.equal(await chart.page.locator(".plots.is-compact").count(), 0);
  });

  it("names its series in full in an editor beside another", async () => {
    const { page } = await opened(2, { width: 520, height: 760 });
    const widths = `[...document.querySelectorAll(".series-name")].map((name) => name.scrollWidth - name.clientWidth)`;
    assert.deepEqual(await page.evaluate(widths), [0, 0]);
  });

  // Each width with few and with many series.
  const legible = { 320: [2, 6, 40], 800: [4, 6, 24], 1100: [6, 12, 40], 1440: [2, 4, 24] };
  for (const [width, counts] of Object.entries(legible).map(([name, of]) => [+name, of] as const)) {
    for (const count of counts) {
      it(`is legible in full in every theme: ${count} series, ${width} px wide`, async () => {
        const chart = await opened(count, { width, height: heights.get(width) ?? 700 });
        await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
        if (count === 12) await chart.page.getByRole("radio", { name: "Overlay" }).click();
        await plotOf(chart).press("End");
        for (let steps = 0; steps < 5; steps++) await plotOf(chart).press("ArrowUp");
        await rowsOf(chart).nth(1).hover();
        for (const theme of picturedThemes) {
          await chart.setTheme(theme);
          assert.deepEqual(await chart.page.evaluate(() => controls.clipped()), [], theme);
          await chart.screenshot(`chartPage-several-${count}-${width}-${theme}`);
        }
        assert.deepEqual(chart.errors, []);
      });
    }
  }
});
