import { element, setText } from "./element";

/** How long the crosshair rests before it is told. */
const restMs = 350;

/** Tells assistive technology what changed: politely, and only what stands still. */
export class Announcer {
  readonly root = element("div", { class: "unseen", role: "status", "aria-live": "polite" });
  private timer: number | undefined;

  /** Told at once; the same words twice are told twice. */
  report(words: string): void {
    clearTimeout(this.timer);
    setText(this.root, this.root.textContent === words ? `${words}\u00a0` : words);
  }

  /** Told when nothing else was said for a moment. */
  reportRested(words: () => string): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.report(words()), restMs);
  }
}
