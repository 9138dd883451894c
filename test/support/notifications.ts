import { type Locator, type Page } from "playwright-core";
import { isDoneInTime } from "./inTime";

/** What the editor tells in the lower right corner. */
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

  /** Dismisses all notifications: with Escape, and with their own buttons if a page or notebook takes that key. */
  async clear(): Promise<void> {
    const first = this.shown().first();
    const deadline = performance.now() + 15_000;
    await this.page.keyboard.press("Escape");
    while (!(await isDoneInTime(first.waitFor({ state: "detached", timeout: 500 })))) {
      if (performance.now() > deadline) throw new Error(`Still shown: ${await this.read()}`);
      await isDoneInTime(first.hover({ timeout: 500 }));
      await isDoneInTime(first.locator(".codicon-notifications-clear").click({ timeout: 500 }));
    }
  }
}
