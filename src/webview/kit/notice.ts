import { t } from "../l10n";
import { button, element } from "./element";
import { icon } from "./icon";

/** How long a notice without an action stays. */
const stayMs = 6000;

/** A line over the foot of the page: the outcome of an action, and what can follow. */
export class Notice {
  readonly root = element("div", { class: "notice", hidden: "" });
  private timer: number | undefined;

  show(words: string, offer?: { readonly label: string; readonly run: () => void }): void {
    clearTimeout(this.timer);
    const close = button({ class: "tool", "aria-label": t("Close") }, () => this.hide());
    close.append(icon("close"));
    const offers =
      offer === undefined
        ? []
        : [
            button({ class: "tool framed", text: offer.label }, () => {
              this.hide();
              offer.run();
            }),
          ];
    this.root.replaceChildren(element("span", { text: words }), ...offers, close);
    this.root.hidden = false;
    if (offer === undefined) this.timer = window.setTimeout(() => this.hide(), stayMs);
  }

  private hide(): void {
    clearTimeout(this.timer);
    this.root.hidden = true;
  }
}
