import { type Locator } from "playwright-core";
import { withText } from "./withText";

/** One view of the side bar that shows a tree; only rows that fit its height exist. */
export class TreeView {
  /** @param pane - The part of the side bar that holds this view, its header included. */
  constructor(private readonly pane: Locator) {}

  /** The rows, or those whose label is this. */
  rows(label?: string): Locator {
    const rows = this.pane.locator(".monaco-list-row");
    if (label === undefined) return rows;
    return rows.filter({ has: withText(this.pane.page().locator(".label-name"), label) });
  }

  /** What each row says, description included, from top to bottom. */
  async texts(): Promise<string[]> {
    await this.rows().first().waitFor();
    const texts: string[] = [];
    for (const row of await this.rows().all()) {
      const parts = await row.locator(".label-name, .label-description").allInnerTexts();
      texts.push(parts.join(" ").replace(/\s+/g, " ").trim());
    }
    return texts;
  }

  /** Opens a row that has children, and waits until it is open. */
  async expand(label: string): Promise<void> {
    const row = this.rows(label).first();
    if ((await row.getAttribute("aria-expanded")) === "false") {
      await row.locator(".monaco-tl-twistie").click();
    }
    await this.pane
      .locator('.monaco-list-row[aria-expanded="true"]')
      .and(this.rows(label))
      .first()
      .waitFor();
  }

  /** Clicks a row, which previews what it opens. */
  async click(label: string): Promise<void> {
    await this.rows(label).first().click();
  }

  /** Presses an inline button of a row, by its tooltip. */
  async pressInline(label: string, tooltip: string): Promise<void> {
    const row = this.rows(label).first();
    await row.hover();
    await row.locator(`.actions [aria-label^="${tooltip}"]`).click();
  }

  /** Chooses an entry of a row's context menu. */
  async chooseInMenu(label: string, entry: string): Promise<void> {
    await this.rows(label).first().click({ button: "right" });
    await this.pane
      .page()
      .locator(".monaco-menu .action-label", { hasText: entry })
      .first()
      .click();
  }

  /** Presses a button of the view's own title, by its tooltip. */
  async pressInTitle(tooltip: string): Promise<void> {
    await this.pane.hover();
    await this.pane.locator(`.pane-header [aria-label^="${tooltip}"]`).first().click();
  }

  /** The message above the rows, or the welcome text of an empty view. */
  async message(): Promise<string> {
    return this.pane.locator(".message:visible, .welcome-view:visible").first().innerText();
  }
}
