import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { colourThemes } from "../../support/colourThemes";
import { arePicturesWanted } from "../../support/pictures";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { useEditor } from "../../support/useEditor";

/** Of the window: the second leaves a chart the least that it must do with, beside the editor's own icons. */
const widths = [
  { name: "wide", width: 1280, chartWidth: 1210 },
  { name: "narrow", width: 365, chartWidth: 310 },
] as const;

const signal = "SAMPLE INFL v2 AU";
const forecast = "SAMPLE SPX USD 12 Months";
const several = "SAMPLE INFL v2 AU + 4 more";

// Each test goes on where the one before it ended.
describe("charts in every theme", () => {
  const editor = useEditor();
  skipAfterFailure();

  before(async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    await ChartTab.drawn(workbench, signal);
    for (const country of ["Austria", "Belgium", "Brazil", "Canada"]) {
      await signals.chooseInMenu(country, "Add to Chart");
    }
    await ChartTab.drawn(workbench, several);
    await signals.doubleClick("Australia");
    const compared = await ChartTab.drawn(workbench, signal);
    await compared.button("Compare with FIT").click();
    await compared.comparison();
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    await forecasts.expand("Equities");
    await forecasts.expand("US Large Caps | SPX");
    await forecasts.expand("12 Months");
    await forecasts.doubleClick("US Dollar");
    const bridged = await ChartTab.drawn(workbench, forecast);
    await bridged.button("Change Bridge").click();
    await bridged.setBridge("2025-02-28", "2025-10-31");
    await workbench.runCommand("View: Close Primary Side Bar");
  });

  /** Shows a chart and keeps a picture of it; nothing of it may stand beside its page. */
  async function keepPicture(title: string, name: string, chartWidth: number): Promise<void> {
    const { workbench } = editor;
    await workbench.tab(`${title.replace(" v2", "")}.chart`).click();
    const chart = await ChartTab.drawn(workbench, title);
    await chart.waitFor("the width of the window", async () => {
      const { width } = await chart.size();
      return Math.abs(width - chartWidth) < 100 ? undefined : `${width}`;
    });
    await chart.point(0.7);
    await chart.waitFor("a crosshair", async () => {
      const day = await chart.cursorDay();
      return day === "Newest" ? day : undefined;
    });
    await workbench.screenshot(`chart-${name}`);
    assert.equal(await chart.overflow(), 0, `${name} is wider than its page`);
  }

  // That nothing stands beside a page, tests of pages prove.
  for (const theme of arePicturesWanted ? colourThemes : []) {
    it(`fit their pages in ${theme.name}`, async () => {
      const { workbench, session } = editor;
      await session.changeSettings({ "workbench.colorTheme": theme.setting }, workbench);
      await workbench.waitForTheme(theme.kind);
      for (const { name, width, chartWidth } of widths) {
        await workbench.page.setViewportSize({ width, height: 800 });
        await keepPicture(signal, `signal-${name}-${theme.kind}`, chartWidth);
        await keepPicture(forecast, `forecast-${name}-${theme.kind}`, chartWidth);
        if (theme.kind === "vs") await keepPicture(several, `several-${name}`, chartWidth);
      }
      await workbench.page.setViewportSize({ width: 1280, height: 800 });
    });
  }
});
