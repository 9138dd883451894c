import { type Locator, type Page } from "playwright-core";
import { isDoneInTime, isShownWithin } from "./inTime";
import { withText } from "./withText";

/** The input at the top of the window: palette, pick lists, input boxes. */
export class QuickInput {
  private readonly widget: Locator;
  private readonly input: Locator;

  constructor(private readonly page: Page) {
    this.widget = page.locator(".quick-input-widget:visible");
    this.input = this.widget.locator("input[type=text], input[type=password]").first();
  }

  /** Waits until the input is open; with a title, until it is the one of this title. */
  async wait(title?: string | RegExp): Promise<void> {
    await this.input.waitFor();
    if (title === undefined) return;
    await this.widget.locator(".quick-input-title", { hasText: title }).waitFor();
  }

  /** Whether it is open within so many milliseconds. */
  async isShownWithin(ms: number): Promise<boolean> {
    return isShownWithin(this.input, ms);
  }

  /** Waits until the input is closed. */
  async waitForClose(): Promise<void> {
    await this.widget.waitFor({ state: "hidden" });
  }

  /** Replaces what the input holds. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** The same, unless the input closes before: then false. */
  async tryType(text: string): Promise<boolean> {
    return isDoneInTime(this.input.fill(text, { timeout: 2_000 }));
  }

  /** Closes it, unless it closes by itself before. */
  async closeIfOpen(): Promise<void> {
    // One that has just opened may not hear the key yet.
    for (let left = 5; left > 0; left--) {
      await isDoneInTime(this.input.press("Escape", { timeout: 2_000 }));
      if (await isDoneInTime(this.widget.waitFor({ state: "hidden", timeout: 2_000 }))) return;
    }
    await this.waitForClose();
  }

  async value(): Promise<string> {
    return this.input.inputValue();
  }

  /** What the input holds as soon as it is of this form: a file dialog fills it in when it knows its folder. */
  async waitForValue(form: RegExp): Promise<string> {
    const deadline = performance.now() + 10_000;
    for (;;) {
      const value = await this.value();
      if (form.test(value)) return value;
      if (performance.now() > deadline) throw new Error(`The input holds "${value}"`);
      await this.page.waitForTimeout(50);
    }
  }

  async placeholder(): Promise<string> {
    return (await this.input.getAttribute("placeholder")) ?? "";
  }

  /** `password` where the typed text is hidden, else `text`. */
  async kind(): Promise<string> {
    return (await this.input.getAttribute("type")) ?? "text";
  }

  /** What the input says below its field: a prompt, or why the value is refused. */
  async message(): Promise<string> {
    return this.widget.locator(".quick-input-message").innerText();
  }

  /** Waits until the input says this below its field. */
  async waitForMessage(text: string): Promise<void> {
    await this.widget.locator(".quick-input-message", { hasText: text }).waitFor();
  }

  /** What stands above the field, step included. */
  async title(): Promise<string> {
    return this.widget.locator(".quick-input-title").innerText();
  }

  /** The rows that can be picked, with this label when one is given. A list shows only what fits its height. */
  rows(label?: string): Locator {
    const rows = this.widget.locator(".quick-input-list .monaco-list-row");
    if (label === undefined) return rows;
    return rows.filter({ has: withText(this.page.locator(".label-name"), label) });
  }

  /** The labels of the rows, from top to bottom. A reused row may keep the hidden detail of another. */
  async labels(): Promise<string[]> {
    return this.rows().locator(".label-name:visible").allInnerTexts();
  }

  /** Picks the row with this label. A click while the rows are replaced is lost, and a person clicks again. */
  async pick(label: string): Promise<void> {
    const row = this.rows(label).first();
    const title = await this.titleNow();
    await row.click();
    for (let left = 3; left > 0; left--) {
      if (await this.goesOn(row, title)) return;
      // The list may close before this click.
      await isDoneInTime(row.click({ timeout: 2_000 }));
    }
  }

  /** The same, unless the list closes before: then false. */
  async tryPick(label: string): Promise<boolean> {
    return isDoneInTime(this.rows(label).first().click({ timeout: 2_000 }));
  }

  /** Clicks the row with this label, after which the list stays. */
  async press(label: string): Promise<void> {
    await this.rows(label).first().click();
  }

  /** Presses a button of the row with this label by its tooltip; the list stays. */
  async pressInline(label: string, tooltip: string): Promise<void> {
    const row = this.rows(label).first();
    await row.hover();
    await row.locator(`.quick-input-list-entry-action-bar [aria-label^="${tooltip}"]`).click();
  }

  /** Ticks or unticks the row with this label. */
  async tick(label: string): Promise<void> {
    await this.press(label);
  }

  /** Unticks all rows, which all are ticked. */
  async untickAll(): Promise<void> {
    await this.widget.locator(".quick-input-header [role=checkbox]").first().click();
  }

  /** Presses a button of the title bar by its tooltip. */
  async pressButton(tooltip: string): Promise<void> {
    const button = this.widget.locator(`.quick-input-titlebar [aria-label^="${tooltip}"]`).first();
    await button.waitFor();
    // The editor's hint for the field may lie over the button.
    await button.dispatchEvent("click");
  }

  async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  async cancel(): Promise<void> {
    await this.input.press("Escape");
  }

  private async titleNow(): Promise<string> {
    const titles = await this.widget.locator(".quick-input-title").allInnerTexts();
    return titles.join(" ");
  }

  private async goesOn(row: Locator, title: string): Promise<boolean> {
    const deadline = performance.now() + 5_000;
    while (performance.now() < deadline) {
      if (!(await row.isVisible()) || (await this.titleNow()) !== title) return true;
      await this.page.waitForTimeout(50);
    }
    return false;
  }
}
