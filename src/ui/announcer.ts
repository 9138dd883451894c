import { element, setText } from "./element";

/** 350 ms: values that pass more quickly are not announced. */
const restMs = 350;

/** Announces changes to assistive technology: politely, and only values that have settled. */
export class Announcer {
  readonly root = element("div", { class: "unseen", role: "status", "aria-live": "polite" });
  private timer: number | undefined;

  /** Announces at once; repeats equal texts. */
  report(words: string): void {
    clearTimeout(this.timer);
    setText(this.root, this.root.textContent === words ? `${words}\u00a0` : words);
  }

  /** Announces after a pause without further calls. */
  reportRested(words: () => string): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.report(words()), restMs);
  }
}
