import { type Browser, chromium } from "playwright-core";
import { browserOptions } from "./browser";
import { ChartPage, type ChartPageOptions } from "./chartPage";
import { startChartServer } from "./chartServer";
import { type TestServer } from "./testServer";

/** Opens chart pages for the running block of tests. */
export interface UsedChartPages {
  /** A new page, closed behind the test that asked for it. */
  open(options?: ChartPageOptions): Promise<ChartPage>;
}

/** Gives the `describe` block that calls it a browser and a server of chart pages, and ends both behind the last test. */
export function useChartPages(): UsedChartPages {
  let browser: Browser | undefined;
  let server: TestServer | undefined;
  const open: ChartPage[] = [];
  before("start a browser", async () => {
    server = await startChartServer();
    browser = await chromium.launch(browserOptions());
  });
  afterEach("close the pages", async function () {
    const failed = this.currentTest?.state === "failed";
    const title = this.currentTest?.fullTitle().replaceAll(/[^\w]+/g, "-") ?? "";
    for (const [index, chart] of open.splice(0).entries()) {
      if (failed) await chart.screenshot(`failed-${title}-${index}`);
      await chart.close();
    }
  });
  after("stop the browser", async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    open: async (options) => {
      if (browser === undefined || server === undefined) {
        throw new Error("Pages exist while tests run, not while they are declared");
      }
      const chart = await ChartPage.open(browser, server.origin, options);
      open.push(chart);
      return chart;
    },
  };
}
