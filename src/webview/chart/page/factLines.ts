import { t } from "../../l10n";
import { element } from "./element";
import { type Shown } from "./shown";

/** What each series is: always in sight. */
export class FactLines {
  readonly root = element("footer", {
    class: "facts",
    role: "region",
    "aria-label": t("What is shown"),
    tabindex: 0,
  });
  private drawn = "";

  show({ view }: Shown): void {
    const key = JSON.stringify(view.facts);
    if (key === this.drawn) return;
    this.drawn = key;
    this.root.replaceChildren(...view.facts.map((text) => element("p", { text })));
  }
}
