import { t } from "./l10n";
import { button, element } from "./element";
import { icon } from "./icon";

/** How long a notice without an action stays. */
const stayMs = 6000;

/** A follow-up action, shown as a button. */
export interface NoticeOffer {
  readonly label: string;
  readonly run: () => void;
}

/** A line over the foot of the page: the outcome of an action, and follow-up actions. */
export class Notice {
  readonly root = element("div", { class: "notice", hidden: "" });
  private timer: number | undefined;

  show(words: string, ...offers: readonly NoticeOffer[]): void {
    clearTimeout(this.timer);
    const close = button({ class: "tool", "aria-label": t("Close") }, () => this.hide());
    close.append(icon("close"));
    const buttons = offers.map(({ label, run }) =>
      button({ class: "tool framed", text: label }, () => {
        this.hide();
        run();
      }),
    );
    this.root.replaceChildren(element("span", { text: words }), ...buttons, close);
    this.root.hidden = false;
    if (offers.length === 0) this.timer = window.setTimeout(() => this.hide(), stayMs);
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.root.hidden = true;
  }
}
