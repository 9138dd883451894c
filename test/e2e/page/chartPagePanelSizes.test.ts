import assert from "node:assert/strict";
import { type ChartPart } from "../../../src/features/chart/protocol";
import { type PanelViewName } from "../../../src/features/chart/model/viewState";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { violationsIn } from "../../support/axe";
import { type ChartPage, useChartPages } from "../../support/chartPage";
import { type ThemeName } from "../../support/editorThemes";
import { pageProgram } from "../../support/pageProgram";
import { plotInside } from "../../support/plotPlaces";
import { panelOutline, panelParts, showPanel } from "../../support/panelFrames";

const height = 760;

/** The functions that `test/page/controls.ts` puts into the page. */
declare const controls: { clipped(): string[] };

/** The other kind of some variants, a little above them. */
function compared(parts: readonly ChartPart[]): readonly ChartPart[] {
  return parts.map((part) => {
    const { data } = part;
    const columns = data?.columns.map((column) => ({
      ...column,
      values: column.values.map((value) => value + 0.4),
    }));
    return {
      ...part,
      id: `${part.id}/FIT`,
      role: "kind",
      identity: { ...part.identity, dataKind: "FIT" },
      data: data === null ? null : { ...data, columns: columns ?? [] },
    };
  });
}

describe("the chart page of a panel, of few variants and of many,", () => {
  const pages = useChartPages();

  async function opened(
    count: number,
    width: number,
    theme: ThemeName,
    panelView: PanelViewName,
    isKindCompared = false,
  ): Promise<ChartPage> {
    const state = { ...defaultViewState, panelView, isKindCompared };
    const chart = await pages.open({ width, height, theme, state });
    const identity = { ...panelOutline().identity, title: `Inflation · ${count} countries` };
    const parts = panelParts(count);
    const all = isKindCompared ? [...parts, ...compared(parts)] : parts;
    await chart.post(showPanel(all, { panel: panelOutline({ identity }) }));
    await chart.settle();
    return chart;
  }

  async function faultsOf(chart: ChartPage, theme: ThemeName): Promise<readonly string[]> {
    await chart.page.evaluate(await pageProgram("test/page/controls.ts", "controls"));
    const clipped = await chart.page.evaluate(() => controls.clipped());
    return [...clipped, ...(await violationsIn(chart.page, theme)), ...chart.errors];
  }

  /** Few and many variants in each view, in a narrow or a wide window, and each theme once. */
  const cases: readonly (readonly [
    count: number,
    width: number,
    theme: ThemeName,
    view: PanelViewName,
  ])[] = [
    [2, 1100, "light", "panes"],
    [40, 800, "light", "panes"],
    [66, 1100, "highContrast", "panes"],
    [12, 800, "highContrastLight", "crossSection"],
    [66, 1100, "light", "crossSection"],
    [2, 1100, "light", "heatStrip"],
    [40, 1440, "dark", "heatStrip"],
  ];
  for (const [count, width, theme, view] of cases) {
    it(`fits ${count} variants into ${width} px: ${view}, ${theme}`, async () => {
      const chart = await opened(count, width, theme, view);
      await chart.screenshot(`panel-${view}-${count}-${width}-${theme}`);
      assert.deepEqual(await faultsOf(chart, theme), []);
    });
  }

  it("distinguishes two kinds in each of forty panes", async () => {
    const chart = await opened(40, 1100, "highContrast", "panes", true);
    await chart.screenshot("panel-compared-40-1100");
    assert.deepEqual(await faultsOf(chart, "highContrast"), []);
  });

  it("gives one pane in full size the whole width of a narrow window", async () => {
    const chart = await opened(40, 800, "light", "panes");
    await chart.page.locator(".opener").first().click();
    await chart.page.getByRole("button", { name: "40 countries" }).waitFor();
    await chart.settle();
    assert.equal(await chart.page.locator(".cross:visible").count(), 0);
    const plot = await chart.page.locator(plotInside).first().boundingBox();
    assert.ok(plot !== null && plot.width > 550, JSON.stringify(plot));
  });

  it("shows forty panes without scrolling in a laptop's window with the side bar hidden", async () => {
    const chart = await opened(40, 1210, "light", "panes");
    await chart.page.setViewportSize({ width: 1210, height: 676 });
    await chart.settle();
    await chart.screenshot("panel-panes-40-1210-676");
    const beyond = await chart.page.evaluate<number>(
      "document.documentElement.scrollHeight - innerHeight",
    );
    assert.equal(beyond, 0);
    const [pane, foot] = await Promise.all([
      chart.page.locator(".pane").last().boundingBox(),
      chart.page.locator(".foot").boundingBox(),
    ]);
    assert.ok(pane !== null && foot !== null && pane.y + pane.height <= foot.y);
  });

  for (const view of ["crossSection", "heatStrip"] as const) {
    it(`fits forty rows and the parts below them into a laptop's window: ${view}`, async () => {
      const chart = await opened(40, 930, "light", view);
      await chart.page.setViewportSize({ width: 930, height: 676 });
      await chart.settle();
      await chart.screenshot(`panel-${view}-40-930-676`);
      const beyond = await chart.page.evaluate<number>(
        `Math.max(...[document.documentElement, document.querySelector(".cross-rows")].map(
          ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
        ))`,
      );
      assert.equal(beyond, 0);
    });
  }

  for (const isKindCompared of [false, true]) {
    const what = isKindCompared ? "with its other kind" : "alone";
    it(`fits one of forty in full size into a low window, ${what}`, async () => {
      const chart = await opened(40, 910, "dark", "panes", isKindCompared);
      await chart.page.setViewportSize({ width: 910, height: 676 });
      const opener = chart.page.locator(".opener").last();
      const name = await opener.innerText();
      await opener.click();
      await chart.page.getByRole("button", { name: "40 countries" }).waitFor();
      await chart.settle();
      // Header and cross-section name the variant.
      if (!isKindCompared) {
        const detail = await chart.page.locator(".head-value").innerText();
        assert.ok(detail.includes(`${name} · `), detail);
      }
      const row = chart.page.locator(".cross .is-highlighted");
      assert.ok((await row.innerText()).startsWith(name));
      const [rowBox, listBox] = await Promise.all(
        [row, chart.page.locator(".cross-rows")].map((each) => each.boundingBox()),
      );
      assert.ok(rowBox && listBox);
      assert.ok(rowBox.y + rowBox.height <= listBox.y + listBox.height + 1);
      await chart.screenshot(`panel-full-${isKindCompared ? "compared" : "alone"}-910`);
      const beyond = await chart.page.evaluate<number>(
        "document.documentElement.scrollHeight - innerHeight",
      );
      assert.equal(beyond, 0);
      assert.deepEqual(await faultsOf(chart, "dark"), []);
    });
  }
});
