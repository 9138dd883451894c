import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { browserOptions } from "./browser";
import { type PageName, startChartServer } from "./chartServer";
import { editorThemes, type ThemeName } from "./editorThemes";
import { pageProgram } from "./pageProgram";
import { type TestServer } from "./testServer";

/** What `test/page/editorStub.ts` puts into the page. */
declare const stub: {
  readonly sent: readonly { readonly type: string }[];
  receive(message: unknown): void;
  setTheme(name: string): void;
  state(): unknown;
};

export interface EditorPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
}

/** The program of a page in a page of its own, with a stub in the place of the editor. */
export class EditorTestPage<To, From extends { readonly type: string }> {
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

  static async open<To, From extends { readonly type: string }>(
    browser: Browser,
    address: string,
    { theme = "light", width = 1100, height = 760 }: EditorPageOptions,
  ): Promise<EditorTestPage<To, From>> {
    const context = await browser.newContext({ viewport: { width, height } });
    const program = await pageProgram("test/page/editorStub.ts", "stub");
    const values = [editorThemes(), theme, null].map((each) => JSON.stringify(each));
    await context.addInitScript(`${program}\nstub.start(${values.join()});`);
    const opened = new EditorTestPage<To, From>(await context.newPage(), context);
    await opened.page.goto(address);
    await opened.waitForSent("ready");
    return opened;
  }

  /** Sends a message as the editor does; typed arrays arrive as such. */
  async post(message: To): Promise<void> {
    await this.page.evaluate((each) => stub.receive(each), message);
    await this.settle();
  }

  /** What the page has said of one type. */
  async sent<T extends From["type"]>(type: T): Promise<Extract<From, { type: T }>[]> {
    const all = (await this.page.evaluate(() => stub.sent)) as readonly From[];
    return all.filter((each): each is Extract<From, { type: T }> => each.type === type);
  }

  async waitForSent(type: From["type"]): Promise<void> {
    await this.page.waitForFunction(
      (wanted) => stub.sent.some((each) => each.type === wanted),
      type,
    );
  }

  async setTheme(theme: ThemeName): Promise<void> {
    await this.page.evaluate((name) => stub.setTheme(name), theme);
    await this.settle();
  }

  /** What the page has asked the editor to keep for it. */
  state(): Promise<unknown> {
    return this.page.evaluate(() => stub.state());
  }

  /** Loads the page again, as the editor does with a tab that was hidden; theme and state stay. */
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

  /** The texts of the cells of a row in sight, its name first. */
  async rowTexts(row: number): Promise<readonly string[]> {
    const cells = this.page.locator(`[aria-rowindex="${row}"] > *`);
    return cells.allInnerTexts();
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** Opens pages for the running block of tests. */
export interface UsedEditorPages<To, From extends { readonly type: string }> {
  /** A new page, closed behind the test that asked for it. */
  open(options?: EditorPageOptions): Promise<EditorTestPage<To, From>>;
}

/** Gives the `describe` block that calls it a browser and a server of pages, and ends both behind the last test. */
export function useEditorPages<To, From extends { readonly type: string }>(
  name: PageName,
): UsedEditorPages<To, From> {
  let browser: Browser | undefined;
  let server: TestServer | undefined;
  const open: EditorTestPage<To, From>[] = [];
  before("start a browser", async () => {
    server = await startChartServer();
    browser = await chromium.launch(browserOptions());
  });
  afterEach("close the pages", async function () {
    const failed = this.currentTest?.state === "failed";
    const title = this.currentTest?.fullTitle().replaceAll(/[^\w]+/g, "-") ?? "";
    for (const [index, page] of open.splice(0).entries()) {
      if (failed) await page.screenshot(`failed-${title}-${index}`);
      await page.close();
    }
  });
  after("stop the browser", async () => {
    await browser?.close();
    await server?.close();
  });
  return {
    open: async (options = {}) => {
      if (browser === undefined || server === undefined) {
        throw new Error("Pages exist while tests run, not while they are declared");
      }
      const page = await EditorTestPage.open<To, From>(
        browser,
        `${server.origin}/${name}`,
        options,
      );
      open.push(page);
      return page;
    },
  };
}
