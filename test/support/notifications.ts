import { type Locator, type Page } from "playwright-core";

/** What the editor tells in the lower right corner, and in modal dialogs. */
export class Notifications {
  constructor(private readonly page: Page) {}

  /** The shown notifications whose words hold `text`. */
  shown(text: string | RegExp = ""): Locator {
    return this.page.locator(".notification-list-item", {
      has: this.page.locator(".notification-list-item-message", { hasText: text }),
    });
  }

  /** The words of a notification that holds `text`, as soon as it is shown. */
  async read(text: string | RegExp = ""): Promise<string> {
    return this.shown(text).first().locator(".notification-list-item-message").innerText();
  }

  /** The labels of the buttons of the notification that holds `text`. */
  async buttons(text: string | RegExp): Promise<string[]> {
    const shown = this.shown(text).first();
    await shown.waitFor();
    return shown.locator(".monaco-button").allInnerTexts();
  }

  /** Presses a button of the notification that holds `text`. */
  async press(text: string | RegExp, button: string): Promise<void> {
    await this.shown(text).first().locator(".monaco-button", { hasText: button }).click();
  }

  /** Hides all that are shown: Escape does, wherever in the workbench the focus is. */
  async clear(): Promise<void> {
    await this.page.keyboard.press("Escape");
    await this.shown().first().waitFor({ state: "detached" });
  }

  /** The modal dialog, if one is open. */
  dialog(): Locator {
    return this.page.locator(".monaco-dialog-box");
  }

  /** Presses a button of the modal dialog. */
  async pressInDialog(button: string): Promise<void> {
    await this.dialog().locator(".monaco-button", { hasText: button }).click();
  }
}
