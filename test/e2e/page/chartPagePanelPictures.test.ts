import { type ViewState, defaultViewState } from "../../../src/shared/chart/viewState";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { stripOf } from "../../support/chartStates";
import { type ThemeName } from "../../support/editorThemes";
import { panelOutline, panelParts, showPanel } from "../../support/panelFrames";
import { plotInside } from "../../support/plotPlaces";

const height = 760;

/** What a panel of so many variants looks like, for people to look at. */
describe("the chart page of a panel, in pictures,", () => {
  const pages = useChartPages();

  async function opened(
    count: number,
    width: number,
    theme: ThemeName,
    changes: Partial<ViewState>,
  ): Promise<ChartPage> {
    const state = { ...defaultViewState, ...changes };
    const chart = await pages.open({ width, height, theme, state });
    const identity = { ...panelOutline().identity, title: `Inflation · ${count} countries` };
    await chart.post(showPanel(panelParts(count), { panel: panelOutline({ identity }) }));
    await chart.settle();
    return chart;
  }

  const cases: readonly (readonly [count: number, width: number, theme: ThemeName])[] = [
    [40, 1100, "light"],
    [40, 1100, "dark"],
    [40, 800, "light"],
    [40, 1440, "dark"],
    [12, 1100, "light"],
    [2, 1100, "light"],
    [66, 1100, "highContrast"],
    [12, 800, "highContrastLight"],
  ];
  for (const [count, width, theme] of cases) {
    it(`shows panes: ${count} in ${width} px, ${theme}`, async () => {
      const chart = await opened(count, width, theme, {});
      await chart.page
        .locator(`[data-id='acme/Japan'], .pane >> nth=1`)
        .locator(plotInside)
        .first()
        .hover();
      await chart.settle();
      await chart.screenshot(`panel-panes-${count}-${width}-${theme}`);
    });

    it(`shows a heat strip: ${count} in ${width} px, ${theme}`, async () => {
      const chart = await opened(count, width, theme, { panelView: "heatStrip" });
      await stripOf(chart).hover({ position: { x: width / 2, y: 21 } });
      await chart.settle();
      await chart.screenshot(`panel-strip-${count}-${width}-${theme}`);
    });

    it(`shows a cross-section: ${count} in ${width} px, ${theme}`, async () => {
      const chart = await opened(count, width, theme, { panelView: "crossSection" });
      await chart.screenshot(`panel-cross-${count}-${width}-${theme}`);
    });
  }
});
