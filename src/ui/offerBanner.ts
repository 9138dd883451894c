import { button, element } from "./element";
import { type NoticeOffer } from "./notice";

/** A warning with buttons. Its element is reused while its texts are equal: a live region announces each new one. */
export class OfferBanner {
  readonly root = element("p", { class: "offers" });
  private shown = "";

  show(text: string, offers: readonly NoticeOffer[]): this {
    const shown = [text, ...offers.map(({ label }) => label)].join("\n");
    if (shown === this.shown) return this;
    this.shown = shown;
    const buttons = offers.flatMap(({ label, run }) => [
      " ",
      button({ class: "tool link", text: label }, run),
    ]);
    this.root.replaceChildren(text, ...buttons);
    return this;
  }
}
