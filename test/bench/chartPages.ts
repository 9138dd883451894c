import { type Browser, type Page } from "playwright-core";
import { type PanelViewName, type ViewState } from "../../src/features/chart/model/viewState";
import { type ChartPage } from "../support/chartPage";
import { EditorPage, newPage } from "../support/editorPage";
import { pageProgram } from "../support/pageProgram";
import { type ChartRun, watchMainThread, zoomSteps } from "./chartSubjects";

/** The longest time that each action of a person blocks the page's thread, in milliseconds. */
export type HoldUps = Readonly<Record<string, number>>;

/** What `test/page/bench/wholePage.ts` puts into the page. */
declare const whole: {
  firstPaint(
    series: number,
    days: number,
    isPanel: boolean,
  ): Promise<Pick<ChartRun, "firstMs" | "allMs">>;
  zoomSteps(steps: number): Promise<void>;
  holdUps(series: number, days: number): Promise<HoldUps>;
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
    const state = { columns, ...(isPanel ? { panelView } : {}) };
    return this.inPage(days, state, async (page) => {
      const shape = [series, days, isPanel] as const;
      const paints = await page.evaluate((each) => whole.firstPaint(...each), shape);
      if (panelView === "heatStrip") return { ...paints, stepMs: Number.NaN };
      const workedMs = await watchMainThread(page);
      await page.evaluate((steps) => whole.zoomSteps(steps), zoomSteps);
      return { ...paints, stepMs: (await workedMs()) / zoomSteps };
    });
  }

  /** Shows one column of this many series in one plot, and performs the actions of a person. */
  async holdUps(series: number, days: number): Promise<HoldUps> {
    return this.inPage(days, { columns: ["Aggregate"] }, (page) =>
      page.evaluate((shape) => whole.holdUps(...shape), [series, days] as const),
    );
  }

  private async inPage<T>(
    days: number,
    view: Partial<ViewState>,
    use: (page: Page) => Promise<T>,
  ): Promise<T> {
    const state: Partial<ViewState> = { version: 1, range: { from: 0, to: days - 1 }, ...view };
    const chart: ChartPage = new EditorPage(await newPage(this.browser));
    try {
      await chart.load(this.origin, { width: 1300, height: 860, state });
      await chart.page.evaluate(await this.program);
      return await use(chart.page);
    } finally {
      await chart.close();
    }
  }
}
