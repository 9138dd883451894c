import { type Browser } from "playwright-core";
import { type PanelViewName, type ViewState } from "../../src/shared/chart/viewState";
import { type ChartPage } from "../support/chartPage";
import { EditorPage, newPage } from "../support/editorPage";
import { pageProgram } from "../support/pageProgram";
import { type ChartRun, watchMainThread, zoomSteps } from "./chartSubjects";

/** What `test/page/bench/wholePage.ts` puts into the page. */
declare const whole: {
  firstPaint(
    series: number,
    days: number,
    isPanel: boolean,
  ): Promise<Pick<ChartRun, "firstMs" | "allMs">>;
  zoomSteps(steps: number): Promise<void>;
};

/** The chart page of the release with everything about its plots, in a bare browser page. */
export class ChartPages {
  private readonly program = pageProgram("test/page/bench/wholePage.ts", "whole", true);

  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
  ) {}

  /**
   * Shows so many series, or variants of a panel, with these columns over all of their days once, then zooms; a heat strip,
   * which has nothing to zoom, is only shown.
   */
  async run(
    series: number,
    days: number,
    columns: readonly string[],
    panelView?: PanelViewName,
  ): Promise<ChartRun> {
    const isPanel = panelView !== undefined;
    const state: Partial<ViewState> = {
      version: 1,
      range: { from: 0, to: days - 1 },
      columns,
      ...(isPanel ? { panelView } : {}),
    };
    const size = { width: 1300, height: 860 };
    const chart: ChartPage = new EditorPage(await newPage(this.browser));
    try {
      await chart.load(this.origin, { ...size, state });
      const { page } = chart;
      await page.evaluate(await this.program);
      const shape = [series, days, isPanel] as const;
      const paints = await page.evaluate((each) => whole.firstPaint(...each), shape);
      if (panelView === "heatStrip") return { ...paints, stepMs: Number.NaN };
      const workedMs = await watchMainThread(page);
      await page.evaluate((steps) => whole.zoomSteps(steps), zoomSteps);
      return { ...paints, stepMs: (await workedMs()) / zoomSteps };
    } finally {
      await chart.close();
    }
  }
}
