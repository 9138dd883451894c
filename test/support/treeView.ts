import { type Locator, errors } from "playwright-core";
import { isDoneInTime, isShownWithin } from "./inTime";
import { endingWith, withText } from "./withText";

/** What is used of an element inside the page. */
interface PageElement {
  getAttribute(name: string): string | null;
}

/** One view of the side bar that shows a tree; only rows that fit its height exist. */
export class TreeView {
  /** @param pane - The part of the side bar that holds this view, its header included. */
  constructor(private readonly pane: Locator) {}

  /** Leaves the room of the side bar to the other views. */
  async collapse(): Promise<void> {
    await this.pane.locator(".pane-header[aria-expanded=true] .title").click();
    await this.pane.locator(".pane-header[aria-expanded=false]").waitFor();
  }

  /** The rows, or those with this label; `label | description` where a label alone is not unique, values aside. */
  rows(text?: string): Locator {
    const rows = this.pane.locator(".monaco-list-row");
    if (text === undefined) return rows;
    const page = this.pane.page();
    const [label = "", description] = text.split(" | ");
    const labelled = rows.filter({ has: withText(page.locator(".label-name"), label) });
    return description === undefined
      ? labelled
      : labelled.filter({ has: endingWith(page.locator(".label-description"), description) });
  }

  /** What each row says, description included, from top to bottom. */
  async texts(): Promise<string[]> {
    await this.rows().first().waitFor();
    return textsOf(this.rows());
  }

  /** Presses a link or a button of the text that an empty view shows. */
  async pressInWelcome(words: string): Promise<void> {
    await this.pane.locator(".welcome-view:visible a", { hasText: words }).click();
  }

  /** The row with this label, as soon as there is one; scrolls to it, because only rows on the screen exist. */
  async find(label: string): Promise<Locator> {
    const row = this.rows(label).first();
    const deadline = performance.now() + 45_000;
    // What is not there at once may be on its way only when the tree has just been opened.
    let patienceMs = 250;
    for (;;) {
      const isThere = await isShownWithin(row, patienceMs);
      if (isThere && (await this.isWhole(row))) return row;
      if (performance.now() > deadline) {
        throw new Error(`No row "${label}" among ${JSON.stringify(await this.texts())}`);
      }
      if (isThere && (await this.isAbove(row))) await this.turnWheel(1, -150);
      else await this.scrollOn();
      patienceMs = 50;
    }
  }

  /** Opens a row that has children, and waits until it is open. */
  async expand(label: string): Promise<void> {
    const row = await this.find(label);
    if ((await row.getAttribute("aria-expanded")) === "false") {
      await row.locator(".monaco-tl-twistie").click();
    }
    await this.waitForOpened(label);
  }

  /** Opens a row whose children cannot be loaded, and waits until it has none any more. */
  async expandInVain(label: string): Promise<void> {
    const row = await this.find(label);
    await row.locator(".monaco-tl-twistie").click();
    await this.rows(label)
      .and(this.pane.locator(".monaco-list-row:not([aria-expanded])"))
      .waitFor();
  }

  /** Waits until a row is open. */
  async waitForOpened(label: string): Promise<void> {
    await this.opened(label).waitFor();
  }

  private opened(label: string): Locator {
    const opened = this.pane.locator('.monaco-list-row[aria-expanded="true"]');
    return opened.and(this.rows(label)).first();
  }

  /** Clicks a row, which previews what it opens. */
  async click(label: string): Promise<void> {
    await (await this.find(label)).click();
  }

  /** Clicks a row twice, so that what it opens stays. */
  async doubleClick(label: string): Promise<void> {
    await (await this.find(label)).dblclick();
  }

  /** Opens a row's series as CSV, whatever a click opens. */
  async openCsv(label: string): Promise<void> {
    await this.pressInline(label, "Open as CSV");
  }

  /** Opens what a row opens in an editor group of its own. */
  async openToSide(label: string): Promise<void> {
    await (await this.find(label)).click({ modifiers: ["Alt"] });
  }

  /** Drags a row of another view into this one, which has no rows. */
  async dropWhileEmpty(row: Locator): Promise<void> {
    await row.dragTo(this.pane.locator(".monaco-list").first());
  }

  /** Adds a row to those that are selected, without opening what it opens. */
  async select(label: string): Promise<void> {
    await (await this.find(label)).click({ modifiers: ["ControlOrMeta"] });
    await this.rows(label).and(this.pane.locator(".monaco-list-row.selected")).waitFor();
  }

  /** Rests the pointer on a row. */
  async hover(label: string): Promise<void> {
    await (await this.find(label)).hover();
  }

  /** Presses an inline button of a row, by its tooltip. */
  async pressInline(label: string, tooltip: string): Promise<void> {
    const row = await this.find(label);
    const action = row.locator(`.actions [aria-label^="${tooltip}"]`);
    // A row that changes under the pointer is hovered again once the pointer moves.
    do await row.hover();
    while (!(await clickIfThere(action)));
  }

  /** Presses a row's Retry until it is open: a click can arrive although it was given up. */
  async retry(label: string): Promise<void> {
    const row = await this.find(label);
    const action = row.locator(`.actions [aria-label^="Retry"]`);
    do await row.hover();
    while (!(await clickIfThere(action)) && !(await this.opened(label).isVisible()));
    await this.waitForOpened(label);
  }

  /** Chooses an entry of a row's context menu. */
  async chooseInMenu(label: string, entry: string): Promise<void> {
    await (await this.find(label)).click({ button: "right" });
    const menu = this.pane.page().locator(".monaco-menu");
    const choice = menu.locator(".action-label", { hasText: entry }).first();
    await choice.waitFor();
    // A menu ignores what comes within the tenth of a second after it opened.
    do await clickIfThere(choice);
    while (await choice.isVisible());
  }

  /** The entries of a row's context menu, which stays open. */
  async menuEntries(label: string): Promise<string[]> {
    await (await this.find(label)).click({ button: "right" });
    const entries = this.pane.page().locator(".monaco-menu .action-item:not(.disabled) > a");
    await entries.first().waitFor();
    return entries.locator(".action-label").allInnerTexts();
  }

  /** Chooses an entry of a menu inside a row's context menu. */
  async chooseInSubmenu(label: string, menu: string, entry: string): Promise<void> {
    await (await this.find(label)).click({ button: "right" });
    const menus = this.pane.page().locator(".monaco-menu");
    await menus.locator(".action-label", { hasText: menu }).first().hover();
    const choice = menus.locator(".action-label", { hasText: entry }).first();
    await choice.waitFor();
    do await clickIfThere(choice);
    while (await choice.isVisible());
  }

  /** Presses a button of the view's own title, by its tooltip. */
  async pressInTitle(tooltip: string): Promise<void> {
    await this.pane.hover();
    await this.pane.locator(`.pane-header [aria-label^="${tooltip}"]`).first().click();
  }

  /** The message above the rows, or the welcome text of an empty view, as soon as it holds these words. */
  async message(words: string): Promise<string> {
    const messages = this.pane.locator(".message:visible, .welcome-view:visible");
    return messages.filter({ hasText: words }).first().innerText();
  }

  /** What stands beside the view's title. */
  async description(): Promise<string> {
    return this.pane.locator(".pane-header .description").innerText();
  }

  /** Waits until this stands beside the view's title. */
  async waitForDescription(text: string): Promise<void> {
    await this.pane.locator(".pane-header .description", { hasText: text }).waitFor();
  }

  /** Waits until a row has its newest value. */
  async waitForValue(label: string): Promise<void> {
    const description = this.rows(label).locator(".label-description");
    await description.filter({ hasText: /^\s*[+−]?\d/ }).waitFor();
  }

  /** Waits until keys go to the rows. */
  async waitForFocus(): Promise<void> {
    await this.pane.locator(".monaco-list:focus").waitFor();
  }

  /** Moves the focus to a row with these keys, again if the rows change meanwhile and lose it. */
  async focusByKeys(label: string, ...keys: readonly string[]): Promise<void> {
    const deadline = performance.now() + 15_000;
    do {
      if (performance.now() > deadline) throw new Error(`Keys did not reach the row "${label}"`);
      for (const key of keys) await this.pane.page().keyboard.press(key);
    } while (!(await isShownWithin(this.focusedRow(label), 1_000)));
  }

  /** Waits until keys go to the row with this label. */
  async waitForFocusedRow(label: string): Promise<void> {
    await this.focusedRow(label).waitFor();
  }

  /** Waits until the row with this label is selected. */
  async waitForSelectedRow(label: string): Promise<void> {
    await this.rows(label).and(this.pane.page().locator(".monaco-list-row.selected")).waitFor();
  }

  /** Some rows down, or back to the top from the end. */
  private async scrollOn(): Promise<void> {
    const { last } = await this.shownIndexes();
    // The tooltip of the row under the pointer may cover the list; it closes when the pointer leaves.
    await this.pane.page().mouse.move(0, 0);
    await this.list.hover();
    await this.turnWheel(3, 150);
    const next = this.pane.locator(`[data-index="${last + 1}"]`);
    if (await isShownWithin(next, 250)) return;
    while ((await this.shownIndexes()).first > 0) await this.turnWheel(10, -150);
  }

  /** However far a wheel turns at once, the editor scrolls by one notch. */
  private async turnWheel(notches: number, by: number): Promise<void> {
    for (let notch = 0; notch < notches; notch++) await this.pane.page().mouse.wheel(0, by);
  }

  private focusedRow(label: string): Locator {
    return this.rows(label).and(this.pane.page().locator(".monaco-list-row.focused"));
  }

  private get list(): Locator {
    return this.pane.locator(".pane-body .monaco-list").first();
  }

  /** Whether the pointer can reach all of a row. */
  private async isWhole(row: Locator): Promise<boolean> {
    const inner = await boxIfThere(row);
    const outer = await this.list.boundingBox();
    if (inner === null || outer === null || (await this.isAbove(row))) return false;
    return inner.y + inner.height <= outer.y + outer.height;
  }

  /** Whether the top of a row is above the list, or hidden under the rows that stick to the top of a scrolled tree. */
  private async isAbove(row: Locator): Promise<boolean> {
    const isSticky = "ancestor::*[contains(@class, 'monaco-tree-sticky-container')]";
    const [sticky] = await this.pane.locator(".monaco-tree-sticky-container:visible").all();
    const isItself = (await row.locator(`xpath=${isSticky}`).count()) > 0;
    const cover = sticky === undefined || isItself ? null : await boxIfThere(sticky);
    const inner = await boxIfThere(row);
    const outer = await this.list.boundingBox();
    const top = cover === null ? (outer?.y ?? 0) : cover.y + cover.height;
    return inner !== null && inner.y < top;
  }

  /** Of the rows on the screen, without those that stick to its top; read at once, since rows come and go. */
  private async shownIndexes(): Promise<{ first: number; last: number }> {
    const rows = this.pane.locator(".monaco-list-rows > .monaco-list-row");
    const indexes = await rows.evaluateAll((found: readonly PageElement[]) =>
      found.map((row) => Number(row.getAttribute("data-index"))),
    );
    return { first: Math.min(...indexes, indexes.length), last: Math.max(...indexes, -1) };
  }
}

/** Clicks an element that may go away meanwhile; whether it was there. */
async function clickIfThere(element: Locator): Promise<boolean> {
  return isDoneInTime(element.click({ timeout: 500 }));
}

/** Where an element stands that may go away meanwhile. */
async function boxIfThere(element: Locator): ReturnType<Locator["boundingBox"]> {
  try {
    return await element.boundingBox({ timeout: 250 });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return null;
  }
}

/** From top to bottom. */
async function textsOf(rows: Locator): Promise<string[]> {
  const texts: string[] = [];
  for (const row of await rows.all()) {
    const parts = await row.locator(".label-name, .label-description").allInnerTexts();
    texts.push(parts.join(" ").replace(/\s+/g, " ").trim());
  }
  return texts;
}
