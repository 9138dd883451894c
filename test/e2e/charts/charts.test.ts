import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { say } from "../../support/terminal";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

/** Of the first line, on a light and on a dark background. */
const lineColours = { light: "#2f55da", dark: "#7ea2ff" };

/** What Tab leads to in the chart of one signal. */
const tabOrder = [
  ...["Add", "Insert Code…", "Save As…", "Refresh", "More"].map((name) => `button ${name}`),
  ...["SNAP", "FIT", "As of latest"].map((name) => `button ${name}`),
  ...["Compare with FIT", "Compare with As-Of…"].map((name) => `button ${name}`),
  ...["1Y", "5Y", "10Y", "All"].map((name) => `button ${name}`),
  "input Range",
  ...["Aggregate", "Level", "Momentum", "Axis Fit"].map((name) => `button ${name}`),
  "application Commodity Inventories · Aluminium. Use the arrow keys to move the crosshair; press ? for keyboard shortcuts.",
  ...["First day shown", "Days shown", "Last day shown"].map((name) => `slider ${name}`),
];

describe("a chart", () => {
  const editor = useEditor();
  let signals: TreeView;

  beforeEach(async () => {
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
  });
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  it("says what it shows in a tab that a second click keeps", async () => {
    const { workbench } = editor;
    await signals.click("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    assert.equal(await workbench.isPreview("SAMPLE INFL AU.chart"), true);
    await workbench.waitForActiveTabTitle("SAMPLE Inflation v2 · Australia");
    const [facts = "", ...others] = await chart.facts();
    assert.match(
      facts,
      /^SAMPLE, synthetic · Sample data · INFL v2 · Australia · SNAP · as of latest \(\d+ \w+ \d{4} [\d:]{5} UTC\) · last day \d+ \w+ \d{4}, (?:up to date|\d+ business days? behind today) · fetched \d+ \w+ \d{4} [\d:]{5} UTC$/,
    );
    assert.deepEqual(others, []);
    await signals.doubleClick("Australia");
    await workbench.waitForKeptTab("SAMPLE INFL AU.chart");
    await signals.click("Austria");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AT");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU.chart", "SAMPLE INFL AT.chart"]);
  });

  it("stands beside another one that is opened to the side", async () => {
    const { workbench } = editor;
    await signals.click("Australia");
    const left = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await signals.openToSide("Austria");
    const right = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AT");
    await left.showRange("2020", "2020-01-01..2020-12-31");
    assert.equal(await workbench.page.locator(".editor-group-container").count(), 2);
    assert.notEqual(await right.rangeBox.inputValue(), "2020-01-01..2020-12-31");
  });

  it("keeps its view when its tab moves to another group", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.showRange("2020Q2", "2020-04-01..2020-06-30");
    await workbench.runCommand("View: Move Editor into Right Group");
    const moved = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await moved.waitForRange("2020-04-01..2020-06-30");
  });

  it("has its values opened beside it, and comes to the front again as it was (KEEP-01)", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.showRange("2020Q2", "2020-04-01..2020-06-30");
    await chart.legend.getByRole("button", { name: "Momentum" }).click();
    await chart.waitForSeries("Momentum");
    await workbench.pressInEditorTitle("Open as CSV");
    await workbench.waitForActiveTab("SAMPLE INFL AU.csv");
    const [header] = await workbench.visibleLines();
    assert.equal(header, "Date,Level,Momentum,Aggregate");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU.chart", "SAMPLE INFL AU.csv"]);
    assert.equal(await workbench.page.locator(".editor-group-container").count(), 2);
    await workbench.pressInEditorTitle("Open as Chart");
    await workbench.waitForActiveTab("SAMPLE INFL AU.chart");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU.chart", "SAMPLE INFL AU.csv"]);
    const again = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await again.waitForRange("2020-04-01..2020-06-30");
    assert.deepEqual(
      (await again.readout()).map(({ label }) => label),
      ["Aggregate", "Momentum"],
    );
  });

  it("is composed of a row and of what its search finds, and survives a reload", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await signals.chooseInMenu("Austria", "Add to Chart");
    await workbench.waitForKeptTab("SAMPLE INFL AU + INFL AT.chart");
    const two = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + INFL v2 AT");
    await two.waitForSeries("Austria − Australia");
    await workbench.screenshot("chart-two");
    await two.add("belgium infl", "INFL v2 · Belgium");
    const three = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + 2 more");
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU + 2 more.chart"]);
    await three.showRange("2019..2020", "2019-01-01..2020-12-31");
    await workbench.reload();
    const again = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + 2 more");
    await again.waitForRange("2019-01-01..2020-12-31");
    assert.deepEqual(
      (await again.readout()).map(({ label }) => label),
      ["Australia", "Austria", "Belgium"],
    );
    const subjects = (await again.facts()).map((line) => line.split(" · ").slice(2, 5).join(" "));
    assert.deepEqual(subjects, [
      "INFL v2 Australia SNAP",
      "INFL v2 Austria SNAP",
      "INFL v2 Belgium SNAP",
    ]);
  });

  it("has its name again after a reload with no list of signals in sight", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await workbench.runCommand("View: Show Explorer");
    await workbench.reload();
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await workbench.waitForActiveTabTitle("SAMPLE Inflation v2 · Australia");
    assert.match(await chart.frame.locator("h1").innerText(), /^Inflation · Australia/);
    await workbench.screenshot("chart-after-reload");
  });

  it("keeps its view when its tab moves to another kind and to more series", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    const range = await chart.showYears("5Y");
    await chart.legend.getByRole("button", { name: "Momentum" }).click();
    await chart.waitForSeries("Momentum");
    await chart.button("FIT").click();
    const fit = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT");
    await fit.waitForSeries("Momentum");
    assert.equal(await fit.rangeBox.inputValue(), range);
    await fit.add("belgium infl", "INFL v2 · Belgium");
    const two = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT + INFL v2 BE FIT");
    await two.waitForRange(range);
    await two.waitForSeries("Belgium Momentum");
    await signals.chooseInMenu("Austria", "Add to Chart");
    const three = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT + 2 more");
    await three.waitForRange(range);
    assert.equal(await three.button("Momentum").getAttribute("aria-pressed"), "true");
  });

  it("takes back what was composed step by step, and nothing else (KEEP-01)", async () => {
    const { workbench } = editor;
    await signals.doubleClick("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    assert.equal(await chart.button("Undo Add").isVisible(), false);
    await chart.showRange("2020Q2", "2020-04-01..2020-06-30");
    await signals.chooseInMenu("Austria", "Add to Chart");
    const two = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + INFL v2 AT");
    const range = await two.showYears("5Y");
    await signals.chooseInMenu("Belgium", "Add to Chart");
    const three = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + 2 more");
    await workbench.screenshot("chart-undo");
    await three.button("FIT").click();
    const fit = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT + 2 more");
    await fit.legend.getByRole("button", { name: "Momentum" }).click();
    await fit.waitForSeries("Austria Momentum");
    await fit.button("Undo Add").click();
    const twoAgain = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT + INFL v2 AT FIT");
    await twoAgain.waitForRange(range);
    await twoAgain.waitForSeries("Austria Momentum");
    await twoAgain.plot.press("Control+z");
    const again = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU FIT");
    await again.waitForRange(range);
    assert.equal(await again.button("Undo Add").isVisible(), false);
    assert.deepEqual(await workbench.tabs(), ["SAMPLE INFL AU FIT.chart"]);
  });

  it("follows the theme at once", async () => {
    const { workbench } = editor;
    await signals.click("Australia");
    const chart = await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await chart.waitForPaint(lineColours.light);
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
    await workbench.waitForTheme("vs-dark");
    await chart.waitForPaint(lineColours.dark);
    assert.equal(await chart.isPainted(lineColours.light), false);
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
    await workbench.waitForTheme("vs");
    await chart.waitForPaint(lineColours.light);
  });

  it("needs no mouse", async () => {
    const { workbench } = editor;
    const { keyboard } = workbench.page;
    await workbench.runCommand("Macro Signals: Focus on Signals View");
    await signals.waitForFocus();
    await keyboard.press("Home");
    await keyboard.press("ArrowDown");
    await signals.waitForFocusedRow("Commodity Inventories");
    await keyboard.press("ArrowRight");
    // Its value changes the row once more.
    await signals.waitForValue("Aluminium");
    await keyboard.press("ArrowRight");
    await signals.waitForFocusedRow("Aluminium");
    await keyboard.press("Enter");
    const chart = await ChartTab.drawn(workbench, "SAMPLE STOCKS v1 Aluminium");
    // The overview follows the picture, once all rows have come.
    await chart.frame.getByRole("slider", { name: "Last day shown" }).waitFor();
    const order: string[] = [];
    while (order.at(-1) !== "slider Last day shown") {
      await keyboard.press("Tab");
      order.push(await chart.focused());
      assert.ok(order.length < 40, order.join("\n"));
    }
    assert.deepEqual(order, tabOrder);
    for (let back = 0; back < 3; back++) await keyboard.press("Shift+Tab");
    assert.match(await chart.focused(), /^application Commodity Inventories · Aluminium\./);
    const opening = await chart.rangeBox.inputValue();
    const last = opening.slice(-10);
    await keyboard.press("1");
    await chart.waitForRange(`${yearsBefore(last, 1)}..${last}`);
    await keyboard.press("5");
    await chart.waitForRange(`${yearsBefore(last, 5)}..${last}`);
    await keyboard.press("0");
    await chart.waitForRange(opening);
    await keyboard.press("f");
    await chart.waitForSeries("FIT");
    await keyboard.press("f");
    await chart.waitForSeries("Aggregate");
    await keyboard.press("ArrowLeft");
    assert.equal(await chart.cursorDay(), last);
    await keyboard.press("ArrowLeft");
    await chart.waitFor("the day before", async () =>
      (await chart.cursorDay()) < last ? undefined : last,
    );
    await keyboard.press("+");
    await chart.waitFor("fewer days", async () => {
      const range = await chart.rangeBox.inputValue();
      return range > opening ? undefined : range;
    });
    await keyboard.press("-");
    // Steps of zoom end at whole days.
    await chart.waitFor("the days from before", async () => {
      const range = await chart.rangeBox.inputValue();
      return Math.abs(daysBetween(opening, range)) <= 1 ? undefined : range;
    });
    await keyboard.press("?");
    await chart.frame.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await keyboard.press("Escape");
    await chart.frame.getByRole("dialog").waitFor({ state: "hidden" });
    assert.match(await chart.focused(), /^application /);
  });

  it("stands soon after a click on a series that is cached", async () => {
    const { workbench } = editor;
    const countries = ["Australia AU", "Austria AT", "Belgium BE"].map((each) => each.split(" "));
    for (const [name = "", code = ""] of countries) {
      await signals.click(name);
      await ChartTab.drawn(workbench, `SAMPLE INFL v2 ${code}`);
    }
    const times: number[] = [];
    for (const [name = "", code = ""] of countries) {
      const click = (): Promise<void> => signals.click(name);
      times.push(await ChartTab.msToPicture(workbench, `SAMPLE INFL v2 ${code}`, click));
    }
    say(`      From a click on a cached series to its picture: ${times.join(", ")} ms`);
    assert.equal(times.filter((ms) => ms > 0).length, 3);
  });
});

/** From the first day of a range to the first day of another. */
function daysBetween(range: string, other: string): number {
  return (Date.parse(other.slice(0, 10)) - Date.parse(range.slice(0, 10))) / 86_400_000;
}

/** The same day of an earlier year; the 29th of February is the 28th of one that has none. */
function yearsBefore(day: string, years: number): string {
  const [year = "", month = "", dayOfMonth = ""] = day.split("-");
  const earlier = `${Number(year) - years}`;
  const isLeapDay = month === "02" && dayOfMonth === "29";
  return `${earlier}-${month}-${isLeapDay && Number(earlier) % 4 !== 0 ? "28" : dayOfMonth}`;
}
