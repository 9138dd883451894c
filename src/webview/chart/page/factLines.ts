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

  show({ view, parts }: Shown): void {
    const key = JSON.stringify(view.facts);
    if (key !== this.drawn) {
      this.drawn = key;
      this.root.replaceChildren(...view.facts.map((text) => element("p", { text })));
    }
    const isLoading = view.facts.length === 0 && parts.some((part) => part.isLoading);
    if (isLoading) this.root.replaceChildren(element("p", { text: t("Fetching…") }));
    if (isLoading) this.drawn = "";
  }
}
