import { randomUUID } from "node:crypto";
import { type Browser, type Page } from "playwright-core";
import { type ToChart } from "../../src/features/chart/protocol";
import { textOfMessage } from "./messageText";
import { type ThemeName, editorThemes } from "./editorThemes";
import { pageProgram } from "./pageProgram";
import { keepPicture } from "./pictures";

export interface EditorPageOptions {
  readonly theme?: ThemeName;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels for each CSS pixel. */
  readonly pixelRatio?: number;
  /** What an earlier page asked the editor to keep. */
  readonly state?: unknown;
  /** The message of the editor that comes with the program of a chart. */
  readonly firstMessage?: ToChart;
}

/** What `test/page/editorStub.ts` puts into the page. */
declare const stub: {
  readonly sent: readonly { readonly type: string }[];
  receive(text: string): void;
  setTheme(name: string): void;
  state(): unknown;
  setState(value: unknown): void;
};

/** The program of a page in a page of its own, with a stub in the place of the editor. */
export class EditorPage<To extends object, From extends { readonly type: string }> {
  /** Errors of the page and what its policy has refused, in the order they came. */
  readonly errors: string[] = [];
  /** The address that was loaded; the chart's loader shortens that of the document. */
  private address = "about:blank";

  /** @param page - As {@link newPage} makes it, with nothing loaded. */
  constructor(readonly page: Page) {
    page.on("pageerror", (error) => this.errors.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") this.errors.push(message.text());
    });
  }

  /** Loads the page at this address and waits until it listens and has kept the view of its first message, if any. */
  async load(address: string, options: EditorPageOptions): Promise<void> {
    const { theme = "light", width = 1100, height = 760, state = null } = options;
    await this.page.setViewportSize({ width, height });
    const start = encodeURIComponent(JSON.stringify({ id: randomUUID(), theme, state }));
    this.address = `${address}#${start}`;
    await this.page.goto(this.address);
    await this.waitForSent(options.firstMessage === undefined ? "ready" : "keep");
    await this.page.locator("h1").waitFor({ state: "attached" });
  }

  /** Leaves a page that another test can load. */
  async unload(): Promise<Page> {
    const { page } = this;
    page.removeAllListeners();
    // The pointer is up and nowhere, as it is before the first test.
    await page.mouse.up();
    await page.mouse.move(-1, -1);
    await page.goto("about:blank");
    return page;
  }

  /** Sends a message as the editor does; typed arrays arrive as such. */
  async post(message: To): Promise<void> {
    await this.page.evaluate((text) => stub.receive(text), textOfMessage(message));
    await this.settle();
  }

  /** What the page has said since it was loaded, of one type or all. */
  async sent(): Promise<From[]>;
  async sent<T extends From["type"]>(type: T): Promise<Extract<From, { type: T }>[]>;
  async sent(type?: string): Promise<From[]> {
    const all = (await this.page.evaluate(() => stub.sent)) as From[];
    return type === undefined ? all : all.filter((each) => each.type === type);
  }

  /** Waits until the page has said this, with these values where any are given, and gives the newest of its type. */
  async waitForSent<T extends From["type"]>(
    type: T,
    values: Partial<Extract<From, { type: T }>> = {},
  ): Promise<Extract<From, { type: T }>> {
    const wanted: object = { ...values, type };
    await this.page.waitForFunction(
      (pairs) =>
        stub.sent.some((each) => {
          const said = new Map<string, unknown>(Object.entries(each));
          return pairs.every(
            ([name, value]) => JSON.stringify(said.get(name)) === JSON.stringify(value),
          );
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
    await this.restart();
    await this.waitForSent("ready");
    await this.page.locator("h1").waitFor({ state: "attached" });
  }

  /** Like {@link reload}, but does not wait for the program. */
  async restart(): Promise<void> {
    await this.page.goto("about:blank");
    await this.page.goto(this.address);
  }

  /** Waits until what was asked for is drawn: two frames. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))",
    );
  }

  /** Waits until the page, which computes long series in pieces, has computed what is shown, and has drawn it. */
  async computed(): Promise<void> {
    await this.page.evaluate("new Promise((done) => requestIdleCallback(() => done()))");
    await this.settle();
  }

  /** Keeps a picture of the page, where pictures are wanted. */
  screenshot(name: string): Promise<void> {
    return keepPicture(this.page, name);
  }

  /** The texts of the cells of a row in sight, its name first. */
  async rowTexts(row: number): Promise<readonly string[]> {
    const cells = this.page.locator(`[aria-rowindex="${row}"] > *`);
    return cells.allInnerTexts();
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

/** A page whose documents all get the stub before their own programs run. */
export async function newPage(browser: Browser, pixelRatio = 1): Promise<Page> {
  const context = await browser.newContext({
    deviceScaleFactor: pixelRatio,
    reducedMotion: "reduce",
  });
  const program = await stubProgram();
  await context.addInitScript(`${program}\nstub.start(${JSON.stringify(editorThemes())});`);
  return context.newPage();
}

let program: Promise<string> | undefined;

function stubProgram(): Promise<string> {
  program ??= pageProgram("test/page/editorStub.ts", "stub");
  return program;
}
