import { type BrowserContext, type Frame, type Locator, type Page } from "playwright-core";
import { isShownWithin } from "./inTime";
import { Notifications } from "./notifications";
import { keepPicture } from "./pictures";
import { QuickInput } from "./quickInput";
import { TreeView } from "./treeView";

/** The active editor group's text editor. */
const activeEditor = ".editor-group-container.active .monaco-editor";

/** Of a window that no test has changed. */
export const windowSize = { width: 1280, height: 800 };

/** Runs in the page: the editor draws lines in any order and writes blanks as no-break spaces. */
const readVisibleLines = `[...document.querySelectorAll(${JSON.stringify(`${activeEditor} .view-line`)})]
  .map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent }))
  .sort((a, b) => a.top - b.top)
  .map(({ text }) => text.replaceAll("\\u00a0", " "))
  .join("\\n")`;

/** One window of VS Code in a browser, used as a person would. */
export class Workbench {
  readonly quickInput: QuickInput;
  readonly notifications: Notifications;

  private constructor(readonly page: Page) {
    this.quickInput = new QuickInput(page);
    this.notifications = new Notifications(page);
  }

  /** Opens a window and waits until it can be used. */
  static async open(computer: BrowserContext, url: string): Promise<Workbench> {
    const page = await computer.newPage();
    await page.goto(url);
    const workbench = new Workbench(page);
    await workbench.waitUntilReady();
    return workbench;
  }

  /** Leaves the window as a new one is: nothing open but both trees, whose rows are closed. */
  async tidy(): Promise<void> {
    await this.page.setViewportSize(windowSize);
    await this.page.keyboard.press("Escape");
    await this.runCommand("View: Close All Editors");
    await this.notifications.clear();
    for (const name of ["Signals", "Forecasts"]) {
      const view = await this.openView("Macro Signals", name);
      await view.pressInTitle("Collapse All");
    }
  }

  /** Loads the window again by its command, which saves the state of tabs and extensions first; the browser's F5 may not. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent("load", { timeout: 60_000 });
    await this.runCommand("Developer: Reload Window");
    await loaded;
    await this.waitUntilReady();
  }

  /** Runs a command by the words that the palette shows, for example `Macro Signals: Refresh`. */
  async runCommand(title: string): Promise<void> {
    const deadline = performance.now() + 40_000;
    let found: string[] = [];
    // An open palette does not take in commands of extensions that the editor learns of later.
    while (performance.now() < deadline) {
      await this.page.keyboard.press("F1");
      // A page that loads meanwhile may take the key, or the focus, which closes the palette.
      if (!(await this.quickInput.isShownWithin(1_500))) continue;
      if (!(await this.quickInput.tryType(`>${title}`))) continue;
      const isThere = await isShownWithin(this.quickInput.rows(title).first(), 700);
      if (isThere && (await this.quickInput.tryPick(title))) return;
      found = await this.quickInput.rows().allInnerTexts();
      await this.quickInput.closeIfOpen();
    }
    throw new Error(`No command "${title}" among ${JSON.stringify(found)}`);
  }

  /** Shows a view of the side bar by the titles of its container and of itself, opening both where needed. */
  async openView(container: string, view: string): Promise<TreeView> {
    const icon = this.page.locator(`.activitybar .action-item:has([aria-label^="${container}"])`);
    const pane = this.page.locator(".sidebar .pane", {
      has: this.page.locator(`.pane-header[aria-label^="${view}"]`),
    });
    const header = pane.locator(".pane-header");
    const checkedIcon = icon.first().and(this.page.locator(".checked"));
    const deadline = performance.now() + 40_000;
    // In a new window the side bar may still be opening. Clicking the icon of an open container would close it, so wait
    // longer if it is checked.
    while (!(await isShownWithin(header, (await checkedIcon.isVisible()) ? 1_000 : 50))) {
      if (performance.now() > deadline) throw new Error(`No view "${view}" in "${container}"`);
      await icon.first().click();
    }
    if ((await header.getAttribute("aria-expanded")) === "false") await header.click();
    return new TreeView(pane);
  }

  /** The labels of all tabs, from left to right. */
  async tabs(): Promise<string[]> {
    const names: string[] = [];
    for (const tab of await this.page.locator(".tabs-container .tab").all()) {
      names.push((await tab.getAttribute("data-resource-name")) ?? "");
    }
    return names;
  }

  /** The tab with this label; its class has `active` for the active one. */
  tab(label: string): Locator {
    // The drawn label may be split into name and extension.
    return this.page.locator(`.tabs-container .tab[data-resource-name=${JSON.stringify(label)}]`);
  }

  /** Whether the next document takes the place of the tab with this label, whose label is then italic. */
  async isPreview(label: string): Promise<boolean> {
    await this.tab(label).waitFor();
    return (await this.tab(label).locator(".tab-label.italic").count()) === 1;
  }

  /** Waits until the tab with this label is the active one and stays when another document is opened. */
  async waitForKeptTab(label: string): Promise<void> {
    await this.tab(label)
      .and(this.page.locator(".tab.active", { has: this.page.locator(".tab-label:not(.italic)") }))
      .waitFor();
  }

  /** Keeps the tab with this label, which need not be the active one yet, when another document is opened. */
  async keepTab(label: string): Promise<void> {
    await this.waitForActiveTab(label);
    await this.runCommand("View: Keep Editor");
    await this.waitForKeptTab(label);
  }

  /** Waits until the tab with this label is the active one. */
  async waitForActiveTab(label: string): Promise<void> {
    await this.tab(label).and(this.page.locator(".tab.active")).waitFor();
  }

  /**
   * Waits until the tab with this label is the active one and its chart is drawn; the chart's page. One that loads takes
   * the focus, also from the palette.
   */
  async waitForChart(label: string): Promise<Frame> {
    await this.waitForActiveTab(label);
    return this.webview(".plots canvas");
  }

  /** Waits until the editor shows a Markdown report with this heading and this paragraph; the page of the report. */
  async waitForReport(heading: string, paragraph = ""): Promise<Frame> {
    const [title, text] = [heading, paragraph].map((each) => JSON.stringify(each));
    return this.webview(`.markdown-body:has-text(${text}):has(h1:has-text(${title}))`);
  }

  /** Waits until the active tab has this title, which of a comparison is no file's name. */
  async waitForActiveTabTitle(title: string): Promise<void> {
    const label = this.page.locator(`.tab-label[aria-label^=${JSON.stringify(title)}]`);
    await this.page.locator(".tab.active", { has: label }).waitFor();
  }

  /** The lines of the active text editor that are on the screen. */
  async visibleLines(): Promise<string[]> {
    await this.page.locator(`${activeEditor} .view-line`).first().waitFor();
    return String(await this.page.evaluate(readVisibleLines)).split("\n");
  }

  /** The whole text of the active text editor, which must not be empty, by way of the clipboard. */
  async editorText(): Promise<string> {
    const before = `clipboard ${Math.random()}`;
    await this.writeClipboard(before);
    await this.focusEditor();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.press("ControlOrMeta+c");
    const deadline = performance.now() + 10_000;
    while (performance.now() < deadline) {
      const text = await this.page.evaluate("navigator.clipboard.readText()");
      if (typeof text === "string" && text !== before) return text;
      await this.page.waitForTimeout(50);
    }
    throw new Error("The active editor's text did not reach the clipboard: is it empty?");
  }

  /** Replaces the whole text of the active text editor and saves it. */
  async replaceEditorText(text: string): Promise<void> {
    await this.writeClipboard(text);
    await this.focusEditor();
    await this.page.keyboard.press("ControlOrMeta+a");
    await this.page.keyboard.press("ControlOrMeta+v");
    await this.page.keyboard.press("ControlOrMeta+s");
    await this.page.locator(".tab.active:not(.dirty)").waitFor();
  }

  /** Presses a button in the title of the active editor. */
  async pressInEditorTitle(tooltip: string): Promise<void> {
    const actions = this.page.locator(".editor-group-container.active .editor-actions");
    await actions.locator(`.action-label[aria-label^=${JSON.stringify(tooltip)}]`).click();
  }

  /** Clicks what stands above a line of the active text editor, and the pointer is not over anything that says more. */
  async clickCodeLens(text: string): Promise<void> {
    await this.page.mouse.move(640, 700);
    await this.codeLens(text).click();
  }

  /** What stands above a line of the active text editor, by a part of its text. */
  codeLens(text: string): Locator {
    const lenses = this.page.locator(`${activeEditor} .codelens-decoration a`);
    return lenses.filter({ hasText: text }).first();
  }

  /** A status bar item by its text. */
  statusBarItem(text: string | RegExp): Locator {
    return this.page.locator(".statusbar-item", { hasText: text });
  }

  /** The inner frame of the web view that has an element for `selector`, as soon as it is there. */
  async webview(selector: string, timeoutMs = 30_000): Promise<Frame> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline) {
      for (const frame of this.page.frames()) {
        // Each web view is an outer frame in the window; its inner frame holds the page.
        const isInner = frame.parentFrame()?.parentFrame() === this.page.mainFrame();
        if (isInner && (await hasElement(frame, selector))) return frame;
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`No web view shows ${selector} within ${timeoutMs} ms`);
  }

  /** Waits until the active colour theme is of this kind. */
  async waitForTheme(kind: "vs" | "vs-dark" | "hc-black" | "hc-light"): Promise<void> {
    await this.page.locator(`.monaco-workbench.${kind}`).waitFor();
  }

  /** Keeps a picture of the window, where pictures are wanted. */
  screenshot(name: string): Promise<void> {
    return keepPicture(this.page, name);
  }

  private async writeClipboard(text: string): Promise<void> {
    // The page of a chart that was in front may still have the focus, and only who has it may write.
    const write = `navigator.clipboard.writeText(${JSON.stringify(text)})`;
    await this.page.evaluate(`window.focus(); ${write}`);
  }

  private async focusEditor(): Promise<void> {
    const focused = this.page.locator(`${activeEditor}.focused`);
    const deadline = performance.now() + 30_000;
    await this.page.locator(`${activeEditor} .view-line`).first().waitFor();
    // A document that is still on its way takes the place of what was focused, and does not take the focus.
    while (performance.now() < deadline) {
      await this.runCommand("View: Focus Active Editor Group");
      if (await isShownWithin(focused, 1_000)) return;
    }
    throw new Error("The active editor group has no text editor that takes the focus");
  }

  private async waitUntilReady(): Promise<void> {
    await this.page.locator(".monaco-workbench").waitFor({ timeout: 60_000 });
    // The remote side answers when its indicator no longer says that it is connecting.
    await this.page.locator(".monaco-workbench .activitybar .action-item").first().waitFor();
  }
}

async function hasElement(frame: Frame, selector: string): Promise<boolean> {
  // A frame may go away while it is asked: then it is not the one.
  return frame
    .locator(selector)
    .first()
    .isVisible()
    .catch(() => false);
}
