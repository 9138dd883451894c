import path from "node:path";
import { type Browser, type BrowserContext, type Page } from "playwright-core";
import { type FromChart, type ToChart } from "../../src/shared/chart/chartProtocol";
import { type ThemeName, editorThemes } from "./editorThemes";
import { pageProgram } from "./pageProgram";

export interface ChartPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels for each CSS pixel. */
  readonly pixelRatio?: number;
  /** What an earlier page asked the editor to keep. */
  readonly state?: unknown;
  /** Whether the editor has opened the page for a panel. */
  readonly isPanel?: boolean;
}

/** What `test/page/editorStub.ts` puts into the page. */
declare const stub: {
  readonly sent: FromChart[];
  receive(message: unknown): void;
  setTheme(name: string): void;
  state(): unknown;
  setState(value: unknown): void;
};

/** The program of the chart in a page of its own, with a stub in the place of the editor. */
export class ChartPage {
  /** Errors of the page and what its policy has refused, in the order they came. */
  readonly errors: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
  ) {
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
  }

  /** Opens the page that a chart server serves at `origin` and waits until it says that it is ready. */
  static async open(
    browser: Browser,
    origin: string,
    options: ChartPageOptions = {},
  ): Promise<ChartPage> {
    const { theme = "light", width = 1000, height = 640, pixelRatio = 1 } = options;
    const context = await browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: pixelRatio,
      reducedMotion: "reduce",
    });
    const program = await pageProgram("test/page/editorStub.ts", "stub");
    const values = [editorThemes(), theme, options.state ?? null].map((each) =>
      JSON.stringify(each),
    );
    await context.addInitScript(`${program}\nstub.start(${values.join()});`);
    const chart = new ChartPage(await context.newPage(), context);
    await chart.page.goto(options.isPanel === true ? `${origin}/?panel` : origin);
    await chart.waitForSent("ready");
    return chart;
  }

  /** Sends a message as the editor does; typed arrays arrive as such. */
  async post(message: ToChart): Promise<void> {
    await this.page.evaluate((each) => stub.receive(each), message);
    await this.settle();
  }

  /** What the page has said since it was loaded, of one type or all. */
  async sent(): Promise<FromChart[]>;
  async sent<T extends FromChart["type"]>(type: T): Promise<Extract<FromChart, { type: T }>[]>;
  async sent(type?: string): Promise<FromChart[]> {
    const all = await this.page.evaluate(() => stub.sent);
    return type === undefined ? all : all.filter((each) => each.type === type);
  }

  /** Waits until the page has said this, with these values where any are given, and gives the newest of its type. */
  async waitForSent<T extends FromChart["type"]>(
    type: T,
    values: Partial<Extract<FromChart, { type: T }>> = {},
  ): Promise<Extract<FromChart, { type: T }>> {
    const wanted: object = { ...values, type };
    await this.page.waitForFunction(
      (pairs) =>
        stub.sent.some((each) => {
          const said = new Map<string, unknown>(Object.entries(each));
          return pairs.every(([name, value]) => said.get(name) === value);
        }),
      Object.entries(wanted) as [string, unknown][],
    );
    const newest = (await this.sent(type)).at(-1);
    if (newest === undefined) throw new Error(`The page forgot that it said ${type}`);
    return newest;
  }

  async setTheme(theme: ThemeName): Promise<void> {
    await this.page.evaluate((name) => stub.setTheme(name), theme);
    await this.settle();
  }

  /** What the page has asked the editor to keep for it. */
  state(): Promise<unknown> {
    return this.page.evaluate(() => stub.state());
  }

  async setState(state: unknown): Promise<void> {
    await this.page.evaluate((value) => stub.setState(value), state);
  }

  /** Loads the page again, as the editor does with a tab that was hidden; state and theme stay. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitForSent("ready");
  }

  /** Waits until what was asked for is drawn: two frames. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))",
    );
  }

  /** Keeps a picture of the page among the screenshots of the end-to-end tests. */
  async screenshot(name: string): Promise<void> {
    await this.page.screenshot({ path: path.resolve("test/e2e/screenshots", `${name}.png`) });
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
