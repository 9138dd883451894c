import assert from "node:assert/strict";
import { day, forecastPart, show, signalPart } from "../../support/chartFrames";
import { choose, plotOf } from "../../support/chartStates";
import { pageProgram } from "../../support/pageProgram";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { showPanel } from "../../support/panelFrames";
import { profileOfSpain, profileParts } from "../../support/profileParts";

/** The functions that `test/page/controls.ts` puts into the page. */
declare const controls: { reachable(): string[]; focused(): string; leave(): void };

/** The controls already checked on an earlier chart: two pictures of each take most of the time. */
const marked = new Set<string>();

/**
 * Presses Tab until the focus leaves the page. Returns each control that had the focus, and those that did not show it.
 */
async function tabThrough(chart: ChartPage): Promise<{ reached: string[]; unmarked: string[] }> {
  const { page } = chart;
  const reached: string[] = [];
  const unmarked: string[] = [];
  for (;;) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => controls.focused());
    if (name === "" || reached.length >= 90) return { reached, unmarked };
    reached.push(name);
    if (marked.has(name)) continue;
    if (await isMarked(chart)) marked.add(name);
    else unmarked.push(name);
  }
}

/** Whether the control with the focus looks different without it. */
async function isMarked({ page }: ChartPage): Promise<boolean> {
  const control = page.locator(":focus");
  const box = await control.boundingBox();
  const viewport = page.viewportSize();
  if (box === null || viewport === null) return false;
  const x = Math.max(0, box.x - 3);
  const y = Math.max(0, box.y - 3);
  const clip = {
    x,
    y,
    width: Math.min(viewport.width - x, box.width + 6),
    height: Math.min(viewport.height - y, box.height + 6),
  };
  const withFocus = await page.screenshot({ clip, animations: "disabled", caret: "initial" });
  const focused = await control.elementHandle();
  await page.evaluate(() => controls.leave());
  const without = await page.screenshot({ clip, animations: "disabled", caret: "initial" });
  await focused.focus();
  return !withFocus.equals(without);
}

function profileMessage(): ReturnType<typeof show> {
  const state = { ...defaultViewState, arrangement: "panes", profile: profileOfSpain } as const;
  return show(profileParts(), { state });
}

describe("the chart page without a mouse", () => {
  const pages = useChartPages();

  async function opened(message = show([signalPart()])): Promise<ChartPage> {
    const chart = await pages.open();
    await chart.post(message);
    await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
    return chart;
  }

  const rangeOf = ({ page }: ChartPage): Promise<string> =>
    page.getByRole("textbox", { name: "Range" }).inputValue();

  for (const [name, message] of [
    ["a signal", show([signalPart()])],
    ["a forecast", show([forecastPart()])],
    ["a composed chart", show([signalPart(), signalPart({ variant: "Germany" })])],
  ] as const) {
    it(`reaches every control of ${name} with Tab, and shows where the focus is`, async () => {
      const chart = await opened(message);
      const expected = await chart.page.evaluate(() => controls.reachable());
      const { reached, unmarked } = await tabThrough(chart);
      assert.deepEqual([...reached].sort(), [...expected].sort());
      assert.ok(reached.length > 6);
      assert.deepEqual(unmarked, []);
    });
  }

  for (const [name, message] of [
    ["a signal", show([signalPart()], { canUndo: true, bound: null, isSample: true })],
    ["a forecast", show([forecastPart()])],
    ["a panel", showPanel()],
    ["a profile", profileMessage()],
  ] as const) {
    it(`reaches the plot of ${name} within six Tab stops`, async () => {
      const chart = await opened(message);
      await chart.computed();
      for (let stops = 1; ; stops++) {
        assert.ok(stops <= 6, `${stops}: ${await chart.page.evaluate(() => controls.focused())}`);
        await chart.page.keyboard.press("Tab");
        if ((await chart.page.locator(".plots:focus").count()) > 0) return;
      }
    });
  }

  it("is chosen from a toolbar with arrow keys and Enter", async () => {
    const chart = await opened();
    const { keyboard } = chart.page;
    await chart.page.getByRole("radio", { name: "SNAP" }).focus();
    await keyboard.press("ArrowRight");
    assert.deepEqual(await chart.sent("switchKind"), []);
    await keyboard.press("Enter");
    await chart.waitForSent("switchKind", { kind: "FIT" });
    for (const key of ["End", "ArrowLeft", "Enter"]) await keyboard.press(key);
    await chart.settle();
    assert.match(await rangeOf(chart), /^2016-/);
  });

  it("zooms, pans and returns by keys of the plot", async () => {
    const chart = await opened();
    const { keyboard } = chart.page;
    await plotOf(chart).focus();
    const ranges: string[] = [];
    for (const key of ["1", "5", "0", "5", "+", "-"]) {
      await keyboard.press(key);
      await chart.settle();
      ranges.push(await rangeOf(chart));
    }
    assert.deepEqual(ranges.slice(0, 4), [
      "2025-11-21..2026-11-21",
      "2021-11-21..2026-11-21",
      "2016-11-21..2026-11-21",
      "2021-11-21..2026-11-21",
    ]);
    assert.equal(new Set(ranges.slice(3)).size, 3);
    await keyboard.press("PageUp");
    await chart.settle();
    assert.ok(!ranges.includes(await rangeOf(chart)));
  });

  it("moves the crosshair day by day and announces the values of the day", async () => {
    const chart = await opened();
    await plotOf(chart).focus();
    await chart.page.keyboard.press("End");
    await chart.page.keyboard.press("ArrowLeft");
    const readout = chart.page.getByRole("complementary", { name: "Values" });
    assert.equal(await readout.getByRole("columnheader").first().innerText(), "20 Nov 2026");
    const value = await readout.getByRole("row").nth(1).getByRole("cell").first().innerText();
    const reported = chart.page.getByRole("status").filter({ hasText: "20 Nov 2026" });
    await reported.waitFor({ state: "attached" });
    assert.ok((await reported.innerText()).includes(value), value);
  });

  it("requests the other kind with f, but only while the plot has the focus", async () => {
    const chart = await opened();
    await chart.page.getByRole("textbox", { name: "Range" }).focus();
    await chart.page.keyboard.press("f");
    await plotOf(chart).focus();
    await chart.page.keyboard.press("f");
    const asked = await chart.sent("compare");
    assert.deepEqual(
      asked.map(({ isKindCompared }) => isKindCompared),
      [false, true],
    );
  });

  it("lists its keys with ? and closes the list with Escape", async () => {
    const chart = await opened();
    await plotOf(chart).focus();
    await chart.page.keyboard.press("?");
    const help = chart.page.getByRole("dialog");
    await help.waitFor();
    const words = await help.innerText();
    assert.deepEqual(
      ["F", "1", "5", "0", "+", "-", "?"].filter((key) => !words.includes(key)),
      [],
    );
    assert.match(
      words,
      /Esc\s+Remove pins and crosshair; in a panel, leave full size, or clear the highlight/,
    );
    await chart.page.keyboard.press("Escape");
    await help.waitFor({ state: "hidden" });
    assert.match(await chart.page.evaluate(() => controls.focused()), /^application /);
  });

  it("reaches a toolbar with Tab whose last control a narrow page hides", async () => {
    const chart = await opened();
    const { page } = chart;
    await page.getByRole("button", { name: "Save As…" }).focus();
    await page.setViewportSize({ width: 600, height: 700 });
    await chart.settle();
    const stops = page.locator(".header .tools button[tabindex='0']");
    assert.deepEqual(await stops.filter({ visible: true }).allInnerTexts(), ["Add"]);
  });

  it("opens its menu, moves through it and returns the focus", async () => {
    const chart = await opened();
    const { keyboard } = chart.page;
    await chart.page.getByRole("button", { name: "More", exact: true }).focus();
    await keyboard.press("Enter");
    await chart.page.getByRole("menu").waitFor();
    const first = await chart.page.evaluate(() => controls.focused());
    await keyboard.press("ArrowDown");
    assert.notEqual(await chart.page.evaluate(() => controls.focused()), first);
    await keyboard.press("Escape");
    assert.equal(await chart.page.evaluate(() => controls.focused()), "button More");
  });

  it("applies a typed range, and reports an invalid one", async () => {
    const chart = await opened();
    const box = chart.page.getByRole("textbox", { name: "Range" });
    await box.fill("2020Q2");
    await chart.page.keyboard.press("Enter");
    await chart.settle();
    assert.equal(await rangeOf(chart), "2020-04-01..2020-06-30");
    await box.fill("soon");
    await chart.page.keyboard.press("Enter");
    await chart.page.getByRole("alert").filter({ hasText: "Enter 2020" }).waitFor();
    assert.equal(await box.getAttribute("aria-invalid"), "true");
  });

  it("announces plot and table by the readable title of the chart, and cuts no day of the table", async () => {
    const chart = await opened(show([signalPart({ title: "Inflation · United States" })]));
    const title = await chart.page.getByRole("heading", { level: 1 }).innerText();
    assert.equal(title, "Inflation · United States");
    await chart.page
      .getByRole("application", { name: /^Inflation · United States\. Use / })
      .waitFor();
    await choose(chart, /table/i);
    await chart.page.getByRole("table", { name: `${title} as a table` }).waitFor();
    const cut = await chart.page.evaluate<number>(
      `[...document.querySelectorAll("[role=rowheader]")].filter((each) => each.scrollWidth > each.clientWidth).length`,
    );
    assert.equal(cut, 0, "days are cut");
  });

  it("shows its numbers as a table, newest first, and only the rows in sight", async () => {
    const part = signalPart();
    const chart = await opened(show([part]));
    await choose(chart, /table/i);
    const table = chart.page.getByRole("table", { name: /as a table/ });
    const rows = table.getByRole("row");
    const first = await rows.nth(1).innerText();
    const value = part.data?.columns.find(({ name }) => name === "Aggregate")?.values.at(-1) ?? 0;
    assert.equal(first.replace(/\s+/g, " "), `21 Nov 2026 +${value.toFixed(2)}`);
    assert.ok((await rows.count()) < 100);
    assert.ok(Number(await table.getAttribute("aria-rowcount")) > 3_000);
  });

  it("reaches the last row of a table that is taller than a browser can lay out", async () => {
    const chart = await opened(show([signalPart({}, {}, 400_000)]));
    await plotOf(chart).focus();
    await chart.page.keyboard.press("a");
    await choose(chart, /table/i);
    const table = chart.page.getByRole("table", { name: /as a table/ });
    await table.focus();
    await chart.page.keyboard.press("End");
    await table.getByRole("rowheader", { name: "10 Dec 2015" }).waitFor();
    const [row, box] = await Promise.all([
      table.getByRole("rowheader", { name: "10 Dec 2015" }).boundingBox(),
      table.boundingBox(),
    ]);
    assert.ok(row !== null && box !== null && row.y + row.height <= box.y + box.height + 1);
  });

  it("zooms in to seven days and no further", async () => {
    const chart = await opened();
    await plotOf(chart).focus();
    await chart.page.keyboard.press("1");
    for (let press = 0; press < 30; press++) await chart.page.keyboard.press("+");
    await chart.settle();
    const [from = "", to = ""] = (await rangeOf(chart)).split("..");
    assert.equal(day(to) - day(from), 7);
  });

  it("still shows all days when later ones arrive", async () => {
    const chart = await opened(show([signalPart({}, {}, 3_000)]));
    await plotOf(chart).focus();
    await chart.page.keyboard.press("a");
    await chart.post({ type: "part", generation: 1, part: signalPart({}, {}, 4_000) });
    assert.equal(await rangeOf(chart), "2015-12-10..2026-11-21");
  });
});
