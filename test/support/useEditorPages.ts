import { type Browser, chromium, type Page } from "playwright-core";
import { textOfMessage } from "./messageText";
import { browserOptions } from "./browser";
import { type PageName, startChartServer } from "./chartServer";
import { EditorPage, type EditorPageOptions, newPage } from "./editorPage";
import { keepFailure } from "./pictures";
import { type TestServer } from "./testServer";

/** Opens pages for the running block of tests. */
export interface UsedEditorPages<To extends object, From extends { readonly type: string }> {
  /** A page whose test ends with it. */
  open(options?: OpenOptions): Promise<EditorPage<To, From>>;
}

interface OpenOptions extends EditorPageOptions {
  readonly isPanel?: boolean;
  /** Whether its texts are pseudo-translated. */
  readonly isPseudo?: boolean;
}

/** What the tests of pages in this process share: a browser, a server, and pages that no test has at the moment. */
interface Shared {
  readonly browser: Browser;
  readonly server: TestServer;
  readonly idle: Map<number, Page[]>;
}

/** Where it stands: each file of tests is a program of its own. */
const holder = globalThis as { pagesOfTests?: Promise<Shared> };

/** Gives the `describe` block that calls it pages of this name. Whatever they share ends with the process. */
export function useEditorPages<To extends object, From extends { readonly type: string }>(
  name: PageName,
  size: Pick<EditorPageOptions, "width" | "height"> = {},
): UsedEditorPages<To, From> {
  const open: { readonly page: EditorPage<To, From>; readonly pixelRatio: number }[] = [];
  afterEach("close the pages", async function () {
    const failed = this.currentTest?.state === "failed";
    const title = this.currentTest?.fullTitle() ?? "";
    const { idle } = await shared();
    for (const [index, { page, pixelRatio }] of open.splice(0).entries()) {
      if (failed) {
        await keepFailure(page.page, `failed-${title}-${index}`);
        await page.close();
      } else {
        idle.set(pixelRatio, [...(idle.get(pixelRatio) ?? []), await page.unload()]);
      }
    }
  });
  return {
    open: async (options = {}) => {
      const { browser, server, idle } = await shared();
      const { pixelRatio = 1, isPanel = false, isPseudo = false, firstMessage } = options;
      const query = new URLSearchParams({
        ...(isPanel ? { panel: "" } : {}),
        ...(isPseudo ? { pseudo: "" } : {}),
        ...(firstMessage === undefined ? {} : { first: textOfMessage(firstMessage) }),
      });
      const page = new EditorPage<To, From>(
        idle.get(pixelRatio)?.pop() ?? (await newPage(browser, pixelRatio)),
      );
      open.push({ page, pixelRatio });
      await page.load(`${server.origin}/${name}?${query.toString()}`, {
        ...size,
        ...options,
      });
      return page;
    },
  };
}

function shared(): Promise<Shared> {
  holder.pagesOfTests ??= start();
  return holder.pagesOfTests;
}

async function start(): Promise<Shared> {
  const [browser, server] = await Promise.all([
    chromium.launch(browserOptions()),
    startChartServer(),
  ]);
  return { browser, server, idle: new Map() };
}
