import { readFile } from "node:fs/promises";
import { type Browser, type Page } from "playwright-core";
import { pageProgram } from "../support/pageProgram";
import { median } from "./median";
import { isOnce, sized } from "./sized";

/** Ours alone, without what stands about it in the page, and the libraries it is measured against. */
export type SubjectName = "plotPane" | "uplot" | "echarts" | "lightweight";

/** What one page has taken. */
export interface ChartRun {
  /** To the first picture, which of the page of charts is that of its plots and of what is said about them. */
  readonly firstMs: number;
  /** To the one with the overview below the plots too; without an overview the same. */
  readonly allMs: number;
  /** Work of the page's main thread for each zoom step, script, style, layout and paint together. */
  readonly stepMs: number;
}

/** Of runs that were made in turns, the median of each. */
export type ChartCost = ChartRun;

export const zoomSteps = sized(20, 2);

/** What `test/page/bench/` puts into a page. */
declare const frames: {
  firstPaint(subject: unknown, points: number, lines: number): Promise<number>;
  zoomSteps(subject: unknown, steps: number): Promise<void>;
};
declare const chart: { readonly subject: unknown };

/** Pages of a browser in which charts are drawn, each in a fresh one, as a tab of the editor is. */
export class ChartSubjects {
  private readonly programs = new Map<string, Promise<string>>();

  constructor(private readonly browser: Browser) {}

  /** Draws lines of so many points once, then zooms. */
  async run(name: SubjectName, points: number, lines = 3): Promise<ChartRun> {
    const page = await this.browser.newPage({ viewport: { width: 1240, height: 640 } });
    try {
      const styles = await readFile("node_modules/uplot/dist/uPlot.min.css", "utf8");
      await page.setContent(`<style>${styles} body { margin: 0 }</style>`);
      await page.evaluate(await this.program("frameTimes", "frames"));
      await page.evaluate(await this.program(`${name}Subject`, "chart"));
      const firstMs = await page.evaluate(
        ([count, each]) => frames.firstPaint(chart.subject, count, each),
        [points, lines] as const,
      );
      const workedMs = await watchMainThread(page);
      await page.evaluate((steps) => frames.zoomSteps(chart.subject, steps), zoomSteps);
      return { firstMs, allMs: firstMs, stepMs: (await workedMs()) / zoomSteps };
    } finally {
      await page.close();
    }
  }

  private program(file: string, name: string): Promise<string> {
    const known = this.programs.get(file);
    if (known !== undefined) return known;
    const made = pageProgram(`test/page/bench/${file}.ts`, name, true);
    this.programs.set(file, made);
    return made;
  }
}

/** Counts what the page's main thread works from now on; gives milliseconds. */
export async function watchMainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  // Of the processor, so that other programs of the machine have no part in it.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const workedMs = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  const before = await workedMs();
  return async () => (await workedMs()) - before;
}

/** Medians of cases that run in turns, forwards and backwards, without their first round. */
export async function inTurns<Name extends string>(
  cases: Readonly<Record<Name, () => Promise<ChartRun>>>,
  rounds: number,
): Promise<Readonly<Record<Name, ChartCost>>> {
  const entries = Object.entries(cases) as [Name, () => Promise<ChartRun>][];
  const runs = new Map<Name, ChartRun[]>(entries.map(([name]) => [name, []]));
  for (let round = isOnce ? 0 : -1; round < rounds; round++) {
    for (const [name, run] of round % 2 === 0 ? entries : entries.toReversed()) {
      const each = await run();
      if (round >= 0) runs.get(name)?.push(each);
    }
  }
  const costs = Array.from(runs, ([name, each]) => [name, costOf(each)] as const);
  return Object.fromEntries(costs) as Record<Name, ChartCost>;
}

function costOf(runs: readonly ChartRun[]): ChartCost {
  return {
    firstMs: median(runs.map(({ firstMs }) => firstMs)),
    allMs: median(runs.map(({ allMs }) => allMs)),
    stepMs: median(runs.map(({ stepMs }) => stepMs)),
  };
}
